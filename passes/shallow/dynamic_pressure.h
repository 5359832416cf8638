// Non-hydrostatic (dynamic) pressure of shallow water: frequency dispersion.
//   equation   q_t += -grad(P) / 2 - (P / h) grad bed,   P = sum of P_i over one or two modes, of which each has
//              4 l_i (w_t + u . grad w + (1 - a_i / l_i) e) = P_i / h^2,   w = u . grad bed - (h / 2) div u,
//              with w_t by the hydrostatic pressure and P_i alone, and
//              e = g grad(level) . grad bed - (h / 2) g div(grad(level)) - h (div u)^2
//              P: h times the dynamic pressure at the ground over the density, m^3/s^2; w: mean vertical velocity, linear over the
//              depth. On even ground with one mode and a = l = 1/3: Serre's equations. A share of order (k h)^2 of the
//              velocity's acceleration is moved to the level, which it equals to that order:
//                c^2 = g h (1 - sum of a_i (k h)^2 / (1 + l_i (k h)^2)),
//              one layer: l = 1.159/3, within 0.7 % of Airy's speed up to k h = 3.3 [Bonneton et al. 2011]; two layers: the
//              form of the relation of two layers with velocities of their own [Zijlema et al. 2011], whose pressures
//              separate into two modes; within 0.06 % up to k h = 8. The velocity stays one for the whole depth.
//   scheme     after each sub-step -div(grad(P_i) / h) + S_i P_i = 4 R_i / (h dt) by multigrid, R_i what w lacks; Heun's stages
//              feel the pressure of the sub-step before; so the time is of second order
//   breaking   no dynamic pressure where the surface rises faster than 0.6 sqrt(g h), or 0.3 beside such water, nor in
//              water less deep than the step of its ground
//   keeps      the volume, which it does not touch; a lake at rest, to the bit
//   sources    [Stelling & Zijlema 2003], [Zijlema et al. 2011], [Smit et al. 2013], [Jeschke et al. 2017],
//              [Bonneton et al. 2011]
#pragma once
#include <functional>
#include <vector>

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
    graph::Buffer feed;       // still depths at the edges; null: walls
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
  struct Mode {  // pressure of the last sub-step, and the initial guess for the next
    graph::Buffer last, guess;
  };
  std::vector<Mode> modes_;
  graph::Buffer force_, breaking_;
  graph::Buffer rise_;  // at the beginning of the sub-step: vertical velocity, m/s; e, m/s^2
};

}  // namespace undine::shallow
