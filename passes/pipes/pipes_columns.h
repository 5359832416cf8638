// What the pipes join: the ground, the first water, what feeds and drains the columns; and the step they allow. Made
// once on the CPU.
#pragma once
#include <vector>

#include "passes/pipes/pipes_settings.h"

namespace undine::pipes {

struct PipesColumns {
  // Rows of columns, padded to a multiple of 4.
  std::vector<float> bed;    // metres over origin.y
  std::vector<float> water;  // fours: depth in metres, its rounding rest, share 1, no discharge
  std::vector<float> feed;  // fours: rate in m/s, depth held (-1: none), most depth (-1: none), 0; empty: nothing feeds
  std::vector<float> ground;  // bed without gates, rows of nx; empty: there are no gates
  double highest = 0;         // level over origin.y under which water is drawn whole: initial water, held sources
  double peak = 0;            // deepest column at the beginning
  double lowest = 0;          // of the ground, over origin.y
  double deepest = 0;         // metres of water that initial levels, sources and terrain can bring about
};

// Errors name the setting: a file that cannot be read or has another size, a negative depth, a region outside the grid.
PipesColumns make_pipes_columns(const PipesSettings& s, const SceneContext& context);

struct PipesRange {  // a box of columns
  glm::uvec2 first{0}, count{0};
};
// Columns whose middle lies in the region; at least the one it points at. Error: outside the grid.
PipesRange pipes_range(const PipesSettings& s, const PipesRegion& region, const std::string& where);
// Heights over origin.y at the middles of the columns.
std::vector<float> pipes_ground(const PipesSettings& s, const std::optional<Heightmap>& terrain);
// How far a gate sinks: just under the lowest ground that it stands on.
double pipes_gate_bottom(const PipesSettings& s, const PipesRange& range, const std::vector<float>& ground);

// Conductances width / length of the pipes along x, along z and along the diagonals. They make the isotropic 9-point
// Laplacian: w_x + 2 w_d = dz / dx, w_z + 2 w_d = dx / dz, and w_d = (dx/dz + dz/dx) / 12 while cells are nearly
// square.
glm::dvec3 pipes_weights(glm::dvec2 cell);

// Largest sum of conductances that a checkerboard meets; the gravest frequency is sqrt(g h stiffness / area).
double pipes_stiffness(const glm::dvec3& weights);

// By how many friction velocities the lowest of `layers` cells is slower than the mean of the column, in steady flow
// under the eddy viscosity kappa u* h / 6.
double pipes_lag(std::uint32_t layers);

// Gravest frequency in `depth` metres of water, 1/s.
double pipes_omega(const PipesSettings& s, double gravity, double depth);

// Sub-steps that keep omega dt under 1.6 of its bound 2 in water of `deepest` metres. Error with a remedy above
// most_sub_steps.
constexpr int most_sub_steps = 1000;
int pipes_sub_steps(const PipesSettings& s, double gravity, double deepest, double dt, const std::string& where);

}  // namespace undine::pipes
