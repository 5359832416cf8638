// Bodies in waves: the surface rises by their displacement, and a potential flow advects them
// (passes/wave/wave_flow.h). Resources are created when bodies first displace water.
#pragma once
#include <optional>
#include <string>

#include "engine/scene/solver.h"
#include "passes/ledger/figures.h"
#include "passes/wave/wave_flow.h"
#include "passes/wave/wave_medium.h"
#include "passes/wave/wave_planes.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WaveHulls {
 public:
  WaveHulls(const std::string& name, const WaveSettings& settings, const WaveMedium& medium);
  void start(graph::Graph& g);
  explicit operator bool() const { return drift_.levels() > 0; }   // bodies displace this water
  bool displaces() const { return static_cast<bool>(last_.now); }  // they did in the last step
  double wet_cells() const { return static_cast<double>(cells_ - land_); }
  // `flow` begins with the first displacement.
  void displace(graph::State& state, graph::Graph& g, const Displacement& d, const WavePlanes& planes, WaveFlow& flow);

  // Sum of the columns that bodies displace, over all cells that are not land.
  struct Displaced {
    std::uint32_t sum = 0, level = 0;  // places in the figures
    double quantum = 0, level_meters = 0;
    double meters(const grid::Figures::Reader& reader) const {
      return static_cast<double>(reader.integer(sum)) * quantum + reader.get<std::int32_t>(level) * level_meters;
    }
  };
  std::optional<Displaced> sum(graph::Graph& g, grid::Figures& figures, const WavePlanes& planes) const;

 private:
  std::string name_;
  const WaveSettings& s_;
  std::uint64_t cells_, land_;
  glm::ivec4 keepers_;  // cells of water that take the rounding of a closed water's volume
  Displacement last_;
  graph::History drift_;
};

}  // namespace undine::wave
