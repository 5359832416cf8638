// Bed of a water as a height map: terrain and solids seen from above.
#pragma once
#include <vector>

#include "engine/scene/scene.h"
#include "passes/solids/bed_params.h"

namespace undine::solids {

struct PondBed {
  glm::uvec2 cells{1, 1};     // over the whole place
  std::vector<float> height;  // cells.y rows: world y; pond_blocked in solid things, pond_bottomless over nothing
};

// `cells` along the longer side. Errors name the model.
PondBed bed_under(const Scene& scene, const Place& place, double cells = 256);

}  // namespace undine::solids
