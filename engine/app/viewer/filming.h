// The window's camera on the path of its scene, and the path that it takes as one flies it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/app/session/session.h"
#include "engine/scene/camera_path.h"

namespace undine::viewer {

class Filming {
 public:
  explicit Filming(session::Session& session) : session_(session) {}
  void play();  // from the path's first key on; the second time it stops
  // The second time it saves undine_camera_001.json and so on. Returns what there is to tell the user.
  std::string record();
  void stop() { playing_.reset(); }    // the camera is moved by hand
  std::optional<CameraPlace> place();  // of the picture that is being declared, while it plays
  void note(const CameraPlace& place);

 private:
  session::Session& session_;
  std::optional<double> playing_;  // the world's time at the path's beginning
  bool recording_ = false;
  std::vector<CameraSample> samples_;
  std::uint32_t saved_ = 0;
};

}  // namespace undine::viewer
