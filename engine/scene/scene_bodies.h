// Scene settings of floating bodies: "bodies". Lengths in meters, y up; SI units.
#pragma once  // public
#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene_material.h"
#include "engine/settings/settings.h"

namespace undine {

inline constexpr std::uint64_t most_bodies = 65536;  // of a scene

struct BodyScatter {         // "grid": places for `count` bodies instead of one
  glm::uvec2 cells{0, 0};    // columns along x, rows along z; 0: as square as `count` allows
  glm::dvec2 spacing{1, 1};  // meters along x and z
  double jitter = 0;         // of the place, in spacings
  double turn = 0;           // largest random turn about y, degrees
  void describe(settings::Visitor& v);
};

struct BodyDrag {  // coefficients of F = rho/2 C A (|u| + creep) u per wetted area
  double normal = 1.0, tangential = 0.02;
  double creep = 0.1;  // m/s: below this speed drag is nearly linear
  void describe(settings::Visitor& v);
};

struct BodyMooring {                     // elastic line from the body to a fixed point or to another body
  std::string body;                      // name of the other one; empty: a fixed point
  glm::dvec3 at{0, 0, 0}, to{0, 0, 0};   // from the center of mass, in body axes; to, without `body`: world
  double length = -1;                    // without tension; negative: the distance at the start
  double stiffness = 1000, damping = 0;  // N/m, N s/m
  bool pushes = false;                   // a spring; else a line, slack while shorter than `length`
  void describe(settings::Visitor& v);
};

struct BodySettings {
  enum class Shape { box, sphere, cylinder, capsule, mesh } shape = Shape::box;
  std::string name;
  std::filesystem::path gltf, look;  // mesh: the closed hull; and what is drawn in its place
  std::string node;                  // of gltf: what hangs from it is the hull; empty: all
  glm::dvec3 size{1, 1, 1};          // box
  double radius = 0.5, length = 1;   // sphere, cylinder, capsule; length: along y, of a capsule with its caps
  double scale = 1;                  // mesh
  double density = 500, mass = 0;    // kg/m³; kg, 0: from the density
  glm::dvec3 ballast{0, 0, 0};       // from the center of the volume to the center of mass
  glm::dvec3 position{0, 0, 0}, rotation{0, 0, 0}, velocity{0, 0, 0}, angular_velocity{0, 0, 0};
  bool on_terrain = false;  // starts on the terrain instead of at position.y
  std::uint32_t count = 1;
  BodyScatter grid;
  std::string water;      // empty: the first water whose grid holds the position
  bool displaces = true;  // pushes the water aside
  double added_mass = 0;  // of the displaced water's mass
  double thrust = 0;      // N along the body's x axis while it touches water
  std::vector<BodyMooring> moorings;
  double friction = 0.4, restitution = 0.1;
  BodyDrag drag;
  MaterialSettings material;
  double variety = 0;  // of the colors among `count` bodies
  void describe(settings::Visitor& v);
};

}  // namespace undine
