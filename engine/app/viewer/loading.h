// What a window says until its first picture: the scene's name and what the program is doing, in its title and inside.
#pragma once
#include <string>

#include "engine/app/hud/hud.h"
#include "engine/app/session/session.h"
#include "engine/app/window/window.h"

namespace undine::viewer {

class Loading {
 public:
  Loading(session::Session& session, window::Window& window, hud::Hud& hud, gpu::Swapchain& swapchain)
      : session_(session), window_(window), hud_(hud), swapchain_(swapchain) {}
  // Not while an image of the swapchain is acquired that is meant for something else.
  void say(const std::string& what);
  // Compiles and makes what the declared frame needs, and says so on the way.
  void prepare();

 private:
  void draw(const std::string& what);
  session::Session& session_;
  window::Window& window_;
  hud::Hud& hud_;
  gpu::Swapchain& swapchain_;
  session::Trace::Time drawn_{};
};

std::string scene_title(const Scene& scene);  // its name, or its file's

}  // namespace undine::viewer
