#include "passes/wave/wave_kernels.h"

#include <algorithm>

#include "engine/core/round.h"
#include "passes/wave/wave_shapes.h"

namespace undine::wave {

namespace {

constexpr std::uint32_t rows_of_a_sum = 64;  // of a thread, whatever the tiling of the other kernels

}  // namespace

WaveParams WaveKernels::params(double dt, double last_dt) const {
  const glm::dvec2 cell = s_.cell();
  const bool first = last_dt == 0;
  const double g = first || planes_.varied() ? 0 : 0.5 * s_.damping * dt;
  const double square = (planes_.varied() ? 1 : s_.speed * s_.speed) * (first ? 0.5 : 1.0) / (1 + g);
  const double kept = first ? 0 : dt / last_dt;
  return {.force_x = static_cast<float>(square * dt * dt / (cell.x * cell.x)),
          .force_z = static_cast<float>(square * dt * dt / (cell.y * cell.y)),
          .inertia = static_cast<float>(kept * (1 - g) / (1 + g)),
          .half_dt = static_cast<float>(first ? 0 : 0.5 * dt)};
}

void WaveKernels::leapfrog(graph::Graph& g, double dt, double last_dt, graph::Buffer rests) const {
  auto node = g.compute("step", "wave/step.comp").variant("RESTS", bool(rests)).variant("VARIED", planes_.varied());
  planes_.grid(node).shape(state_.shapes().of(step_shapes, planes_.extent()), planes_.extent());
  node.read("u_now", planes_.now()).read("u_prev", planes_.before()).write("u_next", planes_.next());
  planes_.read_medium(node.params(params(dt, last_dt)));
  if (rests) node.modify("rests", rests);
}

void WaveKernels::edge(graph::Graph& g, double dt, double last_dt, graph::Buffer states, const Incident& sea) const {
  auto node = g.compute("radiate", "wave/edge.comp").variant("VARIED", planes_.varied());
  planes_.grid(node).read("u_now", planes_.now()).modify("states", states).modify("u_next", planes_.next());
  node.params(WaveEdgeParams{.cell = glm::vec2(s_.cell()),
                             .dt = static_cast<float>(dt),
                             .kick = last_dt == 0 ? 0.5f : 1.0f,
                             .speed = static_cast<float>(s_.speed),
                             .half_dt_drag = static_cast<float>(0.5 * dt * (planes_.varied() ? 1 : s_.damping)),
                             .longest = static_cast<std::int32_t>(longest_side()),
                             .incident_side = sea.side,
                             .incident = static_cast<float>(sea.elevation)});
  planes_.read_medium(node).groups({groups_of(longest_side(), 64), 4, 1});
}

void WaveKernels::surface(graph::Graph& g, graph::Image surface) const {
  auto node = g.compute("slope", "wave/surface.comp").variant("VARIED", planes_.varied());
  planes_.grid(node).shape(state_.shapes().of(surface_shapes, planes_.extent()), planes_.extent());
  node.read("u_now", planes_.now()).write("surface", surface);
  node.params(WaveSurfaceParams{.inverse_cell = glm::vec2(1.0 / s_.cell())});
  planes_.read_drag(node);
}

std::uint32_t WaveKernels::parts() const { return planes_.vec4s() * groups_of(s_.cells.y, rows_of_a_sum); }

void WaveKernels::sum(graph::Graph& g, graph::Buffer sums, double gravity, double last_dt,
                      graph::Buffer potential) const {
  const glm::dvec2 cell = s_.cell();
  const double square = planes_.varied() ? 1 : s_.speed * s_.speed;
  auto node = g.compute("sum", "wave/stats.comp").variant("VARIED", planes_.varied());
  planes_.grid(node).constant("rows", rows_of_a_sum).read("u_now", planes_.now()).read("u_prev", planes_.before());
  planes_.read_faces(node.write("sums", sums));
  node.optional("potential", potential);
  node.params(WaveStatsParams{.inverse_dt = static_cast<float>(last_dt > 0 ? 1 / last_dt : 0),
                              .stiffness_x = static_cast<float>(square / (cell.x * cell.x)),
                              .stiffness_z = static_cast<float>(square / (cell.y * cell.y)),
                              .half_push = static_cast<float>(0.5 * gravity * last_dt),
                              .per_gravity = gravity > 0 ? static_cast<float>(1 / (gravity * gravity)) : 0.0f});
  node.groups({groups_of(planes_.vec4s(), 32), groups_of(s_.cells.y, rows_of_a_sum), 1});
}

graph::Buffer WaveKernels::rate(graph::Graph& g, double last_dt) const {
  graph::Buffer out = g.buffer(g.name(name_ + "/rate"), {.bytes = planes_.bytes()});
  auto node = g.compute("rate", "wave/rate.comp").variant("VARIED", planes_.varied());
  planes_.read_medium(planes_.read_levels(node).write("rate", out));
  node.params(WaveRateParams{.step = params(last_dt > 0 ? last_dt : 1, last_dt),
                             .inverse_dt = static_cast<float>(last_dt > 0 ? 1 / last_dt : 0)});
  node.groups({groups_of(planes_.vec4s(), 32), s_.cells.y, 1});
  return out;
}

graph::Buffer WaveKernels::depth(graph::Graph& g) const {
  graph::Buffer out = g.buffer(g.name(name_ + "/depth"), {.bytes = planes_.bytes()});
  auto node = g.compute("depth", "wave/depth.comp");
  planes_.grid(node).read("u_now", planes_.now()).read("rest_depth", planes_.rest_depth()).write("depth", out);
  node.groups({groups_of(planes_.vec4s(), 32), s_.cells.y, 1});
  return out;
}

}  // namespace undine::wave
