// Non-hydrostatic (dynamic) pressure of shallow water: frequency dispersion.
//   equation   q_t += -grad(P) / 2 - (P / h) grad bed,   (4/3) A (w_t + u . grad w + e) = P / h^2,   w = u . grad bed - (h / 2) div u
//              e = (1 - 1/A) (g grad(level) . grad bed - (h / 2) g div(grad(level)) - h (div u)^2)
//              P: h times the dynamic pressure at the ground over the density, m^3/s^2; w: mean vertical velocity, linear over the
//              depth. On even ground with A = 1: Serre's equations. A = 1.159 moves a share of order (k h)^2 of the velocity's
//              acceleration to the level, which it equals to that order:
//                c^2 = g h (1 + (A - 1) (k h)^2 / 3) / (1 + A (k h)^2 / 3),
//              within 0.7 % of Airy's speed up to k h = 3.3 [Bonneton et al. 2011]
//   scheme     after each sub-step -div(grad(P) / h) + S P = 4 R / (h dt) by multigrid, R what w lacks; Heun's stages
//              feel the pressure of the sub-step before; so the time is of second order
//   breaking   no dynamic pressure where the surface rises faster than 0.6 sqrt(g h), or 0.3 beside such water, nor in
//              water less deep than the step of its ground
//   keeps      the volume, which it does not touch; a lake at rest, to the bit
//   sources    [Stelling & Zijlema 2003], [Zijlema et al. 2011], [Smit et al. 2013], [Jeschke et al. 2017],
//              [Bonneton et al. 2011]
#pragma once
#include <functional>

#include "engine/graph/graph.h"
#include "passes/poisson/poisson.h"
#include "passes/shallow/shallow_params.h"
#include "passes/shallow/shallow_settings.h"

namespace undine::shallow {

class DynamicPressure {
 public:
  DynamicPressure(graph::State& state, const std::string& name, const ShallowSettings& settings);

  void start(graph::Graph& g);
  graph::Buffer force() const { return force_; }  // 2 floats a column, m^2/s^2: read by both stages
  // Constants of the grid, and dispatch over the columns of the sub-step.
  using Each = std::function<void(graph::ComputeNode&)>;
  struct Water {
    graph::Buffer water, bed;
    graph::Buffer hull_head;  // null: no hulls
    double gravity = 0;       // m/s^2
  };
  // Before the first stage of sub-step i: the vertical velocity.
  void begin(graph::Graph& g, const Water& of, const Each& each);
  // After the second: solves for the pressure and changes the discharge of the water.
  void end(graph::Graph& g, const Water& of, graph::Buffer schedule, int sub_step, const Each& each);

 private:
  std::uint64_t columns() const;
  ShallowPressureParams params_of(const Water& of, int sub_step) const;
  std::string name_;
  const ShallowSettings s_;
  poisson::Poisson poisson_;
  graph::Buffer pressure_, force_, breaking_;
  graph::Buffer rise_;  // at the beginning of the sub-step: vertical velocity, m/s; e, m/s^2
};

}  // namespace undine::shallow
