#include "engine/app/cli/verbs.h"
#include "engine/app/viewer/loading.h"
#include "engine/app/viewer/viewer.h"

namespace undine::cli {

Exit verb_run(const session::CommandLine& line) {
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
                        {.visible = line.hud.value_or(true)});
  viewer.loop(left);
  return session.result();
}

}  // namespace undine::cli
