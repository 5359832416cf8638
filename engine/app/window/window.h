// A GLFW window and what the user did in it since the last poll.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <string>
#include <vector>

struct GLFWwindow;

namespace undine::window {

struct KeyPress {
  int code = 0;          // of GLFW
  bool control = false;  // was held then: it may be up again when the press is read
};

struct Input {
  std::u32string text;                         // typed characters
  std::vector<std::filesystem::path> dropped;  // files that were let go over the window
  std::vector<KeyPress> pressed;               // keys that went down or repeat
  glm::dvec2 pointer{}, motion{};              // pixels of the frame buffer, from the upper left
  double wheel = 0;
  bool left = false, right = false;  // held
  bool left_began = false;
  bool control = false, shift = false;  // held
  glm::dvec3 fly{};                     // held keys: right (D-A), up (E-Q), forward (W-S)
};

class Window {
 public:
  // Error(Exit::no_device) without a display, which names `undine render`.
  Window(const std::string& title, glm::uvec2 size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  GLFWwindow* handle() { return window_; }
  bool closing() const;
  void close();  // closing() from now on
  void title(const std::string& text);
  Input poll();
  void stay_alive();         // answers the window system while the program is busy; input waits for the next poll()
  double scale() const;      // pixels per unit of text: 2 on a display of high density
  void fullscreen(bool on);  // on the monitor that shows most of it; off: where and as large as it was
  bool fullscreen() const;
  void wait(double seconds);  // for events, while minimised

 private:
  struct Events;
  GLFWwindow* window_ = nullptr;
  std::vector<KeyPress> pressed_;
  std::u32string text_;
  std::vector<std::filesystem::path> dropped_;
  glm::ivec2 place_{}, size_{};  // before it filled the screen
  double wheel_ = 0;
  glm::dvec2 pointer_{};
  bool left_ = false;
};

}  // namespace undine::window
