// What a fluid starts from, on the CPU.
#pragma once
#include <vector>

#include "passes/fluid_settings.h"

namespace undine {

struct FluidInitial {
  std::vector<float> u, w;     // faces, as in passes/fluid.h; empty: at rest
  std::vector<glm::vec4> dye;  // per cell; empty: none
  std::vector<float> mask;     // nodes, (nz + 1) rows of nx + 1: signed distance from masks in metres; empty: none
};
// Errors are Error(Exit::bad_input) at the setting: files that do not fit the grid.
FluidInitial make_fluid_initial(const FluidSettings& settings, const SceneContext& context);

// Where obstacles other than masks are at `time`.
FluidObstacles fluid_obstacles_at(const FluidSettings& settings, double time, int& count);

// Cells that obstacles may move on in a step of `dt` that ends at `time`, and one more; at most 8.
int fluid_expel_passes(const FluidSettings& settings, double time, double dt);

}  // namespace undine
