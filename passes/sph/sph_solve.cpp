#include "passes/sph/sph_solve.h"

#include <algorithm>
#include <cstddef>

#include "engine/core/round.h"

namespace undine::sph {

namespace {

constexpr auto start_at = offsetof(SphControl, for_start), solve_at = offsetof(SphControl, for_solve);

}  // namespace

graph::ComputeNode& sph_pairs(graph::ComputeNode& node, const SphSorted& s, const SphParams& params,
                              graph::Verb control) {
  node.read("position", s.position).read("lists", s.lists).read("heads", s.heads).params(params);
  return control == graph::Verb::read ? node.read("control", s.control) : node.modify("control", s.control);
}

SphSolve::SphSolve(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params,
                   double rate) {
  const std::uint64_t n = params.grid.capacity;
  const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel) {
    return state.buffer(owner + "/" + name, {.bytes = bytes, .texel = texel});
  };
  factors_ = buffer("factors", 4 * n, graph::Format::r32_float);
  iterates_ = buffer("iterates", 8 * n, graph::Format::rg32_float);
  pressures_ = buffer("pressures", 4 * n, graph::Format::r32_float);
  pushed_ = buffer("pushed", 16 * n, graph::Format::rgba32_float);
  sums_ = buffer("solve_sums", 8ull * sph_groups(params.grid.capacity), graph::Format::rg32_float);
  retune(settings, params, rate);
}

void SphSolve::retune(const SphSettings& settings, const SphParams& params, double rate) {
  params_ = params;
  tolerance_ = {.tolerance = static_cast<float>(settings.tolerance),
                .rate = static_cast<float>(std::min(rate, 1e30)),
                .relaxation = relaxation,
                .most = settings.iterations,
                .most_places = std::max(settings.iterations / 3, 1u)};
}

void SphSolve::reset(graph::Graph& g) { g.clear("clear_pressures", pressures_); }

graph::ComputeNode& SphSolve::bind_gather(graph::ComputeNode& node) const {
  return node.optional("last", pressures_)
      .optional("factors", factors_, graph::Verb::write)
      .optional("iterates", iterates_, graph::Verb::write);
}

void SphSolve::solve(graph::Graph& g, const SphSorted& s, const SphWorld& world, graph::Buffer before,
                     graph::Buffer velocity, graph::Buffer impulses, const SphNozzles& nozzles, bool blends,
                     std::uint32_t iterations) {
  const auto push = [&](graph::ComputeNode& node) -> graph::ComputeNode& {
    return world
        .respond(sph_pairs(node.optional("edges", s.edges).optional("corrections", s.corrections), s, params_),
                 graph::Verb::accumulate)
        .read("iterates", iterates_)
        .modify("velocity", velocity)
        .read("factors", factors_)
        .write("pushed", pushed_)
        .write("pressures", pressures_)
        .optional("impulses", impulses, graph::Verb::write);
  };
  auto start = g.compute("start", "sph/start.comp");
  nozzles.bind(push(start))
      .constant("blends", blends)
      .read("before", before)
      .accumulate("reports", s.reports)
      .indirect(s.control, start_at);
  for (std::uint32_t i = 0; i < iterations; ++i) {
    if (i > 0) {
      auto node = g.compute("push", "sph/push.comp");
      push(node).indirect(s.control, solve_at);
    }
    auto rate = g.compute("rate", "sph/rate.comp");
    world
        .respond(sph_pairs(rate.optional("edges", s.edges).optional("corrections", s.corrections), s, params_,
                           graph::Verb::modify),
                 graph::Verb::modify)
        .read("pushed", pushed_)
        .read("factors", factors_)
        .modify("iterates", iterates_)
        .modify("sums", sums_)
        .uniform("solve", tolerance_)
        .indirect(s.writers, offsetof(SphWriters, for_rates));
  }
}

graph::ComputeNode& SphSolve::bind_advance(graph::ComputeNode& node, const SphSorted& s) const {
  return sph_pairs(node.optional("edges", s.edges).optional("corrections", s.corrections), s, params_)
      .read("iterates", iterates_)
      .read("factors", factors_)
      .read("pressures", pressures_);
}

}  // namespace undine::sph
