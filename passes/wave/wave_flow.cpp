#include "passes/wave/wave_flow.h"

#include <algorithm>

namespace undine::wave {

void WaveFlow::make(graph::State& state, const std::string& water, std::uint64_t bytes) {
  name_ = water;
  bytes_ = bytes;
  potential_ = state.buffer(water + "/potential", {.bytes = bytes});
}

void WaveFlow::start(graph::Graph& g) const {
  if (potential_) g.clear("clear_water", potential_);
}

void WaveFlow::drive(graph::Graph& g, double gravity, double dt, bool first, double damping, bool varied,
                     const Prepare& prepare) const {
  auto node = g.compute("drive", "wave/potential.comp").variant("VARIED", varied);
  prepare(node);
  node.modify("potential", potential_);
  node.params(WavePotentialParams{static_cast<float>(gravity * dt * (first ? 0.5 : 1.0)),
                                  static_cast<float>(0.5 * dt * (varied ? 1 : damping))});
}

graph::Buffer WaveFlow::read(graph::Graph& g, const WaveSettings& s, bool discharge, double gravity, double dt,
                             double speed, bool varied, const Prepare& prepare) const {
  const std::string what = discharge ? "discharge" : "velocity";
  graph::Buffer out = g.buffer(g.name(name_ + "/" + what), {.bytes = 2 * bytes_});
  const glm::dvec2 cell = s.cell();
  const double per_gravity = 1 / std::max(gravity, 1e-30);
  auto node = g.compute(what, "wave/flow.comp").variant("VARIED", varied);
  prepare(node);
  node.read("potential", potential_).write("flow", out).constant("discharges", discharge);
  node.params(
      WaveFlowParams{.half_slope = glm::vec2(0.5 / cell),
                     .depth = static_cast<float>(discharge ? (varied ? per_gravity : speed * speed * per_gravity) : 1),
                     .half_push = static_cast<float>(0.5 * gravity * dt),
                     .half_dt_drag = static_cast<float>(0.5 * dt * (varied ? 1 : s.damping))});
  return out;
}

}  // namespace undine::wave
