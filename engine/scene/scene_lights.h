// Scene settings of lamps: "lights". SI units, y up; angles in degrees.
#pragma once  // public
#include <string>

#include "engine/settings/settings.h"

namespace undine {

inline constexpr std::size_t most_lights = 8, most_light_shadows = 4;

struct LightSettings {  // one of "lights"; all of it takes effect under way
  std::string name;
  enum class Kind { point, spot } kind = Kind::point;
  glm::dvec3 position{0, 2, 0};
  glm::dvec3 direction{0, -1, 0};  // that a spot shines along; any length
  glm::dvec3 color{1, 1, 1};
  double intensity = 10;                   // candela, times color
  double range = 0;                        // meters; 0: endless
  double radius = 0;                       // meters of the shining ball; 0: it is not seen
  double inner_cone = 0, outer_cone = 45;  // degrees from the axis
  bool shadow = true;
  void describe(settings::Visitor& v);
};

}  // namespace undine
