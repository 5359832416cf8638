#include "passes/wave/wave_feeds.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/core/error.h"

namespace undine::wave {

namespace {

constexpr double counts_per_meter = 1099511627776.0;  // 2^40

// Cells of the range that are neither land nor outside an absorbing border.
std::uint64_t water_in(const grid::CellRange& range, const WaveSettings& s, const WaveMedium& medium) {
  const auto rim = [](WaveEdge e) { return absorbs(e) ? 1u : 0u; };
  const glm::uvec2 low(rim(s.edges.west), rim(s.edges.north)),
      high = s.cells - glm::uvec2(rim(s.edges.east), rim(s.edges.south));
  std::uint64_t out = 0;
  for (std::uint32_t z = range.first.y; z < range.first.y + range.count.y; ++z)
    for (std::uint32_t x = range.first.x; x < range.first.x + range.count.x; ++x) {
      if (x < low.x || z < low.y || x >= high.x || z >= high.y) continue;
      if (medium.island.empty() || medium.island[std::size_t{z} * s.cells.x + x] == 0) ++out;
    }
  return out;
}

}  // namespace

WaveFeeds::WaveFeeds(graph::State& state, const WaveSettings& s, const WaveMedium& medium,
                     const SceneContext& context) {
  const auto add = [&](const std::vector<WaveFeed>& list, const char* name, double sign) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      const std::string where = context.setting(fmt::format("{}/{}/region", name, k));
      Flow flow{.feed = list[k], .sign = sign, .range = grid::cells_in(list[k].region, s.size, s.cells, where)};
      const std::uint64_t cells = water_in(flow.range, s, medium);
      if (cells == 0)
        throw Error(Exit::bad_input, where, "its region holds no water",
                    "a region with cells that are neither land nor an absorbing boundary");
      flow.area = static_cast<double>(cells) * s.cell().x * s.cell().y;
      flow.rests = state.buffer(fmt::format("{}/{}_{}", context.name, name, k),
                                {.bytes = 8 * std::uint64_t{flow.range.count.x} * flow.range.count.y});
      flows_.push_back(flow);
    }
  };
  add(s.sources, "sources", 1);
  add(s.drains, "drains", -1);
}

void WaveFeeds::start(graph::Graph& g) const {
  for (const Flow& flow : flows_) g.clear("clear_rests", flow.rests);
}

void WaveFeeds::retune(const WaveSettings& s) {
  std::size_t k = 0;
  for (const std::vector<WaveFeed>* list : {&s.sources, &s.drains})
    for (const WaveFeed& feed : *list) flows_[k++].feed = feed;
}

void WaveFeeds::step(graph::Graph& g, const StepInfo& step, int sub_steps, bool varied, graph::Buffer totals,
                     const WaveAccount::Prepare& prepare) const {
  for (const Flow& flow : flows_) {
    const double per = counts_per_meter / flow.area;
    const double from = std::round(flow.feed.volume(step.time) * per),
                 to = std::round(flow.feed.volume(step.time + step.dt) * per);
    const double meters = flow.sign * (to - from) / counts_per_meter;
    const auto high = static_cast<float>(meters);
    auto node = g.compute(flow.sign > 0 ? "source" : "drain", "wave/feed.comp").variant("VARIED", varied);
    prepare(node);
    node.modify("rests", flow.rests).optional("totals", totals, graph::Verb::accumulate);
    node.params(WaveFeedParams{.first = glm::ivec2(flow.range.first),
                               .count = glm::ivec2(flow.range.count),
                               .meters = {high, static_cast<float>(meters - high)},
                               .sub_steps = static_cast<float>(sub_steps)});
    node.over({flow.range.count.x, flow.range.count.y, 1});
  }
}

void WaveFeeds::add_to(WaveAccount::Rests& rests) const {
  for (const Flow& flow : flows_) rests[flow.rests.bits()] = flow.rests;
}

}  // namespace undine::wave
