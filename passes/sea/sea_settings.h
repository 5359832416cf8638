// Scene settings of a "sea" water.
#pragma once
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/ledger/gauges.h"
#include "passes/sea/sea_params.h"
#include "passes/sea/sea_spectrum.h"

namespace undine::sea {

struct SeaSettings : SolverSettings {
  enum class Depth { number, deep };
  glm::uvec2 cells{128, 128};
  glm::dvec2 size{128, 128};
  glm::dvec3 origin{0, 0, 0};
  double depth = 100;
  Depth depth_from = Depth::deep;
  std::vector<SpectrumSettings> spectra;
  double choppiness = 1, whitecaps = 1, loop = 0, length = 0;
  glm::dvec2 current{0};
  std::uint32_t patches = 3, texels = 256;
  std::string around;
  std::vector<grid::Gauge> gauges;

  void describe(settings::Visitor& v) override;
  std::optional<Place> place() const override { return Place{origin, size}; }
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;
  Water water(double gravity) const { return {gravity, depth_from == Depth::deep ? 0 : depth}; }
  // Spectra of the scene, or a wind sea if it gives none.
  std::vector<Spectrum> make_spectra(double gravity) const;
  double strongest_wind() const;              // m/s, over all spectra
  double patch_length(double gravity) const;  // of the first, m
};

}  // namespace undine::sea
