#include "engine/app/viewer/lost.h"

#include "engine/app/session/signals.h"
#include "engine/app/window/keys.h"
#include "engine/core/log.h"

namespace undine::viewer {

bool begin_again(window::Window& window, const std::string& name) {
  window.title(name + " · the device was lost: R starts the scene again, Escape closes");
  log::warning("R in the window starts the scene again, Escape closes it");
  while (!window.closing() && !session::interrupted()) {
    for (const window::KeyPress& key : window.poll().pressed) {
      if (key.code == window::key::r) return true;
      if (key.code == window::key::escape) return false;
    }
    window.wait(0.1);
  }
  return false;
}

}  // namespace undine::viewer
