#include "passes/fluid/fluid_waves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "passes/grid/random.h"

namespace undine::fluid {

FluidWaves::FluidWaves(graph::State& state, const FluidSettings& settings, const FluidKernels& kernels,
                       const SceneContext& context)
    : s_(settings), kernels_(kernels), name_(context.name), seed_(context.seed), gravity_(context.gravity) {
  const std::uint64_t bytes = std::uint64_t{8} * s_.cells.x * s_.cells.y;
  if (*this) state_ = graph::History(state, name_ + "/waves", {.bytes = bytes, .texel = graph::Format::rg32_float}, 2);
}

void FluidWaves::start(graph::Graph& g) {
  g.clear("smooth", state_[0]);
  pokes_.clear();
}

FluidLevelParams FluidWaves::level() const {
  const double highest = std::max(s_.displacement, 1e-9);
  return {.highest = static_cast<float>(s_.displacement),
          .inverse_scale = static_cast<float>(s_.relief / (std::max(gravity_, 1e-6) * highest))};
}

void FluidWaves::poke(glm::dvec2 center, double radius, double height, bool neutral) {
  constexpr std::size_t most = 256;
  if (pokes_.size() < most && height != 0) pokes_.push_back({center, radius, height, neutral});
}

void FluidWaves::drops(const StepInfo& step) {
  std::uint64_t random = 0;
  auto next = [&] { return grid::uniform_random(seed_, step.index, random++); };
  auto count = [&](double rate) { return static_cast<int>(rate * step.dt + next()); };
  const grid::Drops& d = s_.waves.drops;
  for (int k = count(d.rate); k > 0; --k) {
    const double x = next(), z = next();
    poke((glm::dvec2(x, z) - 0.5) * s_.size, d.radius, -d.depth, d.neutral);
  }
  for (const FluidEmitter& e : s_.emitters) {
    if (e.drops <= 0 || step.time < e.begin || step.time > e.end) continue;
    for (int k = count(e.drops); k > 0; --k) {
      const double turn = 2 * std::numbers::pi * next(), away = e.radius * std::sqrt(next());
      poke(e.center + away * glm::dvec2(std::cos(turn), std::sin(turn)), d.radius, -d.depth * (0.5 + next()),
           d.neutral);
    }
  }
}

void FluidWaves::step(graph::Graph& g, const StepInfo& step, FluidPair v, graph::Buffer pressure) {
  drops(step);
  const glm::dvec2 cell = s_.cell();
  const double fastest = s_.waves.speed * std::sqrt(1 / (cell.x * cell.x) + 1 / (cell.y * cell.y));
  const auto sub_steps = static_cast<int>(std::clamp(std::ceil(step.dt * fastest / 0.9), 1.0, 64.0));
  for (const Poke& p : pokes_) {
    glm::ivec2 first, count;
    const double radius = std::max(p.radius, 1.5 * std::max(cell.x, cell.y));
    glm::dvec2 at = 0.5 * s_.size + p.center;
    for (int axis = 0; axis < 2; ++axis)  // within the water, so that mirror images at its sides lie in the box
      if (p.neutral && !(axis == 0 ? s_.edges.west : s_.edges.north).periodic())
        at[axis] = std::clamp(at[axis], 0.0, s_.size[axis]);
    if (!kernels_.around(at, radius, first, count)) continue;
    auto node = g.compute("poke", "fluid/wave_poke.comp");
    kernels_.owning(node, {static_cast<std::uint32_t>(count.x), static_cast<std::uint32_t>(count.y), 1})
        .constant("solids", kernels_.solids())
        .read("solid", kernels_.solid())
        .read("open_x", kernels_.open_x())
        .read("open_z", kernels_.open_z())
        .modify("waves", state_[0])
        .params(FluidPokeParams{.first = first,
                                .count = count,
                                .middle = glm::vec2(at),
                                .cell = glm::vec2(cell),
                                .radius = static_cast<float>(radius),
                                .height = static_cast<float>(p.height),
                                .neutral = p.neutral});
  }
  pokes_.clear();
  const graph::Extent cells{s_.cells.x, s_.cells.y, 1};
  auto carry = g.compute("carry_waves", "fluid/wave_carry.comp");
  kernels_.owning(carry, cells)
      .constant("solids", kernels_.solids())
      .read("u", v.u)
      .read("w", v.w)
      .read("solid", kernels_.solid())
      .read("open_x", kernels_.open_x())
      .read("open_z", kernels_.open_z())
      .read("from", state_[0])
      .write("to", state_[+1])
      .params(kernels_.params(step.dt));
  state_.step();
  const double c = s_.waves.speed;
  auto leak = [c](const FluidEdge& e, double h) {
    return e.kind == FluidEdge::Kind::outflow || e.kind == FluidEdge::Kind::inflow ? static_cast<float>(c / h) : 0.0f;
  };
  const FluidWaveParams params{.level = level(),
                               .stiffness = glm::vec2(c * c / (cell * cell)),
                               .dt = static_cast<float>(step.dt / sub_steps),
                               .damping = static_cast<float>(s_.waves.damping),
                               .leak = {leak(s_.edges.west, cell.x), leak(s_.edges.east, cell.x),
                                        leak(s_.edges.north, cell.y), leak(s_.edges.south, cell.y)}};
  for (int k = 0; k < sub_steps; ++k) {
    auto node = g.compute("wave", "fluid/wave.comp");
    kernels_.owning(node, cells)
        .constant("solids", kernels_.solids())
        .read("from", state_[0])
        .read("open_x", kernels_.open_x())
        .read("open_z", kernels_.open_z())
        .read("solid", kernels_.solid())
        .read("pressure", pressure)
        .write("to", state_[+1])
        .params(params);
    state_.step();
  }
}

}  // namespace undine::fluid
