#include "engine/app/verbs.h"
#include "engine/app/viewer.h"
#include "engine/core/log.h"

namespace undine {

// A session on a changed scene file, if all of it loads.
static std::unique_ptr<Session> replacement(Scene scene, const CommandLine& line) {
  try {
    auto session = std::make_unique<Session>(std::move(scene), line, SessionParts{.picture = true});
    session->open_device(true);
    return session;
  } catch (const Error& e) {
    log::error("{}; the scene stays as it was", e.what());
    return nullptr;
  }
}

Exit verb_run(const CommandLine& line) {
  Scene scene = load_scene(line.scene(), line.overrides());
  std::string name = scene.name.empty() ? line.scene().stem().string() : scene.name;
  Window window("Undine: " + name, line.size);
  auto session = std::make_unique<Session>(std::move(scene), line, SessionParts{.picture = true});
  if (window.poll(); window.closing()) return Exit::done;
  session->open_device(true);
  std::optional<std::uint64_t> left;
  if (line.frames > 0) left = line.frames;
  OrbitCamera camera(session->scene().camera);
  HudPanels panels{.visible = line.hud.value_or(true)};
  Exit result = Exit::done;
  for (;;) {
    std::optional<Scene> changed;
    {
      Viewer viewer(*session, window, camera, panels);
      changed = viewer.loop(left);
      camera = viewer.camera();
      panels = viewer.panels();
    }
    if (Exit found = session->result(); found != Exit::done) result = found;
    if (!changed) return result;
    if (auto next = replacement(std::move(*changed), line)) session = std::move(next);
  }
}

}  // namespace undine
