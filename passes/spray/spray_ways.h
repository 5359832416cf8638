// Transfer of diffuse particles between waters, along the scene's couplings into waters with spray. In waters without
// spray they are removed below the surface.
#pragma once
#include <vector>

#include "engine/scene/scene.h"
#include "passes/spray/spray_params.h"

namespace undine::spray {

struct Way {
  std::size_t to = 0;   // water of the scene
  bool goes_on = true;  // there; else it ends
  SprayWay params{};    // without origin, size and cells of its grid
};

// Grids whose water falls into one of particles.
std::vector<std::size_t> overflow_edges_of(const Scene& scene, std::size_t water);
// Ways of the scene's water of that number, in the order of the couplings; the first one that fits takes a particle.
std::vector<Way> ways_of(const Scene& scene, std::size_t water);

}  // namespace undine::spray
