// A GLFW window and its input events since the last poll.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <string>
#include <vector>

struct GLFWwindow;

namespace undine::window {

struct KeyPress {
  int code = 0;          // GLFW code
  bool control = false;  // held at the time of the press
};

struct Input {
  std::u32string text;                         // typed characters
  std::vector<std::filesystem::path> dropped;  // files dropped on the window
  std::vector<KeyPress> pressed;               // keys pressed or repeated
  glm::dvec2 pointer{}, motion{};              // pixels of the frame buffer, from the upper left
  double wheel = 0;
  bool left = false, right = false;  // held
  bool left_began = false;
  bool control = false, shift = false;  // held
  glm::dvec3 fly{};                     // held keys: right (D-A), up (E-Q), forward (W-S)
};

class Window {
 public:
  // Error(Exit::no_device) without a display; the message suggests `undine render`.
  Window(const std::string& title, glm::uvec2 size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  GLFWwindow* handle() { return window_; }
  bool closing() const;
  void close();  // makes closing() true
  void title(const std::string& text);
  Input poll();
  void stay_alive();         // responds to the window system while the program is busy; input waits for the next poll()
  double scale() const;      // pixels per unit of text: 2 on a high-density display
  void fullscreen(bool on);  // on the monitor with the largest overlap; off: restores position and size
  bool fullscreen() const;
  void wait(double seconds);  // waits for events, while minimized

 private:
  struct Events;
  GLFWwindow* window_ = nullptr;
  std::vector<KeyPress> pressed_;
  std::u32string text_;
  std::vector<std::filesystem::path> dropped_;
  glm::ivec2 place_{}, size_{};  // before full screen
  double wheel_ = 0;
  glm::dvec2 pointer_{};
  bool left_ = false;
};

}  // namespace undine::window
