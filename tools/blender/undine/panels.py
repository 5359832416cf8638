"""Panels: of the scene (time, sky, couplings, simulation) and of an object (its role)."""
import bpy

from .properties import sides


class UNDINE_UL_couplings(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_property, index):
        row = layout.row(align=True)
        row.prop(item, "name", text="", emboss=False)
        row.prop_search(item, "source", context.scene, "objects", text="")
        row.prop_search(item, "target", context.scene, "objects", text="")


class ScenePanel:
    bl_space_type, bl_region_type, bl_context = "PROPERTIES", "WINDOW", "scene"


class UNDINE_PT_scene(ScenePanel, bpy.types.Panel):
    bl_label = "Undine"

    def draw(self, context):
        s, layout = context.scene.undine, self.layout
        layout.use_property_split = True
        for key in ("executable", "folder", "step", "steps_per_frame", "seed", "gravity", "extra"):
            layout.prop(s, key)
        layout.operator("undine.simulate", icon="MOD_OCEAN")
        if s.status == "running":
            layout.prop(s, "progress", slider=True)
        elif s.status:
            layout.label(text=s.status)
        row = layout.row(align=True)
        row.operator("undine.load")
        row.operator("undine.export_scene", text="Write")
        row.operator("undine.import_scene", text="Read")


class UNDINE_PT_sky(ScenePanel, bpy.types.Panel):
    bl_label, bl_parent_id = "Sky", "UNDINE_PT_scene"

    def draw(self, context):
        self.layout.use_property_split = True
        self.layout.prop(context.scene.undine, "turbidity")
        self.layout.prop(context.scene.undine, "clouds", slider=True)
        self.layout.label(text="The sun is the scene's first sun light")


class UNDINE_PT_couplings(ScenePanel, bpy.types.Panel):
    bl_label, bl_parent_id = "Couplings", "UNDINE_PT_scene"

    def draw(self, context):
        s, row = context.scene.undine, self.layout.row()
        row.template_list("UNDINE_UL_couplings", "", s, "couplings", s, "coupling", rows=2)
        column = row.column(align=True)
        column.operator("undine.coupling", text="", icon="ADD").action = "add"
        column.operator("undine.coupling", text="", icon="REMOVE").action = "remove"


class UNDINE_PT_object(bpy.types.Panel):
    bl_label = "Undine"
    bl_space_type, bl_region_type, bl_context = "PROPERTIES", "WINDOW", "object"

    def draw(self, context):
        s, layout = context.object.undine, self.layout
        layout.use_property_split = True
        layout.prop(s, "role")
        keys = {"terrain": ("samples",), "body": ("shape", "density", "velocity", "extra"), "solid": (), "none": ()}
        if s.role == "water":
            keys["water"] = self.water(s, layout)
        for key in keys[s.role]:
            layout.prop(s, key)

    @staticmethod
    def water(s, layout):
        layout.prop(s, "solver")
        if s.solver == "sph":
            return ("spacing", "fill", "extra")
        keys = ("cells",) if s.solver == "wave" else ("cells", "manning")
        if s.solver == "shallow":
            keys += ("dispersion", "layers") if s.dispersion else ("dispersion",)
        return keys + sides + ("extra",)


classes = (UNDINE_UL_couplings, UNDINE_PT_scene, UNDINE_PT_sky, UNDINE_PT_couplings, UNDINE_PT_object)
