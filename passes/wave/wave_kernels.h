// Graph nodes of the wave equation on a grid. Times in seconds; last_dt: length of the previous sub-step, 0 at rest.
#pragma once
#include <algorithm>
#include <string>
#include <utility>

#include "engine/graph/graph.h"
#include "passes/wave/wave_params.h"
#include "passes/wave/wave_planes.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WaveKernels {
 public:
  // `settings` and `planes` outlive the object.
  WaveKernels(const graph::State& state, std::string name, const WaveSettings& settings, const WavePlanes& planes)
      : state_(state), name_(std::move(name)), s_(settings), planes_(planes) {}

  // The first step after a start from rest is the Taylor step h + dt^2/2 h_tt; a step of another length than the one
  // before scales the last rise.
  WaveParams params(double dt, double last_dt) const;
  // rests: rounding residuals of the rise, kept for waves that a flow advects; null: not kept.
  void leapfrog(graph::Graph& g, double dt, double last_dt, graph::Buffer rests) const;
  // Absorbing edges, with the elevation of the waves that come in over a side at the end of the sub-step.
  struct Incident {
    int side = -1;  // none
    double elevation = 0;
  };
  void edge(graph::Graph& g, double dt, double last_dt, graph::Buffer states, const Incident& sea) const;
  void surface(graph::Graph& g, graph::Image surface) const;

  std::uint32_t parts() const;  // vec4s of sum()
  // Partial sums of volume and energy. potential: of the flow that bodies drive; null: none.
  void sum(graph::Graph& g, graph::Buffer sums, double gravity, double last_dt, graph::Buffer potential) const;
  graph::Buffer rate(graph::Graph& g, double last_dt) const;  // m/s, a plane
  graph::Buffer depth(graph::Graph& g) const;                 // m, a plane; where there is terrain

 private:
  std::uint32_t longest_side() const { return std::max(s_.cells.x, s_.cells.y); }
  const graph::State& state_;
  std::string name_;
  const WaveSettings& s_;
  const WavePlanes& planes_;
};

}  // namespace undine::wave
