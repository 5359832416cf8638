// Camera of a scene and its path through key frames.
#pragma once  // public
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/settings/settings.h"

namespace undine {

struct CameraPlace {
  glm::dvec3 eye{3, 2.2, 4}, target{0, 0, 0};
  double fov = 45;  // vertical, degrees
};

struct CameraKey {  // one of "camera.path"
  double time = 0;  // simulated seconds
  glm::dvec3 eye{3, 2.2, 4}, target{0, 0, 0};
  double fov = 45;
  std::string body;  // its center of mass is where the target counts from; empty: the world's origin
  double ease = 0;   // share of the speed that is given up at this key
  void describe(settings::Visitor& v);
};

struct CameraSettings : CameraPlace {  // "camera"
  std::vector<CameraKey> path;         // times rise; none, or two keys and more
  void describe(settings::Visitor& v);
};

bool looks_at_bodies(std::span<const CameraKey> path);

// A cubic in each span that passes its keys at their times. Its velocity at an inner key is that of the parabola
// through the key and its neighbors (Catmull-Rom over times), at an end that of the straight line, each times 1 -
// ease. Before the first key and after the last one the camera stands there. body: where the body of a name is now.
CameraPlace camera_at(std::span<const CameraKey> path, double time,
                      const std::function<glm::dvec3(const std::string& body)>& body);

struct CameraSample {
  double time = 0;
  CameraPlace place;
};
// Keys of a path that stays within `tolerance` (of the distance to the target) of samples with rising times: the first,
// the last, and of those between the ones it takes. Fewer than two samples: none.
std::vector<CameraKey> fit_path(std::span<const CameraSample> samples, double tolerance = 0.005);

}  // namespace undine
