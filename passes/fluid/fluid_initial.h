// Initial state of a fluid, on the CPU.
#pragma once
#include <vector>

#include "passes/fluid/fluid_settings.h"

namespace undine::fluid {

struct FluidInitial {
  std::vector<float> u, w;     // faces, as in passes/fluid/fluid_params.h; empty: at rest
  std::vector<glm::vec4> dye;  // per cell; empty: none
  std::vector<float> mask;     // nodes, (nz + 1) rows of nx + 1: signed distance from masks and from what stands in
                               // the scene, meters; empty: none
  std::vector<float> split;    // cells, with `mask`: 1 where these split the fluid of one (shaders/fluid/nodes.comp)
};
// Errors are Error(Exit::bad_input) at the setting: files that do not fit the grid.
// True: a solid mesh crosses the rest level within the grid.
bool fluid_walled(const FluidSettings& settings, const Scene& scene);

FluidInitial make_fluid_initial(const FluidSettings& settings, const SceneContext& context);

// Places of obstacles other than masks at `time`.
FluidObstacles fluid_obstacles_at(const FluidSettings& settings, double time, int& count);

// Smooth noise of mean 0 and root mean square 1 per component at whole times, for the emitter of that index.
glm::dvec2 fluid_gust(std::uint64_t seed, std::size_t emitter, double time);

// Cells that obstacles may move on in a step of `dt` that ends at `time`, and one more; at most 8.
int fluid_expel_passes(const FluidSettings& settings, double time, double dt);

}  // namespace undine::fluid
