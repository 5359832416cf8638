"""Surfaces and particles that a simulation exported: one file per frame, loaded as the frame changes."""
import pathlib
import re

import bpy
import numpy

pattern = re.compile(r"(.+)\.(mesh|particles|spray)_(\d{6})\.ply$")


def import_gltf(file):
    """Blender's importer; that of 3.4 uses a name which NumPy 1.24, as in Debian 12, no longer has. Returns the new objects."""
    before, lacks = set(bpy.data.objects), "bool" not in vars(numpy)
    if lacks:
        numpy.bool = bool
    try:
        bpy.ops.import_scene.gltf(filepath=str(file))
    finally:
        if lacks:
            del numpy.bool
    return set(bpy.data.objects) - before


def read_ply(file):
    """Binary little-endian PLY of Undine: columns of the vertices by name, and triangles (n, 3)."""
    data = pathlib.Path(file).read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    names, vertices, faces = [], 0, 0
    for line in data[:end].decode("ascii").splitlines():
        words = line.split()
        if words[:2] == ["element", "vertex"]:
            vertices = int(words[2])
        elif words[:2] == ["element", "face"]:
            faces = int(words[2])
        elif words[:2] == ["property", "float"]:
            names.append(words[2])
    table = numpy.frombuffer(data, "<f4", vertices * len(names), end).reshape(vertices, len(names))
    lists = numpy.frombuffer(data, numpy.dtype([("n", "u1"), ("i", "<i4", 3)]), faces, end + table.nbytes)
    return {name: table[:, k] for k, name in enumerate(names)}, lists["i"]


def upright(columns, names):
    """Vectors of three columns, y up, as Blender has them."""
    x, y, z = (columns[n] for n in names)
    return numpy.stack([x, -z, y], axis=1).astype(numpy.float32)


def fill(mesh, file):
    """Replaces the content of a mesh by that of a file."""
    columns, triangles = read_ply(file)
    points = upright(columns, ("x", "y", "z"))
    mesh.clear_geometry()
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.ravel())
    if len(triangles):
        mesh.loops.add(triangles.size)
        mesh.loops.foreach_set("vertex_index", triangles.ravel().astype(numpy.int32))
        mesh.polygons.add(len(triangles))
        mesh.polygons.foreach_set("loop_start", numpy.arange(0, triangles.size, 3, dtype=numpy.int32))
        mesh.polygons.foreach_set("loop_total", numpy.full(len(triangles), 3, numpy.int32))
        mesh.polygons.foreach_set("use_smooth", numpy.ones(len(triangles), bool))
    if "vx" in columns:
        speeds = mesh.attributes.get("velocity") or mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT")
        speeds.data.foreach_set("vector", upright(columns, ("vx", "vy", "vz")).ravel())
    mesh.update()
    mesh.validate()


def steps_of(folder, name):
    return sorted(int(m[3]) for f in pathlib.Path(folder).glob("*.ply")
                  if (m := pattern.match(f.name)) and f"{m[1]}.{m[2]}" == name)


def load(scene, folder):
    """An object per surface and set of particles in a folder, and bodies and camera of its glTF. Returns the objects."""
    folder = pathlib.Path(folder)
    names = sorted({f"{m[1]}.{m[2]}" for f in folder.glob("*.ply") if (m := pattern.match(f.name))})
    loaded = []
    for name in names:
        thing = bpy.data.objects.get(name)
        if thing is None or "undine_cache" not in thing:
            thing = bpy.data.objects.new(name, bpy.data.meshes.new(name))
            scene.collection.objects.link(thing)
        thing["undine_cache"] = str(folder)
        thing["undine_name"] = name
        loaded.append(thing)
    for old in [o for o in scene.objects if o.get("undine_gltf")]:
        bpy.data.objects.remove(old)
    for model in sorted(folder.glob("scene_*.glb"))[-1:]:
        camera = scene.camera
        for each in import_gltf(model):
            each["undine_gltf"] = True
        scene.camera = camera
    show(scene)
    return loaded


@bpy.app.handlers.persistent
def show(scene, *_):
    """Fills the cached objects for the scene's frame: with the latest step that is not after it."""
    step = scene.frame_current * scene.undine.steps_per_frame
    for thing in scene.objects:
        if "undine_cache" not in thing:
            continue
        name, folder = thing["undine_name"], thing["undine_cache"]
        steps = [n for n in steps_of(folder, name) if n <= step]
        if not steps:
            thing.data.clear_geometry()
        else:
            fill(thing.data, pathlib.Path(folder) / f"{name}_{steps[-1]:06}.ply")
