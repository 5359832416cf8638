"""Writes the Undine scene of a Blender scene, with the models and the height map that it names."""
import json
import math
import pathlib

import bpy
import numpy
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

from .properties import sides

to_undine = Matrix(((1, 0, 0), (0, 0, 1), (0, -1, 0)))
names_of_sides = ("-x", "+x", "-z", "+z")


class SceneError(Exception):
    pass


def rounded(values):
    return [round(float(v), 6) + 0.0 for v in values]


def place(v):
    return rounded(to_undine @ Vector(v))


def degrees(rotation):
    """Angles about Undine's x, then y, then z of a rotation in Blender."""
    return rounded(math.degrees(a) for a in (to_undine @ rotation @ to_undine.transposed()).to_euler("XYZ"))


def box_of(thing):
    """Lowest and highest corner of an object's bounding box in the world."""
    corners = [thing.matrix_world @ Vector(c) for c in thing.bound_box]
    return (Vector([min(c[k] for c in corners) for k in range(3)]), Vector([max(c[k] for c in corners) for k in range(3)]))


def with_extra(thing, text, where):
    """Adds the keys of a JSON object. Those of the panels win; lists go on with its elements."""
    if not text.strip():
        return thing
    try:
        more = json.loads(text)
    except json.JSONDecodeError as e:
        raise SceneError(f"{where}: More is no JSON: {e}") from e
    if not isinstance(more, dict):
        raise SceneError(f"{where}: More is not a JSON object {{...}}")
    for key in set(more) & set(thing):
        if isinstance(more[key], list) and isinstance(thing[key], list) and where == "scene":
            thing[key] = thing[key] + more[key]
    return {**more, **thing}


def edges_of(settings):
    edges = {key: getattr(settings, side) for key, side in zip(names_of_sides, sides)}
    return {key: edge for key, edge in edges.items() if edge != "wall"}


def water_of(thing):
    s = thing.undine
    low, high = box_of(thing)
    middle, size = (low + high) / 2, high - low
    if size.x <= 0 or size.y <= 0:
        raise SceneError(f"{thing.name}: a water needs an extent along x and y")
    out = {"name": thing.name, "solver": s.solver}
    if s.solver == "sph":
        top = low.z + s.fill * size.z
        corners = [[low.x, high.y, low.z], [high.x, low.y, high.z], [high.x, low.y, top]]
        first, last, full = (place(c) for c in corners)
        out.update(spacing=round(s.spacing, 6), domain={"min": first, "max": last},
                   fluid=[{"box": {"min": first, "max": full}}])
        return with_extra(out, s.extra, thing.name)
    out.update(cells=list(s.cells), size=rounded((size.x, size.y)))
    edges = edges_of(s)
    if s.solver == "wave":
        out["origin"] = place((middle.x, middle.y, high.z))
    else:
        out["origin"] = place((middle.x, middle.y, low.z))
        out["initial"] = [{"shape": "level", "level": round(high.z, 6)}]
        if s.manning > 0:
            out["manning"] = round(s.manning, 6)
    if s.solver == "shallow" and s.dispersion:
        out["dispersion"] = "nonhydrostatic"
        if s.layers > 1:
            out["layers"] = s.layers
    if edges:
        out["edges"] = edges
    return with_extra(out, s.extra, thing.name)


def export_model(things, file, at_origin):
    """A glTF of objects, where they are or without their own place and rotation."""
    chosen, active = list(bpy.context.selected_objects), bpy.context.view_layer.objects.active
    worlds = [thing.matrix_world.copy() for thing in things]
    for each in chosen:
        each.select_set(False)
    for thing in things:
        thing.select_set(True)
        if at_origin:
            thing.matrix_world = Matrix.Diagonal((*thing.matrix_world.to_scale(), 1))
    bpy.context.view_layer.update()
    bpy.ops.export_scene.gltf(filepath=str(file), export_format="GLB", use_selection=True, export_apply=True)
    for thing, world in zip(things, worlds):
        thing.matrix_world = world
        thing.select_set(False)
    for each in chosen:
        each.select_set(True)
    bpy.context.view_layer.objects.active = active


def body_of(thing, folder):
    s = thing.undine
    scale = thing.matrix_world.to_scale()
    low, high = Vector(thing.bound_box[0]), Vector(thing.bound_box[6])
    size = Vector([abs(scale[k]) * (high[k] - low[k]) for k in range(3)])
    middle = thing.matrix_world @ ((low + high) / 2)
    rotation = thing.matrix_world.to_quaternion().to_matrix()
    out = {"name": thing.name, "shape": s.shape, "density": round(s.density, 6)}
    if s.shape == "box":
        out["size"] = rounded((size.x, size.z, size.y))
    elif s.shape == "sphere":
        out["radius"] = round(max(size) / 2, 6)
    elif s.shape == "cylinder":  # its axis is z here and y there
        out.update(radius=round(max(size.x, size.y) / 2, 6), length=round(size.z, 6))
    else:
        middle = thing.matrix_world.translation
        model = f"{bpy.path.clean_name(thing.name)}.glb"
        export_model([thing], folder / model, True)
        out["gltf"] = model
    out.update(position=place(middle), rotation=degrees(rotation))
    if Vector(s.velocity).length > 0:
        out["velocity"] = place(s.velocity)
    return with_extra(out, s.extra, thing.name)


