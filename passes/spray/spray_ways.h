// Where white water goes on when it leaves its water: by the exchanges of the scene, in the waters that have white
// water too. What falls into one that has none ends under its surface.
#pragma once
#include <vector>

#include "engine/scene/scene.h"
#include "passes/spray/spray_params.h"

namespace undine::spray {

struct Way {
  std::size_t to = 0;   // water of the scene
  bool goes_on = true;  // there; else it ends
  SprayWay params{};    // without origin, size and cells of its grid
  bool opens = false;   // over the sides of a box of particles that lies in a grid
};

// Grids whose water falls into one of particles.
std::vector<std::size_t> brinks_of(const Scene& scene, std::size_t water);
// Of the scene's water of that number, in the order of the exchanges; what two of them could take goes the first one's
// way.
std::vector<Way> ways_of(const Scene& scene, std::size_t water);

}  // namespace undine::spray
