#include "passes/wave/wave_hulls.h"

#include <algorithm>

#include "engine/core/round.h"
#include "passes/wave/wave_params.h"

namespace undine::wave {

namespace {

constexpr std::uint32_t columns_of_a_sum = 64;  // rows of a thread, whatever the tiling of the other kernels

}  // namespace

WaveHulls::WaveHulls(const std::string& name, const WaveSettings& settings, const WaveMedium& medium)
    : name_(name),
      s_(settings),
      cells_(std::uint64_t{settings.cells.x} * settings.cells.y),
      land_(static_cast<std::uint64_t>(std::ranges::count_if(medium.island, [](std::uint8_t m) { return m != 0; }))),
      keepers_(wave_keepers(medium, settings.cells)) {}

void WaveHulls::start(graph::Graph& g) {
  last_ = {};
  if (*this) g.clear("clear_drift", drift_[0]);
}

void WaveHulls::displace(graph::State& state, graph::Graph& g, const Displacement& d, const WavePlanes& planes,
                         WaveFlow& flow) {
  last_ = d;
  if (!d.now) return;
  if (!*this) drift_ = graph::History(state, name_ + "/drift", {.bytes = wave_drift_counts * sizeof(std::int32_t)}, 2);
  if (!flow) {
    flow.make(state, name_, planes.bytes());
    flow.start(g);
  }
  const bool keeps = wave_keeps_volume(s_);
  if (keeps) g.clear("clear_drift", drift_[+1]);
  auto node = g.compute("displace", "wave/displace.comp").variant("VARIED", planes.varied());
  planes.modify_levels(node).read("now", d.now).read("before", d.before);
  planes.read_drag(node);
  node.optional("drift", keeps ? drift_[0] : graph::Buffer{});
  node.optional("drift_next", keeps ? drift_[+1] : graph::Buffer{}, graph::Verb::accumulate);
  node.params(WaveDisplaceParams{d.quantum, d.level_quantum, keepers_}).over({planes.vec4s(), s_.cells.y, 1});
  drift_.step();
}

std::optional<WaveHulls::Displaced> WaveHulls::sum(graph::Graph& g, grid::Figures& figures,
                                                   const WavePlanes& planes) const {
  if (!displaces()) return {};
  const std::uint32_t strips = groups_of(s_.cells.y, columns_of_a_sum), parts = s_.cells.x * strips;
  graph::Buffer sums = g.buffer(g.name(name_ + "/columns"), {.bytes = std::uint64_t{8} * parts});
  auto node = g.compute("sum_columns", "wave/columns.comp");
  node.constant("nx", s_.cells.x).constant("nz", s_.cells.y).constant("rows", columns_of_a_sum);
  node.read("now", last_.now).write("sums", sums).optional("drag", planes.drag()).over({s_.cells.x, strips, 1});
  return Displaced{.sum = figures.sum_integers(sums, parts),
                   .level = figures.copy(last_.now, cells_ * 4, 4),
                   .quantum = static_cast<double>(last_.quantum),
                   .level_meters = static_cast<double>(cells_ - land_) * static_cast<double>(last_.level_quantum)};
}

}  // namespace undine::wave
