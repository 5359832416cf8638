// Scene settings of passive agents in and on its waters: "fish", "leaves". SI units, y up.
#pragma once  // public
#include <string>

#include "engine/settings/settings.h"

namespace undine {

inline constexpr std::uint64_t most_fish = 4096, most_leaves = 4096;  // of a scene: each looks at every other one

struct FishSchool {                        // "school"
  double sight = 1.2;                      // m
  double space = 0.3;                      // m
  double cohesion = 0.5, alignment = 0.7;  // over the wish to go on straight, which is 1
  double separation = 1.2;
  void describe(settings::Visitor& v);
};

struct FishColors {  // "colors": linear albedos
  glm::dvec3 base{0.80, 0.76, 0.68}, patch{0.72, 0.13, 0.02}, ink{0.03, 0.03, 0.035};
  double patches = 0.45, spots = 0.12;  // share of the body
  void describe(settings::Visitor& v);
};

struct FishSettings {  // one of "fish"
  std::string name, water;
  std::uint32_t count = 20;
  double length = 0.35, variety = 0.3;
  glm::dvec2 center{0, 0};
  double radius = 0;  // 0: the whole water
  double speed = 0.2, burst = 1.4;
  glm::dvec2 depth{0.1, 0.5};  // m below the surface
  FishSchool school;
  double wander = 0.6, carried = 0.5;
  double fear = 1.5, startle = 0.2, calm = 3;
  FishColors colors;
  void describe(settings::Visitor& v);
};

struct LeafSettings {  // one of "leaves"
  enum class Shape { leaf, petal, pad } shape = Shape::leaf;
  std::string name, water;
  std::uint32_t count = 60;
  double size = 0.08, variety = 0.4;
  glm::dvec2 center{0, 0};
  double radius = 0;  // 0: the whole water
  glm::dvec2 wind{0, 0};
  double tether = 0;                   // 1/s²
  double season = 0.6;                 // of leaves
  glm::dvec3 color{0.78, 0.42, 0.47};  // of petals and pads
  void describe(settings::Visitor& v);
};

}  // namespace undine
