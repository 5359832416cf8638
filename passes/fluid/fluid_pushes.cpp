#include "passes/fluid/fluid_pushes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "passes/fluid/fluid_initial.h"
#include "passes/fluid/fluid_params.h"

namespace undine::fluid {

void FluidPushes::take(const Disturbance& d) {
  constexpr std::size_t most = 64;
  const double sum = d.point.x + d.point.z + d.motion.x + d.motion.z + d.radius + d.strength;
  if (!std::isfinite(sum) || !(d.radius > 0)) return;
  if (d.pour) {
    if (d.seconds > 0) pours_.take(d);
    return;
  }
  if (pushes_.size() < most) pushes_.push_back(d);
}

void FluidPushes::forget() {
  pushes_.clear();
  pours_.forget();
}

void FluidPushes::emit(graph::Graph& g, const StepInfo& step, const Flow& flow) const {
  const double pi = std::numbers::pi, time = step.time + 0.5 * step.dt;
  for (std::size_t i = 0; i < s_.emitters.size(); ++i) {
    const FluidEmitter& e = s_.emitters[i];
    if (time < e.begin || time > e.end) continue;
    const double turn = e.swing * pi / 180 * std::sin(2 * pi * time / e.period);
    glm::dvec2 velocity(e.velocity.x * std::cos(turn) - e.velocity.y * std::sin(turn),
                        e.velocity.x * std::sin(turn) + e.velocity.y * std::cos(turn));
    if (e.noise > 0) velocity += e.noise * fluid_gust(seed_, i, time / e.period);
    push(g, "emit", flow, e.center, e.radius, velocity, 1 - std::exp(-e.push * step.dt), e.dye * step.dt);
  }
}

void FluidPushes::step(graph::Graph& g, const StepInfo& step, const Flow& flow, FluidWaves& waves) {
  emit(g, step, flow);
  for (const Disturbance& d : pushes_) {
    const glm::dvec2 at(d.point.x - s_.origin.x, d.point.z - s_.origin.z);
    push(g, "push", flow, at, d.radius, 8 * d.strength * glm::dvec2(d.motion.x, d.motion.z), -1,
         d.strength * s_.dye.pointer);
    if (waves) waves.poke(at, d.radius, -0.1 * d.radius * d.strength, true);
  }
  pushes_.clear();
  // Water in a plane takes no more in: a pour is dye, and a mound on the ripples.
  pours_.step(step.dt, [&](const Disturbance& d, double seconds, double) {
    constexpr double dye_rate = 30, mound_rate = 4;  // per second, of the pointer's dye; in radii of height
    const glm::dvec2 at(d.point.x - s_.origin.x, d.point.z - s_.origin.z);
    push(g, "pour", flow, at, d.radius, {0, 0}, -1, d.strength * dye_rate * seconds * s_.dye.pointer);
    if (waves) waves.poke(at, d.radius, mound_rate * seconds * d.radius * d.strength, false);
  });
}

void FluidPushes::push(graph::Graph& g, std::string_view verb, const Flow& flow, glm::dvec2 center, double radius,
                       glm::dvec2 velocity, double follow, glm::dvec3 dye) const {
  const glm::dvec2 cell = s_.cell(), at = 0.5 * s_.size + center;
  const double reach = std::max(radius, 1.5 * std::max(cell.x, cell.y));
  glm::ivec2 first{}, count{};
  if (!kernels_.around(at, reach, first, count)) return;
  auto node = g.compute(verb, "fluid/push.comp");
  kernels_.owning(node, {static_cast<std::uint32_t>(count.x), static_cast<std::uint32_t>(count.y), 1})
      .constant("solids", kernels_.solids())
      .modify("u", flow.v.u)
      .modify("w", flow.v.w)
      .modify("dye", flow.dye)
      .read("solid", kernels_.solid())
      .read("open_x", kernels_.open_x())
      .read("open_z", kernels_.open_z())
      .params(FluidPushParams{.first = first,
                              .count = count,
                              .middle = glm::vec2(at),
                              .cell = glm::vec2(cell),
                              .velocity = glm::vec2(velocity),
                              .radius = static_cast<float>(reach),
                              .follow = static_cast<float>(follow),
                              .dye = glm::vec4(glm::vec3(dye), 0)});
}

}  // namespace undine::fluid
