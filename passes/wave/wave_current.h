// Waves advected by a flow: both time levels in conservative flux form.
//   equation   h_t + div(u h) = 0, of both levels, after the waves' own step: (d_t + u . grad)^2 h = div(c^2 grad h)
//              where the flow is even
//   scheme     flux of fifth order, upwind: five-point stencil; cells behind land or a wall take the value of the
//              last water cell. h <- h - dt div F(B), B = h - dt/2 div F(A), A = h - dt/3 div F(h): of third order in
//              time
//   stability  (|u| / dx + |w| / dz) dt <= 1, kept by sub-steps that are counted on the GPU
//   rounding   residuals of h - h_prev are stored (rests) and returned, because they would grow as a rate of rise
//   edges      no flux through walls, land and fixed edges; outflow of the boundary value through absorbing edges
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
