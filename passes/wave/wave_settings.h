// Scene settings of a "wave" water. Lengths in meters; `center` counts from the middle of the grid along x and z.
#pragma once
#include <array>
#include <filesystem>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/grid/drops.h"
#include "passes/grid/incident_waves.h"
#include "passes/grid/region.h"
#include "passes/ledger/gauges.h"
#include "passes/wave/wave_params.h"

namespace undine::wave {

enum class WaveEdge { wall, fixed, periodic, absorb, sea };  // values: wave_edge_* of passes/wave/wave_params.h
inline bool absorbs(WaveEdge e) { return e == WaveEdge::absorb || e == WaveEdge::sea; }

struct WaveEdges {
  WaveEdge west = WaveEdge::wall, east = WaveEdge::wall, north = WaveEdge::wall, south = WaveEdge::wall;  // -x +x -z +z
  void describe(settings::Visitor& v);
};

struct WaveShape {
  enum class Kind { gaussian, dent, cosine, plane, ridge, npy } kind = Kind::gaussian;
  double height = 0.1, depth = 0.1, radius = 0.3, angle = 0, wavelength = 1;
  glm::dvec2 center{0, 0};
  glm::uvec2 mode{1, 1};
  std::filesystem::path file;
  void describe(settings::Visitor& v);
};

struct WaveMaker {
  glm::dvec2 center{0, 0};
  double length = 0, angle = 0, radius = 0.2, height = 0.05, period = 1;
  void describe(settings::Visitor& v);
};

struct WaveFeed {  // a source or a drain
  grid::Region region;
  double rate = 0;          // m³/s
  grid::Hydrograph series;  // in its place; empty: it is constant
  double volume(double time) const { return series.empty() ? rate * time : settings::series_integral(series, 0, time); }
  void describe(settings::Visitor& v);
};

struct WaveSettings : SolverSettings {
  enum class Speed { number, depth };
  enum class Islands { image, terrain };
  enum class Dispersion { none, airy };
  enum class Depth { number, deep };
  glm::uvec2 cells{128, 128};
  glm::dvec2 size{4, 4};
  glm::dvec3 origin{0, 0, 0};
  double speed = 1;
  Speed speed_from = Speed::number;
  double gravity = 0;
  Dispersion dispersion = Dispersion::none;
  double depth = 1;  // with dispersion
  Depth depth_from = Depth::deep;
  double damping = 0;
  std::filesystem::path damping_map;
  double damping_map_max = 10;
  WaveEdges edges;
  grid::IncidentWaves waves;  // over a sea edge
  std::filesystem::path islands;
  Islands islands_from = Islands::image;
  std::vector<WaveShape> initial;
  grid::Drops drops;
  std::vector<WaveMaker> makers;
  std::vector<WaveFeed> sources, drains;
  double sides = 0;
  std::vector<grid::Gauge> gauges;
  std::string on;  // name of a sea; empty: none

  void describe(settings::Visitor& v) override;
  std::optional<Place> place() const override { return Place{origin, size}; }
  std::string sea() const override { return on; }
  double own_gravity() const override { return gravity; }
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;

  void reject_waves(settings::Visitor& v) const;
  bool grounded() const { return speed_from == Speed::depth || islands_from == Islands::terrain; }  // it has a depth
  // Settings of waves with dispersion, with the speed of the longest ones, for those who ask how fast or how deep the
  // water is.
  WaveSettings of_long_waves(double scene_gravity) const;
  double airy_depth() const { return depth_from == Depth::deep ? 0 : depth; }  // m; 0: infinitely deep
  glm::dvec2 cell() const { return size / glm::dvec2(cells); }
};

}  // namespace undine::wave
