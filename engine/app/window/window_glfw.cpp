#include "engine/app/window/window.h"
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

#include "engine/app/window/keys.h"
#include "engine/core/error.h"
#include "engine/gpu/device.h"

namespace undine::window {

static_assert(key::space == GLFW_KEY_SPACE && key::period == GLFW_KEY_PERIOD && key::digit_1 == GLFW_KEY_1 &&
              key::digit_9 == GLFW_KEY_9 && key::a == GLFW_KEY_A && key::v == GLFW_KEY_V &&
              key::escape == GLFW_KEY_ESCAPE && key::enter == GLFW_KEY_ENTER && key::tab == GLFW_KEY_TAB &&
              key::backspace == GLFW_KEY_BACKSPACE && key::del == GLFW_KEY_DELETE && key::right == GLFW_KEY_RIGHT &&
              key::up == GLFW_KEY_UP && key::home == GLFW_KEY_HOME && key::end == GLFW_KEY_END &&
              key::f1 == GLFW_KEY_F1 && key::f11 == GLFW_KEY_F11 && key::keypad_enter == GLFW_KEY_KP_ENTER);

struct Window::Events {
  static Window& of(GLFWwindow* w) { return *static_cast<Window*>(glfwGetWindowUserPointer(w)); }
  static void key(GLFWwindow* w, int code, int, int action, int modifiers) {
    if (action != GLFW_RELEASE) of(w).pressed_.push_back({code, (modifiers & GLFW_MOD_CONTROL) != 0});
  }
  static void text(GLFWwindow* w, unsigned code) { of(w).text_.push_back(code); }
  static void drop(GLFWwindow* w, int count, const char** files) {
    for (int i = 0; i < count; ++i) of(w).dropped_.emplace_back(files[i]);
  }
  static void wheel(GLFWwindow* w, double, double y) { of(w).wheel_ += y; }
};

static Error no_display() {
  const char* why = nullptr;
  glfwGetError(&why);
  return Error(Exit::no_device, "display", why ? why : "no window could be opened",
               "without a display use: undine render SCENE.json --out picture.png");
}

Window::Window(const std::string& title, glm::uvec2 size) {
  if (!glfwInit()) throw no_display();
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  window_ = glfwCreateWindow(static_cast<int>(size.x), static_cast<int>(size.y), title.c_str(), nullptr, nullptr);
  if (!window_) {
    Error error = no_display();
    glfwTerminate();
    throw error;
  }
  glfwSetWindowUserPointer(window_, this);
  glfwSetInputMode(window_, GLFW_STICKY_MOUSE_BUTTONS, GLFW_TRUE);  // reports clicks shorter than a picture
  glfwSetKeyCallback(window_, Events::key);
  glfwSetCharCallback(window_, Events::text);
  glfwSetScrollCallback(window_, Events::wheel);
  glfwSetDropCallback(window_, Events::drop);
}

Window::~Window() {
  if (gpu::left_behind()) return;  // a GPU that does not answer may still present to the window
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool Window::closing() const { return glfwWindowShouldClose(window_) != 0; }

void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

void Window::title(const std::string& text) { glfwSetWindowTitle(window_, text.c_str()); }

double Window::scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::max(1.0, static_cast<double>(x));
}

bool Window::fullscreen() const { return glfwGetWindowMonitor(window_) != nullptr; }

static GLFWmonitor* monitor_of(glm::ivec2 place, glm::ivec2 size) {
  int count = 0;
  GLFWmonitor** all = glfwGetMonitors(&count);
  GLFWmonitor* best = glfwGetPrimaryMonitor();
  int most = 0;
  for (int i = 0; i < count; ++i) {
    glm::ivec2 at{};
    glfwGetMonitorPos(all[i], &at.x, &at.y);
    const GLFWvidmode* mode = glfwGetVideoMode(all[i]);
    if (!mode) continue;
    const glm::ivec2 shared = glm::min(place + size, at + glm::ivec2(mode->width, mode->height)) - glm::max(place, at);
    if (shared.x <= 0 || shared.y <= 0 || shared.x * shared.y <= most) continue;
    best = all[i];
    most = shared.x * shared.y;
  }
  return best;
}

void Window::fullscreen(bool on) {
  if (on == fullscreen()) return;
  if (!on) {
    glfwSetWindowMonitor(window_, nullptr, place_.x, place_.y, size_.x, size_.y, GLFW_DONT_CARE);
    return;
  }
  glfwGetWindowPos(window_, &place_.x, &place_.y);
  glfwGetWindowSize(window_, &size_.x, &size_.y);
  GLFWmonitor* monitor = monitor_of(place_, size_);
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (mode) glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::stay_alive() { glfwPollEvents(); }
void Window::wait(double seconds) { glfwWaitEventsTimeout(seconds); }

Input Window::poll() {
  glfwPollEvents();
  Input input;
  input.pressed.swap(pressed_);
  input.text.swap(text_);
  input.dropped.swap(dropped_);
  input.wheel = wheel_;
  wheel_ = 0;
  int wide = 0, high = 0, pixels_x = 0, pixels_y = 0;
  glfwGetWindowSize(window_, &wide, &high);
  glfwGetFramebufferSize(window_, &pixels_x, &pixels_y);
  glfwGetCursorPos(window_, &input.pointer.x, &input.pointer.y);
  if (wide > 0 && high > 0) input.pointer *= glm::dvec2(pixels_x, pixels_y) / glm::dvec2(wide, high);
  input.motion = input.pointer - pointer_;
  pointer_ = input.pointer;
  input.left = glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
  input.right = glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS;
  input.left_began = input.left && !left_;
  left_ = input.left;
  auto down = [this](int key) { return glfwGetKey(window_, key) == GLFW_PRESS; };
  input.control = down(GLFW_KEY_LEFT_CONTROL) || down(GLFW_KEY_RIGHT_CONTROL);
  input.shift = down(GLFW_KEY_LEFT_SHIFT) || down(GLFW_KEY_RIGHT_SHIFT);
  auto held = [this](int more, int less) {
    return (glfwGetKey(window_, more) == GLFW_PRESS ? 1.0 : 0.0) -
           (glfwGetKey(window_, less) == GLFW_PRESS ? 1.0 : 0.0);
  };
  if (!input.control)
    input.fly = {held(GLFW_KEY_D, GLFW_KEY_A), held(GLFW_KEY_E, GLFW_KEY_Q), held(GLFW_KEY_W, GLFW_KEY_S)};
  return input;
}

}  // namespace undine::window
