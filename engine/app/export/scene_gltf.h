// Bodies and the camera as an animated glTF 2.0 binary, for other programs.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "engine/scene/bodies.h"
#include "engine/scene/camera_path.h"

namespace undine::session {

struct SceneMoment {
  double time = 0;
  std::vector<float> bodies;  // rows of bodies.state, those of moving meshes behind them
  CameraPlace camera;
};
// One node per body and moving mesh, named, with its hull, and one for the camera; a key at every moment, whose times
// rise. The view's angle is that of the first moment.
std::string scene_glb(std::span<const BodyMesh> meshes, std::span<const SceneMoment> moments);

}  // namespace undine::session
