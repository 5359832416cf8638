#include "passes/sph_solve.h"

#include <algorithm>
#include <cstddef>

namespace undine {

namespace {

constexpr auto particles_at = offsetof(SphControl, for_particles), solve_at = offsetof(SphControl, for_solve),
               errors_at = offsetof(SphControl, for_errors);

// Nodes to whose sums over pairs solid things add.
graph::ComputeNode& bounded(graph::ComputeNode& node, const SphSorted& s) {
  return node.constant("bounded", s.bounded).read("edges", s.edges);
}

}  // namespace

graph::ComputeNode& sph_pairs(graph::ComputeNode& node, const SphSorted& s, const SphParams& params) {
  return node.read("position", s.position)
      .read("lists", s.lists)
      .read("heads", s.heads)
      .read("control", s.control)
      .params(params);
}

SphSolve::SphSolve(graph::State& state, const std::string& owner, const SphSettings& settings, const SphParams& params)
    : params_(params), iterations_(settings.iterations) {
  const std::uint64_t n = params.grid.capacity;
  const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel) {
    return state.buffer(owner + "/" + name, {.bytes = bytes, .texel = texel});
  };
  factors_ = buffer("factors", 4 * n, graph::Format::r32_float);
  changes_ = buffer("changes", 8 * n, graph::Format::rg32_float);
  pressures_ = buffer("pressures", 8 * n, graph::Format::rg32_float);
  last_ = buffer("last_pressures", 8 * n, graph::Format::rg32_float);
  // A sum of errors of 1/4 each fits 32 bits; larger ones saturate per group, and are far from converged anyhow.
  tolerance_ = {static_cast<float>(settings.tolerance),
                static_cast<float>(4e9 / (0.25 * static_cast<double>(std::max<std::uint64_t>(n, 256))))};
}

void SphSolve::reset(graph::Graph& g) { g.clear("no pressures", last_); }

void SphSolve::begin(graph::Graph& g, const SphSorted& s, graph::Buffer origins, const SphNozzles& nozzles) {
  auto factor = g.compute("factor", "sph_factor.comp");
  sph_pairs(bounded(factor, s), s, params_)
      .read("origins", origins)
      .read("last", last_)
      .constant("nozzle_count", nozzles.count())
      .read("nozzles", nozzles.nozzles())
      .write("factors", factors_)
      .write("pressures", pressures_)
      .indirect(s.control, particles_at);
}

void SphSolve::solve(graph::Graph& g, const SphSorted& s, graph::Buffer velocity, Goal goal) {
  const bool divergence = goal == Goal::divergence;
  const auto decide = [&](bool first) {
    g.compute("decide", "sph_decide.comp")
        .constant("first", first)
        .modify("control", s.control)
        .modify("reports", s.reports)
        .params(tolerance_)
        .groups({1, 1, 1});
  };
  const auto relax = [&](bool warm) {
    auto node = g.compute("relax", "sph_relax.comp");
    sph_pairs(bounded(node, s), s, params_)
        .constant("divergence", divergence)
        .constant("warm", warm)
        .read("changes", changes_)
        .modify("velocity", velocity)
        .modify("pressures", pressures_)
        .indirect(s.control, warm ? particles_at : solve_at);
  };
  const auto rate = [&](bool warm) {
    auto node = g.compute(warm ? "warm" : "rate", "sph_rate.comp");
    sph_pairs(bounded(node, s), s, params_)
        .constant("divergence", divergence)
        .constant("warm", warm)
        .read("velocity", velocity)
        .read("factors", factors_)
        .read("pressures", pressures_)
        .write("changes", changes_)
        .indirect(s.control, warm ? particles_at : solve_at);
  };
  rate(true);
  relax(true);
  decide(true);
  for (std::uint32_t i = 0; i < iterations_; ++i) {
    rate(false);
    g.compute("judge", "sph_error.comp")
        .read("changes", changes_)
        .read("control", s.control)
        .accumulate("reports", s.reports)
        .params(tolerance_)
        .indirect(s.control, errors_at);
    decide(false);
    relax(false);
  }
}

}  // namespace undine
