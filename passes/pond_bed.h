// What lies under a water, from above: the scene's terrain and solid things as one height map.
#pragma once
#include <vector>

#include "engine/app/scene.h"
#include "passes/pond_params.h"

namespace undine {

struct PondBed {
  glm::uvec2 cells{1, 1};     // over the whole place
  std::vector<float> height;  // cells.y rows: world y; pond_blocked in solid things, pond_bottomless over nothing
};

PondBed bed_under(const Scene& scene, const Place& place);  // errors name the model

}  // namespace undine