def terrain_of(thing, folder):
    """Heights of an object seen from above, in the middle of each cell of its extent."""
    low, high = box_of(thing)
    nx, nz = thing.undine.samples
    tree = BVHTree.FromObject(thing, bpy.context.evaluated_depsgraph_get())
    inverse, world = thing.matrix_world.inverted(), thing.matrix_world
    heights = numpy.full((nz, nx), numpy.nan, numpy.float32)
    down = (inverse.to_3x3() @ Vector((0, 0, -1))).normalized()
    for k in range(nz):
        for i in range(nx):
            # A ray that meets a vertex exactly may pass between its faces.
            x = low.x + (high.x - low.x) * (i + 0.5 + 1e-4) / nx
            y = high.y - (high.y - low.y) * (k + 0.5 + 7e-5) / nz
            hit = tree.ray_cast(inverse @ Vector((x, y, high.z + 1)), down)[0]
            if hit is not None:
                heights[k, i] = (world @ hit).z
    numpy.save(folder / "terrain.npy", heights)
    out = {"heightmap": "terrain.npy", "size": rounded((high.x - low.x, high.y - low.y)),
           "origin": place(((low.x + high.x) / 2, (low.y + high.y) / 2, 0)), "samples": "cells"}
    if numpy.isnan(heights).any():
        out["no_data"] = "not_a_number"
    return with_extra(out, thing.undine.extra, thing.name)


def camera_of(scene):
    thing = scene.camera
    if not thing:
        return None
    forward = thing.matrix_world.to_3x3() @ Vector((0, 0, -1))
    data, wide = thing.data, scene.render.resolution_x >= scene.render.resolution_y
    fov = data.angle_y
    if data.sensor_fit != "VERTICAL" and (wide or data.sensor_fit == "HORIZONTAL"):
        fov = 2 * math.atan(math.tan(data.angle_x / 2) * scene.render.resolution_y / scene.render.resolution_x)
    eye = thing.matrix_world.translation
    return {"eye": place(eye), "target": place(eye + forward), "fov": round(math.degrees(fov), 4)}


def sun_of(scene):
    for thing in scene.objects:
        if thing.type == "LIGHT" and thing.data.type == "SUN":
            return {"direction": place(thing.matrix_world.to_3x3() @ Vector((0, 0, 1))),
                    "color": rounded(thing.data.color), "intensity": round(thing.data.energy, 6)}
    return None


def scene_of(scene, folder):
    """The scene as a dictionary; writes models and the height map to the folder."""
    s = scene.undine
    by_role = {role: [t for t in scene.objects if t.undine.role == role] for role in ("water", "terrain", "body", "solid")}
    if not by_role["water"]:
        raise SceneError("no object is water: choose the role Water in the panel Undine of an object")
    if len(by_role["terrain"]) > 1:
        raise SceneError("terrain: " + ", ".join(t.name for t in by_role["terrain"]) + ": one object at most")
    out = {"version": 1, "name": scene.name, "gravity": round(s.gravity, 6),
           "clock": {"step": round(s.step, 8), "seed": s.seed, "steps_per_frame": s.steps_per_frame},
           "sky": {"model": "atmosphere", "turbidity": round(s.turbidity, 6), "clouds": round(s.clouds, 6)}}
    for key, value in (("camera", camera_of(scene)), ("sun", sun_of(scene))):
        if value:
            out[key] = value
    if by_role["terrain"]:
        out["terrain"] = terrain_of(by_role["terrain"][0], folder)
    if by_role["solid"]:
        export_model(by_role["solid"], folder / "solids.glb", False)
        out["meshes"] = [{"shape": "gltf", "gltf": "solids.glb", "solid": True}]
    out["water"] = [water_of(thing) for thing in by_role["water"]]
    if s.couplings:
        out["exchanges"] = [{"name": c.name, "from": c.source, "to": c.target} for c in s.couplings]
    if by_role["body"]:
        out["bodies"] = [body_of(thing, folder) for thing in by_role["body"]]
    return with_extra(out, s.extra, "scene")


def write(scene, folder):
    """Writes scene.json and what it names to a folder, and returns its path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(scene_of(scene, folder), indent=2, ensure_ascii=False)
    file = folder / "scene.json"
    file.write_text(text + "\n", encoding="utf-8")
    return file
