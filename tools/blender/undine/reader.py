"""Makes objects and settings of a Blender scene from an Undine scene. Keys that no panel shows are kept in "More"."""
import json
import math
import pathlib

import bpy
import numpy
from mathutils import Euler, Matrix, Vector

from .cache import import_gltf
from .properties import sides
from .writer import SceneError, names_of_sides, to_undine

to_blender = to_undine.transposed()


def placed(v):
    return to_blender @ Vector(v)


def turned(degrees):
    rotation = Euler([math.radians(a) for a in degrees], "XYZ").to_matrix()
    return to_blender @ rotation @ to_undine


def rest(entry, known):
    more = {key: value for key, value in entry.items() if key not in known}
    return json.dumps(more) if more else ""


def box_object(name, low, high):
    """A box with these corners, its middle at the object's origin."""
    middle, half = (low + high) / 2, (high - low) / 2
    corners = [(x * half.x, y * half.y, z * half.z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], faces)
    thing = bpy.data.objects.new(name, mesh)
    thing.location = middle
    return thing


def level_of(entry, origin):
    for shape in entry.get("initial", []):
        if shape.get("shape") == "level" and "level" in shape:
            return shape["level"]
    return origin[1] + 1


def read_water(scene, entry):
    """False: a solver that has no panel."""
    known = {"name", "solver", "cells", "size", "origin", "edges"}
    solver = entry.get("solver")
    if solver not in ("shallow", "pipes", "wave", "sph"):
        return False
    name = entry.get("name", solver)
    if solver == "sph":
        known = {"name", "solver", "domain", "spacing", "fluid"}
        low, high = (placed(entry["domain"][k]) for k in ("min", "max"))
        thing = box_object(name, Vector(map(min, low, high)), Vector(map(max, low, high)))
        top = max((placed(f["box"]["max"]).z for f in entry.get("fluid", []) if "box" in f), default=0)
        thing.undine.fill = (top - min(low.z, high.z)) / abs(high.z - low.z)
        thing.undine.spacing = entry.get("spacing", 0.05)
    else:
        origin, size = entry.get("origin", [0, 0, 0]), entry.get("size", [16, 16])
        plain = entry.get("initial", [{"shape": "level"}])
        top = origin[1] if solver == "wave" else level_of(entry, origin)
        bottom = top - 1 if solver == "wave" else min(origin[1], top)
        if solver != "wave" and len(plain) == 1 and plain[0].get("shape") == "level":
            known = known | {"initial"}
        middle = placed((origin[0], (top + bottom) / 2, origin[2]))
        half = Vector((size[0] / 2, size[1] / 2, (top - bottom) / 2))
        thing = box_object(name, middle - half, middle + half)
        thing.undine.cells = entry.get("cells", [128, 128])
        thing.undine.manning = entry.get("manning", 0)
        thing.undine.dispersion = solver == "shallow" and entry.get("dispersion") == "nonhydrostatic"
        thing.undine.layers = entry.get("layers", 1) if solver == "shallow" else 1
        known = known | {"manning"} | ({"dispersion", "layers"} if solver == "shallow" else set())
        edges = dict(entry.get("edges", {}))
        for side, key in zip(sides, names_of_sides):
            kind = edges.get(key, "wall")
            if isinstance(kind, str) and kind in ("wall", "open", "level", "transmissive", "sea", "absorb"):
                setattr(thing.undine, side, kind)
            else:
                known = known - {"edges"}
    thing.undine.role, thing.undine.solver = "water", solver
    thing.undine.extra = rest(entry, known)
    thing.display_type = "WIRE"
    scene.collection.objects.link(thing)
    return True


def add_primitive(scene, name, shape, entry):
    if shape == "box":
        x, y, z = entry.get("size", [1, 1, 1])
        half = Vector((x / 2, z / 2, y / 2))
        thing = box_object(name, -half, half)
        scene.collection.objects.link(thing)
        return thing
    if shape == "sphere":
        bpy.ops.mesh.primitive_uv_sphere_add(radius=entry.get("radius", 0.5))
    else:
        bpy.ops.mesh.primitive_cylinder_add(radius=entry.get("radius", 0.5), depth=entry.get("length", 1))
    thing = bpy.context.object
    thing.name = name
    return thing


