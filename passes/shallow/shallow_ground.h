// Initial state of a shallow water, and its bounds on the sub-step. Computed once on the CPU.
#pragma once
#include "passes/columns/columns.h"
#include "passes/shallow/shallow_settings.h"
#include "passes/shallow/side_waves.h"

namespace undine::shallow {

struct Ground {
  columns::Columns columns;  // feed.w: of a level edge the depth that it keeps, of an inflow the share over the mean
  double deepest = 0;        // meters of head over the lowest ground that the scene can bring about
  double least_cell = 0;     // meters
  double first_rate = 0;     // speed over length of the fastest wave at the beginning, 1/s
  double fastest = 0;        // m/s: a bound on velocities
  double expected = 0;       // m/s: waves and flow together, as fast as falling makes them
  double courant = 0;        // speed * dt / cell
  double share = 0;          // of a column that one of its sides may take in a stage
  std::vector<float> roughness;   // g n^2 per column (roughness.h); empty: the same everywhere
  grid::IncidentElevation maker;  // of the incident waves
  SideWaves side_waves;           // where they are oblique or have a sea beside them
};

// Errors name the setting: those of make_columns, no gravity, an edge without water that says what its water does, such
// an edge with columns that a source holds at a level or that another such edge has.
Ground make_ground(const ShallowSettings& s, const SceneContext& context, double gravity);

// Parameters of the kernels in a clock step.
ShallowParams kernel_params(const ShallowSettings& s, const Ground& ground, double gravity, const StepInfo& step);

// Sub-steps that the fastest flow of the scene needs. Error with a remedy above most_sub_steps.
constexpr int most_sub_steps = 1000;
int shallow_sub_steps(const ShallowSettings& s, const Ground& ground, double dt, const std::string& where);

}  // namespace undine::shallow
