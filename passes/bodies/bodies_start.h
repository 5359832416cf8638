// Start positions of bodies relative to the border of their water (inside, beside, across), and their flooded basins.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "passes/bodies/bodies_fleet.h"

namespace undine::bodies {

struct StartBorder {  // of the water of an entry, from the fleet's anchor
  std::string name;
  glm::dvec3 middle{0};  // at rest level
  glm::dvec2 size{0};
  glm::bvec2 wraps{false};
  bool walls = true;  // keep bodies in
  bool fits = false;  // bodies wider than the water are an error
};

// Bodies whose center is inside a border that their hull reaches over start farther in, with a warning. What is wider
// than its water is refused where `fits`, else it is not held by the border. Basins under the rest level are flooded.
void settle(BodyFleet& fleet, const std::string& file, const std::vector<std::optional<StartBorder>>& borders);

}  // namespace undine::bodies
