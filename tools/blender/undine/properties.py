"""Settings of Undine in a Blender file: those of the scene, and those of an object that is water, terrain, a body or a solid."""
import bpy
from bpy.props import (BoolProperty, CollectionProperty, EnumProperty, FloatProperty, FloatVectorProperty, IntProperty,
                       IntVectorProperty, PointerProperty, StringProperty)


def choices(*names):
    return [(name, name.capitalize(), "") for name in names]


edges = choices("wall", "open", "level", "transmissive", "sea", "absorb")
sides = ("edge_west", "edge_east", "edge_north", "edge_south")  # -x, +x, -z, +z of Undine


class UndineCoupling(bpy.types.PropertyGroup):
    name: StringProperty(name="Name", default="exchange", description="Name in statistics and messages")
    source: StringProperty(name="From", description="Water that gives")
    target: StringProperty(name="To", description="Water that receives")


class UndineScene(bpy.types.PropertyGroup):
    step: FloatProperty(name="Step", default=1 / 120, min=1e-5, max=1, precision=5, unit="TIME",
                        description="Simulated time of a step")
    seed: IntProperty(name="Seed", default=1, min=0, description="Seed of all random numbers")
    steps_per_frame: IntProperty(name="Steps per frame", default=2, min=1, max=1000)
    gravity: FloatProperty(name="Gravity", default=9.81, min=0, max=100, description="m/s²")
    turbidity: FloatProperty(name="Turbidity", default=2.2, min=1, max=10, description="Haze of the sky")
    clouds: FloatProperty(name="Clouds", default=0.3, min=0, max=1, description="Share of the sky that they cover")
    executable: StringProperty(name="Undine", default="undine", subtype="FILE_PATH", description="The program")
    folder: StringProperty(name="Folder", default="//undine", subtype="DIR_PATH",
                           description="For the scene, its models and the surfaces")
    extra: StringProperty(name="More", description="Further keys of the scene as a JSON object")
    couplings: CollectionProperty(type=UndineCoupling)
    coupling: IntProperty(name="Coupling")
    progress: FloatProperty(name="Progress", min=0, max=100, subtype="PERCENTAGE")
    status: StringProperty(name="Status")


class UndineObject(bpy.types.PropertyGroup):
    role: EnumProperty(name="Role", items=choices("none", "water", "terrain", "body", "solid"))
    extra: StringProperty(name="More", description="Further keys of this water or body as a JSON object")
    # Water: the object's box is its extent, and the top of the box its level.
    solver: EnumProperty(name="Solver", items=choices("shallow", "pipes", "wave", "sph"))
    cells: IntVectorProperty(name="Cells", size=2, default=(128, 128), min=1, max=16384, description="Along x and y")
    manning: FloatProperty(name="Manning's n", default=0, min=0, max=1, precision=4, description="Friction of the ground")
    dispersion: BoolProperty(name="Dispersion", description="Speed of waves by their length")
    layers: IntProperty(name="Layers", default=1, min=1, max=2, description="Of the dynamic pressure")
    edge_west: EnumProperty(name="-X", items=edges)
    edge_east: EnumProperty(name="+X", items=edges)
    edge_north: EnumProperty(name="+Y", items=edges)
    edge_south: EnumProperty(name="-Y", items=edges)
    spacing: FloatProperty(name="Spacing", default=0.05, min=1e-3, max=10, unit="LENGTH", description="Of particles")
    fill: FloatProperty(name="Filled", default=0.5, min=0, max=1, description="Share of the box that particles fill")
    # Terrain: the map that is sampled from the object.
    samples: IntVectorProperty(name="Samples", size=2, default=(256, 256), min=2, max=16384)
    # Body
    shape: EnumProperty(name="Shape", items=choices("box", "sphere", "cylinder", "mesh"))
    density: FloatProperty(name="Density", default=500, min=1, max=100000, description="kg/m³")
    velocity: FloatVectorProperty(name="Velocity", size=3, subtype="VELOCITY", unit="VELOCITY")


classes = (UndineCoupling, UndineScene, UndineObject)


def attach():
    bpy.types.Scene.undine = PointerProperty(type=UndineScene)
    bpy.types.Object.undine = PointerProperty(type=UndineObject)


def detach():
    del bpy.types.Scene.undine
    del bpy.types.Object.undine
