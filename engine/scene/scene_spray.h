// Scene settings of a water's spray, foam and bubbles: "spray". SI units.
#pragma once  // public
#include "engine/settings/settings.h"

namespace undine {

struct SpraySettings {
  std::uint32_t count = 0;  // 0: none
  glm::dvec2 life{1, 3};    // s
  double amount = 1;
  double size = 0;  // m; 0: by the water
  void describe(settings::Visitor& v);
};

}  // namespace undine
