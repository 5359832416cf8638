// Windows of a build without them (-DUNDINE_WINDOW=OFF): opening one is an error.
#include "engine/app/window/window.h"
#include "engine/core/error.h"

namespace undine::window {

Window::Window(const std::string&, glm::uvec2) {
  throw Error(Exit::no_device, "window", "this program was built without windows (-DUNDINE_WINDOW=OFF)",
              "use: undine render SCENE.json --out picture.png");
}
Window::~Window() = default;
bool Window::closing() const { return true; }
void Window::close() {}
void Window::title(const std::string&) {}
double Window::scale() const { return 1; }
bool Window::fullscreen() const { return false; }
void Window::fullscreen(bool) {}
void Window::stay_alive() {}
void Window::wait(double) {}
Input Window::poll() { return {}; }

}  // namespace undine::window
