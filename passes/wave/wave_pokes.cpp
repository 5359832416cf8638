#include "passes/wave/wave_pokes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "passes/grid/random.h"

namespace undine::wave {

namespace {

void poke_one(graph::Graph& g, const WaveSettings& s, const WavePokes::Water& water, const WavePokes::Prepare& prepare,
              std::string_view verb, glm::dvec2 a, glm::dvec2 b, double radius, double amplitude, bool neutral) {
  if (amplitude == 0) return;
  const glm::dvec2 cell = s.cell();
  glm::ivec2 first{}, count{};
  for (int axis = 0; axis < 2; ++axis) {
    const int n = static_cast<int>(axis == 0 ? s.cells.x : s.cells.y);
    const WaveEdge before = axis == 0 ? s.edges.west : s.edges.north, after = axis == 0 ? s.edges.east : s.edges.south;
    const bool periodic = before == WaveEdge::periodic;
    if (neutral && !periodic) {  // within the water, so that mirror images at its sides lie in the box
      const double least = absorbs(before) ? cell[axis] : 0;
      const double most = s.size[axis] - (absorbs(after) ? cell[axis] : 0);
      a[axis] = std::clamp(a[axis], least, most);
      b[axis] = std::clamp(b[axis], least, most);
    }
    const double low = std::floor((std::min(a[axis], b[axis]) - radius) / cell[axis]);
    const double high = std::ceil((std::max(a[axis], b[axis]) + radius) / cell[axis]);
    const double from = periodic ? std::max(low, -double(n)) : std::max(low, 0.0);
    const double to = std::min(high, periodic ? 2.0 * n : double(n));
    if (!(to > from)) return;
    first[axis] = static_cast<int>(from);
    count[axis] = std::min(static_cast<int>(to - from), n);  // wider than the grid: every cell once
  }
  auto node = g.compute(verb, "wave/poke.comp").variant("VARIED", water.varied);
  prepare(node);
  node.optional("totals", water.totals, graph::Verb::accumulate);
  node.params(WavePokeParams{.first = first,
                             .count = count,
                             .a = glm::vec2(a),
                             .b = glm::vec2(b),
                             .cell = glm::vec2(cell),
                             .radius = static_cast<float>(radius),
                             .amplitude = static_cast<float>(amplitude),
                             .neutral = neutral});
  node.over({static_cast<std::uint32_t>(count.x), static_cast<std::uint32_t>(count.y), 1});
}

}  // namespace

void WavePokes::take(const Disturbance& d) {
  constexpr std::size_t most = 64;
  const bool finite = std::isfinite(d.point.x + d.point.z + d.motion.x + d.motion.z + d.radius + d.strength);
  if (!finite || !(d.radius > 0)) return;
  if (d.pour) {
    if (d.seconds > 0) pours_.take(d);
    return;
  }
  if (pushes_.size() < most) pushes_.push_back(d);
}

void WavePokes::forget() {
  pushes_.clear();
  pours_.forget();
}

void WavePokes::step(graph::Graph& g, const StepInfo& step, const WaveSettings& s, const Water& water,
                     const Prepare& prepare) {
  const auto poke = [&](std::string_view verb, glm::dvec2 a, glm::dvec2 b, double radius, double amplitude,
                        bool neutral) { poke_one(g, s, water, prepare, verb, a, b, radius, amplitude, neutral); };
  const glm::dvec2 cell = s.cell(), corner = 0.5 * s.size;
  const double least = 1.5 * std::max(cell.x, cell.y), pi = std::numbers::pi;
  for (const WaveMaker& m : s.makers) {
    // A line source s(t) per second and meter of width sends s * width / (2c) both ways; the paraboloid is 4/3 radius
    // wide.
    const double radius = std::max(m.radius, least), time = step.time + 0.5 * step.dt;
    const double speed = water.group_velocity ? water.group_velocity(m.period) : water.fastest;
    const double rate = m.height * 1.5 * speed / radius;
    const double ramp = std::min(1.0, time / m.period);
    const glm::dvec2 along = 0.5 * m.length * glm::dvec2(-std::sin(m.angle * pi / 180), std::cos(m.angle * pi / 180));
    poke("make", corner + m.center - along, corner + m.center + along, radius,
         ramp * rate * step.dt * std::sin(2 * pi * time / m.period), false);
  }
  const double expected = s.drops.rate * step.dt;
  const auto drops = static_cast<std::uint64_t>(expected + grid::uniform_random(water.seed, step.index, 0));
  for (std::uint64_t i = 0; i < drops; ++i) {
    const glm::dvec2 at = s.size * glm::dvec2(grid::uniform_random(water.seed, step.index, 2 * i + 1),
                                              grid::uniform_random(water.seed, step.index, 2 * i + 2));
    poke("drop", at, at, std::max(s.drops.radius, least), -s.drops.depth, s.drops.neutral);
  }
  for (const Disturbance& d : pushes_) {
    const glm::dvec2 at = corner + glm::dvec2(d.point.x - s.origin.x, d.point.z - s.origin.z);
    const double radius = std::clamp(d.radius, least, std::max(least, glm::length(s.size)));
    // A neutral furrow is half as deep as a neutral dent of the same amplitude.
    const double way = std::hypot(d.motion.x, d.motion.z), furrow = 1 + way / (way + radius);
    poke("push", at - glm::dvec2(d.motion.x, d.motion.z), at, radius, -0.2 * furrow * d.radius * d.strength, true);
  }
  pushes_.clear();
  pours_.step(step.dt, [&](const Disturbance& d, double seconds, double) {
    constexpr double pour_rate = 4;  // of strength 1, in radii of depth per second
    const glm::dvec2 at = corner + glm::dvec2(d.point.x - s.origin.x, d.point.z - s.origin.z);
    const double radius = std::clamp(d.radius, least, std::max(least, glm::length(s.size)));
    poke("pour", at, at, radius, pour_rate * seconds * d.radius * d.strength, false);
  });
}

}  // namespace undine::wave