def read_body(scene, entry, folder):
    """False: a shape that has no panel."""
    shape = entry.get("shape", "box")
    name = entry.get("name", "body")
    known = {"name", "shape", "density", "position", "rotation", "velocity", "size", "radius", "length", "gltf"}
    if shape in ("box", "sphere", "cylinder"):
        thing = add_primitive(scene, name, shape, entry)
    elif shape == "mesh" and "gltf" in entry:
        meshes = [o for o in import_gltf(folder / entry["gltf"]) if o.type == "MESH"]
        if not meshes:
            raise SceneError(f"{entry['gltf']}: no mesh")
        bpy.ops.object.select_all(action="DESELECT")
        for each in meshes:
            each.select_set(True)
        bpy.context.view_layer.objects.active = meshes[0]
        if len(meshes) > 1:
            bpy.ops.object.join()
        bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
        thing = meshes[0]
        thing.name = name
    else:
        return False
    turn = turned(entry.get("rotation", [0, 0, 0])).to_4x4()
    thing.matrix_world = Matrix.Translation(placed(entry.get("position", [0, 0, 0]))) @ turn
    thing.undine.role, thing.undine.shape = "body", shape
    thing.undine.density = entry.get("density", 500)
    thing.undine.velocity = placed(entry.get("velocity", [0, 0, 0]))
    thing.undine.extra = rest(entry, known)
    return True


def read_terrain(scene, entry, folder):
    """A grid with the heights of a .npy map; other maps stay in the scene's "More"."""
    file = str(entry.get("heightmap", ""))
    if not file.endswith(".npy") or entry.get("samples", "cells") != "cells":
        return False
    heights = numpy.load(folder / file).astype(float)
    nz, nx = heights.shape
    width, depth = entry.get("size", [10, 10])
    origin = entry.get("origin", [0, 0, 0])
    # Vertices in the middle of the cells, and on the border of the map.
    heights = numpy.pad(heights, 1, mode="edge")
    xs = [0, *((i + 0.5) / nx for i in range(nx)), 1]
    zs = [0, *((k + 0.5) / nz for k in range(nz)), 1]
    points = [(origin[0] + (x - 0.5) * width, -(origin[2] + (z - 0.5) * depth), origin[1] + heights[k, i])
              for k, z in enumerate(zs) for i, x in enumerate(xs)]
    row = nx + 2
    faces = [(k * row + i, (k + 1) * row + i, (k + 1) * row + i + 1, k * row + i + 1)
             for k in range(nz + 1) for i in range(nx + 1)]
    mesh = bpy.data.meshes.new("terrain")
    mesh.from_pydata(points, [], faces)
    thing = bpy.data.objects.new("terrain", mesh)
    thing.undine.role, thing.undine.samples = "terrain", (nx, nz)
    thing.undine.extra = rest(entry, {"heightmap", "size", "origin", "samples", "no_data"})
    scene.collection.objects.link(thing)
    return True


def read_coupling(settings, entry):
    if set(entry) != {"name", "from", "to"}:
        return False
    coupling = settings.couplings.add()
    coupling.name, coupling.source, coupling.target = entry["name"], entry["from"], entry["to"]
    return True


def read_camera(scene, entry):
    thing = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    eye, target = placed(entry.get("eye", [0, 2, 5])), placed(entry.get("target", [0, 0, 0]))
    thing.matrix_world = Matrix.Translation(eye) @ (target - eye).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    thing.data.sensor_fit = "VERTICAL"
    thing.data.angle = math.radians(entry.get("fov", 45))
    scene.collection.objects.link(thing)
    scene.camera = thing


def read_sun(scene, entry):
    thing = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    thing.matrix_world = placed(entry.get("direction", [0, 1, 0])).to_track_quat("Z", "Y").to_matrix().to_4x4()
    thing.data.color = entry.get("color", [1, 1, 1])
    thing.data.energy = entry.get("intensity", 3)
    scene.collection.objects.link(thing)


def read(scene, file):
    """Adds the content of an Undine scene to a Blender scene. Error: SceneError."""
    file = pathlib.Path(file)
    try:
        entry = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as e:
        raise SceneError(f"{file}: {e}") from e
    s, clock, sky = scene.undine, entry.get("clock", {}), entry.get("sky", {})
    s.step, s.seed = clock.get("step", 1 / 120), clock.get("seed", 1)
    s.steps_per_frame, s.gravity = clock.get("steps_per_frame", 1), entry.get("gravity", 9.81)
    s.turbidity, s.clouds = sky.get("turbidity", 2.2), sky.get("clouds", 0)
    scene.name = entry.get("name", scene.name)
    left = {"water": [e for e in entry.get("water", []) if not read_water(scene, e)],
            "bodies": [e for e in entry.get("bodies", []) if not read_body(scene, e, file.parent)],
            "exchanges": [e for e in entry.get("exchanges", []) if not read_coupling(s, e)]}
    known = {"$schema", "version", "name", "clock", "gravity"}
    if set(sky) <= {"model", "turbidity", "clouds"}:
        known.add("sky")
    if "camera" in entry and "path" not in entry["camera"]:
        read_camera(scene, entry["camera"])
        known.add("camera")
    if "sun" in entry:
        read_sun(scene, entry["sun"])
        known.add("sun")
    if "terrain" in entry and read_terrain(scene, entry["terrain"], file.parent):
        known.add("terrain")
    s.extra = rest({**entry, **left}, known | {key for key, entries in left.items() if not entries})
    bpy.context.view_layer.update()
