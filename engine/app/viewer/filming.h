// Camera playback along the scene's path, and recording of a path.
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
  void play();  // plays from the path's first key on; stops if already playing
  // Starts recording; the second call saves undine_camera_001.json and so on. Returns a message for the user.
  std::string record();
  void stop() { playing_.reset(); }    // ends playback when the user moves the camera
  std::optional<CameraPlace> place();  // camera of the declared picture during playback
  void note(const CameraPlace& place);

 private:
  session::Session& session_;
  std::optional<double> playing_;  // world time of the path's beginning
  bool recording_ = false;
  std::vector<CameraSample> samples_;
  std::uint32_t saved_ = 0;
};

}  // namespace undine::viewer
