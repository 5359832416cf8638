#include "engine/app/cli/verbs.h"
#include "engine/app/viewer/loading.h"
#include "engine/app/viewer/viewer.h"

namespace undine::cli {

namespace {

struct Asked : session::CommandLine {
  std::uint64_t frames = 0;  // 0: until it is closed
  bool vsync = true, fullscreen = false;
};

Exit run(const Asked& line) {
  check_capture(line, line.frames, "frames count from 0");
  Scene scene = load_scene(line.scene(), line.overrides());
  const std::string name = viewer::scene_title(scene);
  window::Window window(name + " · reading the scene", line.size);
  window.fullscreen(line.fullscreen);
  session::Session session(std::move(scene), line, {.picture = true});
  check_view(line.view, line.how, session.world().fields());
  if (window.poll(); window.closing()) return Exit::done;
  window.title(name + " · opening the device");
  session.open_device(true);
  std::optional<std::uint64_t> left;
  if (line.frames > 0) left = line.frames;
  viewer::Viewer viewer(session, window, window::OrbitCamera(session.scene().camera),
                        {.visible = line.hud.value_or(true)}, line.vsync);
  viewer.loop(left);
  return session.result();
}

}  // namespace

Call verb_run(Flags& flags) {
  auto line = std::make_shared<Asked>();
  scene_file(flags, *line);
  view_flags(flags, *line);
  picture_size(flags, *line);
  flags.count("--frames", line->frames, 1, "close after N frames");
  flags.add("--vsync,!--no-vsync", line->vsync, "show pictures in step with the display (key V)");
  flags.add("--fullscreen", line->fullscreen, "fill the screen (key F11)");
  run_flags(flags, *line);
  return call(line, run);
}

}  // namespace undine::cli
