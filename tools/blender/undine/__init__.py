"""Undine for Blender: water, terrain, bodies and couplings of a scene, its simulation, and the surfaces that come back.

Blender counts z upwards and Undine y: a place (x, y, z) here is (x, z, -y) there. Lengths are meters in both.
"""
bl_info = {
    "name": "Undine",
    "author": "Undine",
    "version": (0, 2, 0),
    "blender": (3, 4, 0),
    "location": "Properties > Scene and Object > Undine",
    "description": "Simulates water with Undine and loads its surfaces",
    "category": "Physics",
}

import bpy

from . import cache, operators, panels, properties

modules = (properties, operators, panels)


def register():
    for module in modules:
        for each in module.classes:
            bpy.utils.register_class(each)
    properties.attach()
    bpy.app.handlers.frame_change_pre.append(cache.show)


def unregister():
    bpy.app.handlers.frame_change_pre.remove(cache.show)
    properties.detach()
    for module in reversed(modules):
        for each in reversed(module.classes):
            bpy.utils.unregister_class(each)
