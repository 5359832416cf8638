// Scene settings of a "shallow" water, in addition to those of all columns.
#pragma once
#include "passes/columns/settings.h"
#include "passes/grid/incident_waves.h"
#include "passes/shallow/shallow_params.h"

namespace undine::shallow {

struct Eddies {  // viscosity of what is too small for the grid
  enum class Model { none, constant, depth, smagorinsky } model = Model::none;  // values: shallow_eddies_*
  double viscosity = 0.01;                                                      // m^2/s
  double coefficient = 0.2;                                                     // of Smagorinsky's model
  void describe(settings::Visitor& v);
};

struct ShallowSettings : columns::ColumnsSolverSettings {
  enum class Dispersion { none, nonhydrostatic } dispersion = Dispersion::none;
  std::uint32_t layers = 1;  // of the dynamic pressure
  Eddies eddies;
  std::filesystem::path manning_map;
  glm::dvec2 velocity{0, 0};  // of all water at the beginning, m/s
  grid::IncidentWaves waves;

  // Frequency of the waves from a sea, or of their peak, 1/s; 0 without dispersion, and for a series.
  double dispersive_frequency() const;
  void describe(settings::Visitor& v) override;
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;
};

}  // namespace undine::shallow
