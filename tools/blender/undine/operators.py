"""Operators: write and read scenes, simulate in the background, load the result."""
import pathlib
import re
import subprocess
import tempfile

import bpy
from bpy.props import StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import cache, reader, writer

progress_of = re.compile(r"step (\d+)/(\d+)")


def folder_of(scene):
    text = scene.undine.folder
    if text.startswith("//") and not bpy.data.filepath:
        raise writer.SceneError(f"folder {text}: save the .blend file first, or choose a folder with a full path")
    return pathlib.Path(bpy.path.abspath(text))


class Simulation:
    """A running `undine simulate` that exports every frame up to the scene's last."""

    def __init__(self, scene):
        folder = folder_of(scene)
        file = writer.write(scene, folder)
        self.cache = folder / "cache"
        self.cache.mkdir(exist_ok=True)
        for old in self.cache.glob("*.[pg]l[yb]"):
            old.unlink()
        spf = scene.undine.steps_per_frame
        command = [bpy.path.abspath(scene.undine.executable), "simulate", str(file), "--steps", str(scene.frame_end * spf),
                   "--every", str(spf), "--export", str(self.cache)]
        self.log = tempfile.TemporaryFile("w+", errors="replace")
        try:
            self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)
        except OSError as e:
            raise writer.SceneError(f"{command[0]}: {e.strerror}: set the path of Undine in the panel") from e

    def text(self):
        self.log.seek(0)
        return self.log.read()

    def percent(self):
        found = progress_of.findall(self.text())
        return 100 * int(found[-1][0]) / int(found[-1][1]) if found else 0

    def problem(self):
        """None: it ended well."""
        if self.process.returncode == 0:
            return None
        lines = [line for line in self.text().splitlines() if "error" in line]
        return "\n".join(lines[-4:]) or f"undine ended with code {self.process.returncode}"


class UNDINE_OT_simulate(bpy.types.Operator):
    """Writes the scene, simulates it up to the last frame, and loads the surfaces. Escape stops it"""
    bl_idname = "undine.simulate"
    bl_label = "Simulate"

    def execute(self, context):
        try:
            self.run = Simulation(context.scene)
        except writer.SceneError as e:
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        if bpy.app.background:
            self.run.process.wait()
            return self.end(context)
        self.timer = context.window_manager.event_timer_add(0.5, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.scene.undine.status = "running"
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC":
            self.run.process.terminate()
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        context.scene.undine.progress = self.run.percent()
        for area in context.screen.areas:
            area.tag_redraw()
        if self.run.process.poll() is None:
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        return self.end(context)

    def end(self, context):
        problem = self.run.problem()
        context.scene.undine.progress = 100 if problem is None else 0
        context.scene.undine.status = "done" if problem is None else problem.splitlines()[-1]
        if problem is not None:
            self.report({"ERROR"}, problem)
            return {"CANCELLED"}
        cache.load(context.scene, self.run.cache)
        return {"FINISHED"}


class UNDINE_OT_load(bpy.types.Operator):
    """Loads the surfaces, particles and bodies of the last simulation"""
    bl_idname = "undine.load"
    bl_label = "Load surfaces"

    def execute(self, context):
        try:
            folder = folder_of(context.scene) / "cache"
        except writer.SceneError as e:
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        if not cache.load(context.scene, folder):
            self.report({"ERROR"}, f"{folder}: no surfaces: simulate first")
            return {"CANCELLED"}
        return {"FINISHED"}


class UNDINE_OT_export(bpy.types.Operator, ExportHelper):
    """Writes the scene for Undine, with its models and its height map beside it"""
    bl_idname = "undine.export_scene"
    bl_label = "Write Undine scene"
    filename_ext = ".json"
    filter_glob: StringProperty(default="*.json", options={"HIDDEN"})

    def execute(self, context):
        file = pathlib.Path(self.filepath)
        try:
            written = writer.write(context.scene, file.parent)
        except writer.SceneError as e:
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        written.replace(file)
        return {"FINISHED"}


class UNDINE_OT_import(bpy.types.Operator, ImportHelper):
    """Adds the waters, bodies, terrain, camera and sun of an Undine scene"""
    bl_idname = "undine.import_scene"
    bl_label = "Read Undine scene"
    filename_ext = ".json"
    filter_glob: StringProperty(default="*.json", options={"HIDDEN"})

    def execute(self, context):
        try:
            reader.read(context.scene, self.filepath)
        except writer.SceneError as e:
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        return {"FINISHED"}


class UNDINE_OT_coupling(bpy.types.Operator):
    """Adds or removes a coupling"""
    bl_idname = "undine.coupling"
    bl_label = "Coupling"
    action: StringProperty(default="add")

    def execute(self, context):
        s = context.scene.undine
        if self.action == "add":
            s.couplings.add()
            s.coupling = len(s.couplings) - 1
        elif s.couplings:
            s.couplings.remove(s.coupling)
            s.coupling = max(0, s.coupling - 1)
        return {"FINISHED"}


classes = (UNDINE_OT_simulate, UNDINE_OT_load, UNDINE_OT_export, UNDINE_OT_import, UNDINE_OT_coupling)
