// Progress until the first picture: the scene's name and the current work, in the window and its title.
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
  // Must not be called while an image of the swapchain is acquired for another purpose.
  void say(const std::string& what);
  // Compiles shaders and pipelines of the declared frame, and shows the progress.
  void prepare();

 private:
  void draw(const std::string& what);
  session::Session& session_;
  window::Window& window_;
  hud::Hud& hud_;
  gpu::Swapchain& swapchain_;
  session::Trace::Time drawn_{};
};

std::string scene_title(const Scene& scene);  // the scene's name, or the file's

}  // namespace undine::viewer
