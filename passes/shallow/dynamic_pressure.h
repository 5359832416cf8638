// Non-hydrostatic (dynamic) pressure of shallow water: frequency dispersion.
//   equation   q_t += -grad(P) / 2 - (P / h) grad bed,   (4/3) w_t + ... = P / h^2,   w = u . grad bed - (h / 2) div u
//              P: h times the dynamic pressure at the ground over the density, m^3/s^2; w: mean vertical velocity. The
//              factor is the inertia of a w that varies linearly over the depth. On even ground: Serre's equations;
//              waves as fast as c^2 = g h / (1 + (k h)^2 / 3), 0.8 % from Airy's at k h = 1; solitary waves as fast as
//              sqrt(g (h + a))
//   scheme     after each sub-step -div(grad(P) / h) + S P = 4 R / (h dt) by multigrid, R what w lacks; Heun's stages
//              feel the pressure of the sub-step before; so the time is of second order
//   breaking   no dynamic pressure where the surface rises faster than 0.6 sqrt(g h), or 0.3 beside such water, nor in
//              water less deep than the step of its ground
//   keeps      the volume, which it does not touch; a lake at rest, to the bit
//   sources    [Stelling & Zijlema 2003], [Zijlema et al. 2011], [Smit et al. 2013], [Jeschke et al. 2017]
#pragma once
#include <functional>

#include "engine/graph/graph.h"
#include "passes/poisson/poisson.h"
#include "passes/shallow/shallow_settings.h"

namespace undine::shallow {

class DynamicPressure {
 public:
  DynamicPressure(graph::State& state, const std::string& name, const ShallowSettings& settings);

  void start(graph::Graph& g);
  graph::Buffer force() const { return force_; }  // 2 floats a column, m^2/s^2: read by both stages
  // Constants of the grid, and dispatch over the columns of the sub-step.
  using Each = std::function<void(graph::ComputeNode&)>;
  // Before the first stage of sub-step i: the vertical velocity.
  void begin(graph::Graph& g, graph::Buffer water, graph::Buffer bed, const Each& each);
  // After the second: solves for the pressure and changes the discharge of `water`.
  void end(graph::Graph& g, graph::Buffer water, graph::Buffer bed, graph::Buffer schedule, double gravity,
           int sub_step, const Each& each);

 private:
  std::uint64_t columns() const;
  std::string name_;
  const ShallowSettings s_;
  poisson::Poisson poisson_;
  graph::Buffer pressure_, force_, breaking_;
  graph::Buffer rise_;  // vertical velocity at the beginning of the sub-step
};

}  // namespace undine::shallow
