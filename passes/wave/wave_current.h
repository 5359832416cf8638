// Waves on a flow: both time levels are carried along its velocity, as fluxes through faces, so that what leaves a cell
// enters the next one.
//   equation   h_t + div(u h) = 0, of both levels, after the waves' own step: (d_t + u . grad)^2 h = div(c^2 grad h)
//              where the flow is even
//   scheme     flux of fifth order, upwind: of the five cells around the face, less one downstream; what lies behind land or a wall
//              counts as the last water before it. h <- h - dt div F(B), B = h - dt/2 div F(A), A = h - dt/3 div F(h):
//              of third order in time
//   stability  (|u| / dx + |w| / dz) dt <= 1, kept by sub-steps that are counted on the GPU
//   rounding   what it takes from h - h_prev is kept (rests) and given back: it would go on as a rise
//   edges      nothing passes walls, land and fixed edges; absorbing ones let pass what stands before them
#pragma once
#include <functional>
#include <string>

#include "engine/scene/coupling_ports.h"
#include "passes/wave/wave_account.h"

namespace undine::wave {

struct CarriedWaves {
  std::string name;
  glm::uvec2 cells{0};
  glm::dvec2 cell{0};
  bool varied = false;
  int most = 1;                                      // sub-steps
  std::function<void(graph::ComputeNode&)> prepare;  // binds the grid, and what of it is land
  graph::Buffer now, before, rests;                  // rests: of the rise, what rounding holds back
  graph::Buffer edges;                               // WaveEdgeState of absorbing sides; none: there are none
  double dt = 0;                                     // of the waves' own sub-step, s
};

void carry_waves(graph::Graph& g, const CarriedWaves& waves, const AdvectingFlow& stream, const WaveAccount& account);

}  // namespace undine::wave
