#include "engine/app/viewer/lost.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "engine/app/session/signals.h"
#include "engine/core/log.h"

namespace undine::viewer {

bool begin_again(window::Window& window, const std::string& name) {
  window.title(name + " · the device was lost: R starts the scene again, Escape closes");
  log::warning("R in the window starts the scene again, Escape closes it");
  while (!window.closing() && !session::interrupted()) {
    for (const window::KeyPress& key : window.poll().pressed) {
      if (key.code == GLFW_KEY_R) return true;
      if (key.code == GLFW_KEY_ESCAPE) return false;
    }
    window.wait(0.1);
  }
  return false;
}

}  // namespace undine::viewer
