// Scene settings of moving meshes: "meshes[i].motion". Meters, seconds; angles in degrees, as everywhere in scenes.
#pragma once  // public
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/settings/settings.h"

namespace undine {

struct MotionKey {  // where a mesh is at a time, from where it stands
  double time = 0;
  glm::dvec3 translate{0}, rotate{0};
  void describe(settings::Visitor& v);
};

struct MotionSpin {  // turns evenly
  glm::dvec3 axis{0, 1, 0}, center{0};
  double rate = 90;
  void describe(settings::Visitor& v);
};

struct MotionAxle {  // turns as what meets it drives it: inertia w' = torque - load w - friction sign(w)
  glm::dvec3 axis{0, 0, 1}, center{0};
  double inertia = 100;  // kg m² about the axis
  double friction = 0;   // N m of the bearings, against the motion
  double load = 0;       // N m s: torque of what is driven per rad/s
  double rate = 0;       // at the beginning
  void describe(settings::Visitor& v);
};

// A rigid motion: x' = shift + turn x.
struct RigidPose {
  glm::dvec3 shift{0};
  glm::dquat turn{1, 0, 0, 0};
};

struct MeshMotion {  // one of keys, animation, spin and axle
  std::string name;
  std::vector<MotionKey> keys;
  std::string animation;         // of the mesh's glTF file, by its name or number
  std::vector<RigidPose> track;  // of the animation, in the world; made when it is read
  double track_rate = 0;         // poses in a second
  bool repeat = false;
  std::optional<MotionSpin> spin;
  std::optional<MotionAxle> axle;
  void describe(settings::Visitor& v);
};

glm::dquat turn_of(const glm::dvec3& degrees);  // about x, then y, then z
// Pose of a mesh with keys or spin at a time: it moves a point p of the mesh at rest, whose own origin is `origin`, to
// shift + turn p. Between keys a monotone cubic of each component [Fritsch & Carlson 1980]: pauses stay pauses and
// nothing overshoots. Poses of a track are joined evenly. An axle does not move by the clock: the identity.
RigidPose pose_at(const MeshMotion& motion, const glm::dvec3& origin, double time);

}  // namespace undine
