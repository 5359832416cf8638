#include "passes/sph/sph_solve.h"

#include <algorithm>
#include <cstddef>

#include "engine/core/round.h"

namespace undine::sph {

namespace {

constexpr auto particles_at = offsetof(SphControl, for_particles), solve_at = offsetof(SphControl, for_solve);
constexpr double relaxation = 0.3;  // the largest eigenvalue of a lattice's matrix is 2.8, over its diagonal

}  // namespace

graph::ComputeNode& sph_pairs(graph::ComputeNode& node, const SphSorted& s, const SphParams& params) {
  return node.read("position", s.position)
      .read("lists", s.lists)
      .read("heads", s.heads)
      .read("control", s.control)
      .params(params);
}

SphSolve::SphSolve(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params,
                   double rate)
    : params_(params), iterations_(settings.iterations) {
  const std::uint64_t n = params.grid.capacity;
  const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel) {
    return state.buffer(owner + "/" + name, {.bytes = bytes, .texel = texel});
  };
  const auto groups = groups_of(static_cast<std::uint32_t>(n), sph_group);
  factors_ = buffer("factors", 4 * n, graph::Format::r32_float);
  iterates_ = buffer("iterates", 8 * n, graph::Format::rg32_float);
  pressures_ = buffer("pressures", 4 * n, graph::Format::r32_float);
  sums_ = buffer("solve_sums", 8ull * std::max(groups, 1u), graph::Format::rg32_float);
  tolerance_ = {static_cast<float>(settings.tolerance), static_cast<float>(std::min(rate, 1e30)),
                static_cast<float>(relaxation)};
}

void SphSolve::reset(graph::Graph& g) { g.clear("clear_pressures", pressures_); }

void SphSolve::begin(graph::Graph& g, const SphSorted& s, graph::Buffer origins, const SphNozzles& nozzles) {
  auto factor = g.compute("factor", "sph/factor.comp");
  sph_pairs(factor.optional("edges", s.edges), s, params_)
      .read("origins", origins)
      .read("last", pressures_)
      .constant("nozzle_count", nozzles.count())
      .optional("nozzles", nozzles.nozzles())
      .write("factors", factors_)
      .write("iterates", iterates_)
      .indirect(s.control, particles_at);
}

void SphSolve::solve(graph::Graph& g, const SphSorted& s, graph::Buffer velocity, graph::Buffer result, Goal goal,
                     graph::Buffer impulses) {
  const bool places = goal == Goal::places;
  const auto push = [&](bool final, std::size_t at) {
    auto node = g.compute("push", "sph/push.comp");
    sph_pairs(node.optional("edges", s.edges), s, params_)
        .constant("final", final)
        .constant("keep", final && !places)
        .read("iterates", iterates_)
        .read("velocity", velocity)
        .read("factors", factors_)
        .write("pushed", result)
        .write("pressures", pressures_)
        .optional("impulses", final ? impulses : graph::Buffer{}, graph::Verb::write)
        .indirect(s.control, at);
  };
  const auto rate = [&](graph::Buffer pushed, bool first) {
    auto node = g.compute("rate", "sph/rate.comp");
    sph_pairs(node.optional("edges", s.edges), s, params_)
        .constant("places", places)
        .constant("first", first && places)
        .read("pushed", pushed)
        .read("factors", factors_)
        .modify("iterates", iterates_)
        .write("sums", sums_)
        .indirect(s.control, first ? particles_at : solve_at);
  };
  const auto decide = [&](bool first, bool last) {
    g.compute("decide", "sph/decide.comp")
        .constant("first", first)
        .constant("last", last)
        .constant("places", places)
        .modify("control", s.control)
        .read("sums", sums_)
        .params(tolerance_)
        .groups({1, 1, 1});
  };
  // Places begin from no pressure, which pushes nothing.
  if (!places) push(false, particles_at);
  rate(places ? velocity : result, true);
  const std::uint32_t most = places ? std::max(iterations_ / 3, 1u) : iterations_;
  decide(true, most == 1);
  for (std::uint32_t i = 1; i < most; ++i) {
    push(false, solve_at);
    rate(result, false);
    decide(false, i + 1 == most);
  }
  push(true, particles_at);
}

}  // namespace undine::sph
