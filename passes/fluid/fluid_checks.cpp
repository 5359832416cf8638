#include "passes/fluid/fluid_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/grid/region.h"

namespace undine::fluid {

namespace {

using Kind = FluidEdge::Kind;

// Discharge through each side at a time, positive inwards.
std::array<double, 4> inflows(const FluidEdges& edges, glm::dvec2 size, double time) {
  const FluidEdge* sides[4] = {&edges.west, &edges.east, &edges.north, &edges.south};
  std::array<double, 4> out{};
  for (std::size_t k = 0; k < 4; ++k) {
    if (sides[k]->kind != Kind::inflow) continue;
    const int axis = k < 2 ? 0 : 1;
    const settings::Series& series = sides[k]->series[static_cast<std::size_t>(axis)];
    const double speed = series.empty() ? sides[k]->velocity[axis] : settings::series_at(series, time);
    out[k] = (k % 2 == 0 ? speed : -speed) * size[1 - axis];
  }
  return out;
}

void check_balance(const FluidEdges& edges, glm::dvec2 size, const std::string& where) {
  std::vector<double> times{0};
  for (const FluidEdge* e : {&edges.west, &edges.east, &edges.north, &edges.south}) {
    if (e->kind == Kind::outflow) return;
    for (const settings::Series& series : e->series)
      for (const glm::dvec2& point : series) times.push_back(point.x);
  }
  for (const double time : times) {
    double net = 0, most = 0;
    for (const double q : inflows(edges, size, time)) net += q, most = std::max(most, std::abs(q));
    if (std::abs(net) <= 1e-6 * most) continue;
    throw Error(Exit::bad_input, where,
                fmt::format("{:g} m²/s flows {} over the sides, and no side lets it {} (at {:g} s)", std::abs(net),
                            net > 0 ? "in" : "out", net > 0 ? "out" : "in", time),
                "\"outflow\" at another side, or inflows that add up to 0");
  }
}

}  // namespace

double fluid_net_inflow(const FluidEdges& edges, glm::dvec2 size, double time) {
  double net = 0;
  for (const double q : inflows(edges, size, time)) net += q;
  return net;
}

void check_fluid(const FluidSettings& s, const SceneContext& context) {
  check_balance(s.edges, s.size, context.setting("edges"));
  const glm::bvec2 periodic(s.edges.west.periodic(), s.edges.north.periodic());
  for (std::size_t i = 0; i < s.emitters.size(); ++i)
    grid::check_reaches(s.emitters[i].center, glm::dvec2(s.emitters[i].radius), s.size, periodic,
                        context.setting(fmt::format("emitters/{}/center", i)));
  for (std::size_t i = 0; i < s.initial.size(); ++i)
    if (s.initial[i].kind == FluidShape::Kind::dye)
      grid::check_reaches(s.initial[i].center, glm::dvec2(s.initial[i].radius), s.size, periodic,
                          context.setting(fmt::format("initial/{}/center", i)));
  for (std::size_t i = 0; i < s.obstacles.size(); ++i) {
    const FluidObstacle& o = s.obstacles[i];
    if (!o.shaped() || o.velocity != glm::dvec2(0)) continue;
    const double reach = o.kind == FluidObstacle::Kind::box
                             ? 0.5 * glm::length(o.size)
                             : o.radius + (o.kind == FluidObstacle::Kind::capsule ? 0.5 * o.length : 0.0);
    grid::check_reaches(o.center, glm::abs(o.amplitude) + reach, s.size, periodic,
                        context.setting(fmt::format("obstacles/{}/center", i)));
  }
}

}  // namespace undine::fluid
