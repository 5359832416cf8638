"""Test of the add-on inside Blender: blender -b --python tools/blender/try.py -- PATH_OF_UNDINE. Exit code 1: a failure."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import traceback

import bpy
import numpy
from mathutils import Euler, Vector

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))
import undine  # noqa: E402
from undine import cache, reader, writer  # noqa: E402

program = sys.argv[sys.argv.index("--") + 1]
undine.register()


def fresh():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    return bpy.context.scene


def box(scene, name, size, location, role, rotation=(0, 0, 0)):
    half = Vector(size) / 2
    thing = reader.box_object(name, -half, half)
    thing.location, thing.rotation_euler, thing.undine.role = location, rotation, role
    scene.collection.objects.link(thing)
    return thing


def wavy_ground(scene):
    n, size = 25, 12
    mesh = bpy.data.meshes.new("ground")
    at = [(size * (i / (n - 1) - 0.5), size * (k / (n - 1) - 0.5)) for k in range(n) for i in range(n)]
    mesh.from_pydata([(x, y, 0.1 * x + 0.2 * math.sin(y)) for x, y in at], [],
                     [(k * n + i, k * n + i + 1, (k + 1) * n + i + 1, (k + 1) * n + i) for k in range(n - 1) for i in range(n - 1)])
    thing = bpy.data.objects.new("ground", mesh)
    thing.undine.role, thing.undine.samples = "terrain", (60, 50)
    scene.collection.objects.link(thing)


def build(folder):
    """A scene with a value other than the default for every setting that is compared."""
    scene = fresh()
    scene.name = "try"
    scene.frame_end = 6
    s = scene.undine
    s.step, s.seed, s.steps_per_frame, s.gravity, s.turbidity, s.clouds = 0.01, 7, 3, 9.7, 3.5, 0.45
    s.executable, s.folder = program, str(folder)
    s.extra = '{"about": "of the test", "render": {"exposure": 1.5}}'
    wavy_ground(scene)
    lake = box(scene, "lake", (10, 8, 1.5), (0.5, -0.25, 0.35), "water")
    lake.undine.solver, lake.undine.cells, lake.undine.manning = "shallow", (80, 64), 0.02
    lake.undine.dispersion, lake.undine.layers = True, 2
    lake.undine.edge_east, lake.undine.edge_north = "level", "transmissive"
    lake.undine.extra = '{"wind": {"speed": 3}}'
    jet = box(scene, "jet", (1, 1, 2), (0, 0, 2.5), "water")
    jet.undine.solver, jet.undine.spacing, jet.undine.fill = "sph", 0.1, 0.25
    coupling = s.couplings.add()
    coupling.name, coupling.source, coupling.target = "falls", "jet", "lake"
    crate = box(scene, "crate", (0.6, 0.4, 0.5), (2, 1, 1.2), "body", (0.3, 0.2, 0.7))
    crate.undine.shape, crate.undine.density, crate.undine.velocity = "box", 420, (0.5, 0.2, -0.1)
    bpy.ops.mesh.primitive_ico_sphere_add(radius=0.4, subdivisions=2, location=(-2, -1, 1.6))
    stone = bpy.context.object
    stone.name, stone.undine.role, stone.undine.shape, stone.undine.density = "stone", "body", "mesh", 700
    camera = bpy.data.objects.new("eye", bpy.data.cameras.new("eye"))
    camera.location, camera.rotation_euler = (9, -7, 5), (1.1, 0, 0.9)
    scene.collection.objects.link(camera)
    scene.camera = camera
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.rotation_euler, sun.data.energy = (0.6, 0.3, 0), 2.5
    scene.collection.objects.link(sun)
    bpy.context.view_layer.update()
    return scene


def same(a, b, where=""):
    """Compares two scenes to 1e-4 of each number."""
    if isinstance(a, dict):
        assert set(a) == set(b), f"{where}: keys {sorted(a)} and {sorted(b)}"
        for key in a:
            same(a[key], b[key], f"{where}/{key}")
    elif isinstance(a, list):
        assert len(a) == len(b), f"{where}: {a} and {b}"
        for k, (x, y) in enumerate(zip(a, b)):
            same(x, y, f"{where}/{k}")
    elif isinstance(a, (int, float)) and not isinstance(a, bool):
        assert abs(a - b) <= 1e-4 * max(1, abs(a)), f"{where}: {a} and {b}"
    else:
        assert a == b, f"{where}: {a} and {b}"


def checked(file):
    done = subprocess.run([program, "check", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(file.read_text())


def scenes_come_back(folder):
    first = checked(writer.write(build(folder / "a"), folder / "a"))
    assert first["water"][0]["origin"] == [0.5, -0.4, 0.25] and first["water"][0]["size"] == [10, 8], first["water"][0]
    scene = fresh()
    reader.read(scene, folder / "a/scene.json")
    second = checked(writer.write(scene, folder / "b"))
    # A camera keeps its direction, not the place that it looks at.
    for entry in (first, second):
        eye, target = (numpy.array(entry["camera"][k]) for k in ("eye", "target"))
        entry["camera"]["target"] = list(target - eye)
    same(first, second)
    heights = [numpy.load(folder / name / "terrain.npy") for name in "ab"]
    assert heights[0].shape == (50, 60) and numpy.abs(heights[0] - heights[1]).max() < 1e-3
    x = 12 * ((numpy.arange(60) + 0.5) / 60 - 0.5)
    assert numpy.abs(heights[0].mean(axis=0) - 0.1 * x).max() < 0.02
    print("scenes come back:", sum(map(len, first["water"])) + len(first), "keys")


def simulations_load(folder):
    scene = build(folder / "run")
    assert bpy.ops.undine.simulate() == {"FINISHED"}
    surface = bpy.data.objects["lake.mesh"]
    counts = []
    for frame in (2, 4, 6):
        scene.frame_set(frame)
        file = folder / f"run/cache/lake.mesh_{3 * frame:06}.ply"
        columns, triangles = cache.read_ply(file)
        assert len(surface.data.vertices) == len(columns["x"]) and len(surface.data.polygons) == len(triangles)
        assert len(surface.data.attributes["velocity"].data) == len(columns["x"])
        points = numpy.array([v.co for v in surface.data.vertices])
        assert abs(points[:, 0] - 0.5).max() <= 5 and abs(points[:, 1] + 0.25).max() <= 4
        assert numpy.allclose(points[:, 2], columns["y"]) and numpy.allclose(points[:, 1], -columns["z"])
        assert all(p.normal.z > 0 for p in surface.data.polygons)
        counts.append(len(points))
    drops = bpy.data.objects["jet.particles"]
    assert len(drops.data.vertices) > 100 and len(drops.data.polygons) == 0
    assert any(o.get("undine_gltf") and o.name.startswith("crate") for o in scene.objects)
    assert bpy.ops.undine.load() == {"FINISHED"} and len([o for o in scene.objects if o.name.startswith("lake.mesh")]) == 1
    print("surfaces of", counts, "vertices,", len(drops.data.vertices), "particles")


def expect(what, action):
    try:
        result = action()
    except (writer.SceneError, RuntimeError) as e:
        assert what in str(e), f"{what!r} is not in {e}"
        return
    raise AssertionError(f"no error with {what!r}: {result}")


def mistakes_are_told(folder):
    scene = fresh()
    expect("no object is water", lambda: writer.write(scene, folder / "c"))
    expect("save the .blend file first", bpy.ops.undine.simulate)
    scene = build(folder / "d")
    scene.undine.executable = "/nowhere/undine"
    expect("set the path of Undine", bpy.ops.undine.simulate)
    scene.undine.executable = program
    bpy.data.objects["lake"].undine.extra = "{"
    expect("lake: More is no JSON", bpy.ops.undine.simulate)
    bpy.data.objects["lake"].undine.extra = '{"rain": -1}'
    expect("/water/0/rain", bpy.ops.undine.simulate)
    expect("no surfaces", bpy.ops.undine.load)
    (folder / "e.json").write_text("[")
    expect("e.json", lambda: reader.read(scene, folder / "e.json"))
    print("mistakes are told")


def shipped_scenes_come_back(folder):
    for name in ("float", "dam", "harbour", "sea"):
        scene = fresh()
        source = here.parents[1] / f"scenes/{name}.json"
        reader.read(scene, source)
        if scene.undine.extra and not any(o.undine.role == "water" for o in scene.objects):
            assert "water" in json.loads(scene.undine.extra), name
            continue
        written = json.loads(writer.write(scene, folder / name).read_text())
        given = json.loads(source.read_text())
        for key in set(given) - {"$schema"}:
            assert key in written, f"{name}: {key} is lost"
        for key in ("water", "bodies", "exchanges", "meshes"):
            assert len(given.get(key, [])) == len(written.get(key, [])), f"{name}: {key}"
        same(given["water"][0]["cells"], written["water"][0]["cells"], name)
        print(name, "comes back")


with tempfile.TemporaryDirectory() as made:
    try:
        for test in (scenes_come_back, simulations_load, mistakes_are_told, shipped_scenes_come_back):
            test(pathlib.Path(made))
    except Exception:
        traceback.print_exc()
        sys.stdout.flush()
        sys.exit(1)
print("blender: all passed")
