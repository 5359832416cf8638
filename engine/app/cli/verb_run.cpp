#include "engine/app/cli/resuming.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/viewer/loading.h"
#include "engine/app/viewer/lost.h"
#include "engine/app/viewer/viewer.h"
#include "engine/core/device_lost.h"
#include "engine/gpu/device.h"

namespace undine::cli {

namespace {

struct RunLine : session::CommandLine {
  std::uint64_t frames = 0;  // 0: until the window is closed
  bool vsync = true, fullscreen = false;
  double fps = 30;
  Resuming resuming;
};

// State of a window that survives a lost device.
struct Kept {
  session::CommandLine line;
  std::filesystem::path file;
  std::string scene;
  window::OrbitCamera camera;
};

// Fills `kept` before throwing DeviceLost.
Exit show(window::Window& window, Scene scene, const RunLine& asked, const session::Checkpoint* from,
          std::optional<Kept>& kept) {
  const std::string name = viewer::scene_title(scene);
  const session::CommandLine line = kept ? kept->line : static_cast<const session::CommandLine&>(asked);
  session::Session session(std::move(scene), line, {.picture = true});
  check_view(line.view, line.how, session.world().fields());
  if (window.poll(); window.closing()) return Exit::done;
  window.title(name + " · opening the device");
  session.open_device(true);
  std::optional<std::uint64_t> left;
  if (asked.frames > 0) left = asked.frames;
  viewer::Viewer viewer(session, window, kept ? kept->camera : window::OrbitCamera(session.scene().camera),
                        {.visible = line.hud.value_or(true), .figures = false, .browser = line.scenes.empty() && !kept},
                        asked.vsync, asked.fps);
  try {
    viewer.loop(left, from);
  } catch (const DeviceLost&) {
    kept = Kept{session.line(), session.scene().file, save_scene(session.live_scene()), viewer.camera()};
    throw;
  }
  return session.result();
}

Exit run(const RunLine& line) {
  check_capture(line, line.frames, "frames count from 0");
  if (line.scenes.empty() && !line.resuming.resume.empty())
    throw Error(Exit::bad_input, "--resume", "no scene is given",
                "the scene of the checkpoint: undine SCENE.json --resume");
  // Without a scene, the window shows the browser over an empty scene.
  Scene scene = line.scenes.empty() ? parse_scene(R"({"version": 1, "name": "Undine", "water": []})", {})
                                    : load_scene(line.scene(), line.overrides(), line.assets);
  std::optional<session::Checkpoint> from;
  if (!line.resuming.resume.empty()) {
    from = session::read_checkpoint(line.resuming.resume);
    session::check_scene(*from, scene);
    scene = session::first_scene(*from, std::move(scene));
  }
  window::Window window(viewer::scene_title(scene) + " · reading the scene", line.size);
  window.fullscreen(line.fullscreen);
  std::optional<Kept> kept;
  for (;;) {
    try {
      return show(window, std::move(scene), line, from && !kept ? &*from : nullptr, kept);
    } catch (const DeviceLost& lost) {
      if (!kept || line.frames > 0 || gpu::left_behind()) throw;
      scene = parse_scene(kept->scene, kept->file, {}, line.assets);
      if (!viewer::begin_again(window, viewer::scene_title(scene))) throw;
      report(lost);
    }
  }
}

}  // namespace

Call verb_run(Flags& flags) {
  auto line = std::make_shared<RunLine>();
  flags.add("scene", [scenes = &line->scenes](const std::string& file) { *scenes = {file}; },
            "scene file (JSON); without it the window shows a scene browser", {.as = "SCENE.json"});
  view_flags(flags, *line);
  picture_size(flags, *line);
  flags.count("--frames", line->frames, 1, "close after N frames");
  flags.add("--vsync,!--no-vsync", line->vsync, "vertical synchronization (key V)");
  rate_flag(flags, line->fps);
  flags.add("--fullscreen", line->fullscreen, "fill the screen (key F11)");
  resuming_flags(flags, line->resuming, "");
  run_flags(flags, *line);
  return call(line, run);
}

}  // namespace undine::cli
