// Bodies and the camera as an animated glTF 2.0 binary for other programs.
#pragma once
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/scene/bodies.h"
#include "engine/scene/camera_path.h"

namespace undine::session {

struct SceneMoment {
  double time = 0;
  std::vector<float> bodies;  // rows of bodies.state, followed by those of moving meshes
  CameraPlace camera;
};
// A camera looks along its -z, with y up.
glm::quat camera_rotation(const CameraPlace& place);
// One named node with its hull per body and moving mesh, and one for the camera. One key per moment, in increasing
// time. The field of view is that of the first moment.
std::string scene_glb(std::span<const BodyMesh> meshes, std::span<const SceneMoment> moments);

}  // namespace undine::session
