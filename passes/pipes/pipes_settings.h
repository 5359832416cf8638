// Scene settings of a "pipes" water, in addition to those of all columns.
#pragma once
#include "passes/columns/settings.h"
#include "passes/pipes/pipes_params.h"

namespace undine::pipes {

struct PipesSettings : columns::ColumnsSolverSettings {
  std::uint32_t layers = 1;
  double eddy_viscosity = 1e-4;
  double horizontal_viscosity = 0;
  double weir = 0.544331;  // (2/3)^(3/2)

  void describe(settings::Visitor& v) override;
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;
};

}  // namespace undine::pipes
