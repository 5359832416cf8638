#include "engine/app/verbs.h"
#include "engine/app/viewer.h"

namespace undine {

Exit verb_run(const CommandLine& line) {
  Scene scene = load_scene(line.scene(), line.overrides());
  std::string name = scene.name.empty() ? line.scene().stem().string() : scene.name;
  Window window("Undine: " + name, line.size);
  Session session(std::move(scene), line, {.picture = true});
  if (window.poll(); window.closing()) return Exit::done;
  session.open_device(true);
  if (window.poll(); window.closing()) return session.result();
  Viewer(session, window).loop(line.frames);
  return session.result();
}

}  // namespace undine
