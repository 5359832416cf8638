// A step of linear waves with exact (Airy) dispersion.
//   equation   h_tt + g h_t = -W h, W = the operator with symbol omega^2 = g k tanh(k d)
//   scheme     h+ = 2 h - h- - L h with L's symbol 4 sin^2(omega dt / 2), which is exact for each component at any dt
//   edges      wall, fixed: mirror image; absorb: a margin beyond the grid whose damping grows towards its end
//   sources    [Airy 1845]; exponential integrator: [Canabal et al. 2016], [Tessendorf 2014]
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "passes/fourier/fourier.h"
#include "passes/wave/wave_airy_params.h"
#include "passes/wave/wave_planes.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WaveAiry {
 public:
  // Errors name cells, edges or what varies from place to place.
  WaveAiry(graph::State& state, const SceneContext& context, const WaveSettings& settings, const WavePlanes& planes);
  void start(graph::Graph& g);
  // Writes planes.next(). last_dt 0: the first step from rest.
  void step(graph::Graph& g, double dt, double last_dt);
  // Partial sums of volume and energy, as WaveKernels::sum.
  void sum(graph::Graph& g, graph::Buffer sums, double last_dt) const;

 private:
  AiryParams params(double dt, double last_dt) const;
  void fill_symbol(graph::Graph& g, double dt);
  bool has_margin() const { return p_.domain != p_.cells; }
  std::string name_;
  const WaveSettings& s_;
  const WavePlanes& planes_;
  double gravity_;
  AiryParams p_{};
  double symbol_dt_ = 0;  // of the symbol on the device, s
  graph::Buffer symbol_, twiddles_x_, twiddles_z_;
  graph::Buffer force_;  // -L h of the last step, a plane
  graph::History margin_;
};

// Group velocity of waves of a period in water of depth d (0: deep), m/s.
double airy_group_velocity(double gravity, double depth, double period);

}  // namespace undine::wave
