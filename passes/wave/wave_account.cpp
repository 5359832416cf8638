#include "passes/wave/wave_account.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/core/round.h"

namespace undine::wave {

namespace {

constexpr std::uint32_t total_rows = 16;             // of a thread of sums
constexpr double units_per_meter = 1099511627776.0;  // integers of wave/totals.glsl
constexpr double wraps_at = 16777216.0;              // meters: 2^64 of them

// Four cells of the water, placed symmetrically: the corners if there is no land.
glm::ivec4 keepers_of(const WaveSettings& s, const WaveMedium& medium) {
  const auto nx = static_cast<int>(s.cells.x), nz = static_cast<int>(s.cells.y),
             pitch = static_cast<int>(4 * medium.columns);
  const glm::ivec2 low(absorbs(s.edges.west), absorbs(s.edges.north)),
      high(nx - 1 - absorbs(s.edges.east), nz - 1 - absorbs(s.edges.south));
  if (high.x < low.x || high.y < low.y) return glm::ivec4(-1);
  const auto at = [&](int x, int z) { return z * pitch + x; };
  if (medium.island.empty()) return {at(low.x, low.y), at(high.x, low.y), at(low.x, high.y), at(high.x, high.y)};
  for (int z = low.y; z <= high.y; ++z)
    for (int x = low.x; x <= high.x; ++x)
      if (!medium.island[static_cast<std::size_t>(z) * s.cells.x + static_cast<std::size_t>(x)])
        return glm::ivec4(at(x, z));
  return glm::ivec4(-1);
}

}  // namespace

WaveAccount::WaveAccount(graph::State& state, const WaveSettings& s, const WaveMedium& medium,
                         const SceneContext& context)
    : state_(&state), name_(context.name), cells_(s.cells), area_(s.cell().x * s.cell().y) {
  const auto passes = [](WaveEdge e) { return absorbs(e) || e == WaveEdge::fixed; };
  open_ = passes(s.edges.west) || passes(s.edges.east) || passes(s.edges.north) || passes(s.edges.south);
  // A damping that changes from place to place makes and takes volume.
  if (context.accounting == Accounting::none || !s.damping_map.empty()) return;
  audited_ = context.accounting == Accounting::audited;
  keepers_ = keepers_of(s, medium);
  totals_ = state.buffer(name_ + "/totals", {.bytes = sizeof(WaveTotals)}, graph::State::Keeps::count);
  if (open_)
    rises_ = state.buffer(name_ + "/rises", {.bytes = std::uint64_t{16} * std::max(cells_.x, cells_.y)},
                          graph::State::Keeps::counting);
  if (!audited_) return;
  moved_ = state.buffer(name_ + "/moved", {.bytes = sizeof(WaveMoved)}, graph::State::Keeps::count);
}

void WaveAccount::start(graph::Graph& g) const {
  if (totals_) g.clear("clear_totals", totals_);
  if (rises_) g.clear("clear_rises", rises_);
  if (moved_) g.clear("clear_moved", moved_);
}

graph::Buffer WaveAccount::total(graph::Graph& g, const char* name, const Prepare& prepare) const {
  graph::Buffer out = g.buffer(g.name(name_ + "/" + name), {.bytes = sizeof(WaveTotal)});
  g.clear("clear_total", out);
  auto node = g.compute("total", "wave/total.comp");
  prepare(node);
  node.constant("rows", total_rows).accumulate("total", out);
  node.groups({groups_of(groups_of(cells_.x, 4), 32), groups_of(cells_.y, total_rows), 1});
  return out;
}

void WaveAccount::begin_step(graph::Graph& g, bool keeps, const Prepare& prepare) {
  first_ = {};
  if (!counts() || !audited_ || !keeps || keepers_.x < 0) return;
  first_ = total(g, "total_before", prepare);
}

void WaveAccount::border(graph::Graph& g, const WaveParams& step, bool varied, const Prepare& prepare) const {
  if (!rises_) return;
  const std::uint32_t longest = std::max(cells_.x, cells_.y);
  auto node = g.compute("border", "wave/border.comp").variant("VARIED", varied);
  prepare(node);
  node.modify("rises", rises_).accumulate("totals", totals_);
  node.optional("moved", first_ ? moved_ : graph::Buffer{}, graph::Verb::accumulate);
  node.params(WaveBorderParams{step, static_cast<int>(longest)}).groups({groups_of(longest, 64), 4, 1});
}

void WaveAccount::bind_border(graph::ComputeNode& node) const {
  node.optional("rises", rises_, graph::Verb::modify).optional("totals", totals_, graph::Verb::accumulate);
  node.optional("moved", first_ ? moved_ : graph::Buffer{}, graph::Verb::accumulate);
}

void WaveAccount::end_step(graph::Graph& g, const Prepare& prepare, graph::Buffer now, graph::Buffer before) {
  if (!first_) return;
  graph::Buffer last = total(g, "total_after", prepare);
  auto node = g.compute("keep", "wave/keep.comp");
  node.modify("u_now", now).modify("u_prev", before).read("first", first_).read("last_", last);
  node.modify("moved", moved_).optional("rises", rises_);
  node.params(WaveKeepParams{keepers_, rises_ ? static_cast<int>(4 * std::max(cells_.x, cells_.y)) : 0})
      .groups({1, 1, 1});
}

WaveAccount::Readings WaveAccount::read(graph::Graph& g, grid::Figures& figures, const Prepare& prepare,
                                        const Rests& rests) const {
  if (!counts()) return {};
  Readings out{.turns = turns_, .at = figures.copy(totals_, 0, sizeof(WaveTotals)), .area = area_};
  if (audited_) {
    const graph::Buffer all = total(g, "total", prepare);
    const auto add = [&](graph::Buffer held, graph::Buffer moved) {
      const std::uint64_t bytes = held ? state_->at(held).buffer.bytes : 8;
      g.compute("rests", "wave/rests.comp")
          .optional("rests", held)
          .optional("moved", moved)
          .accumulate("total", all)
          .groups({groups_of(static_cast<std::uint32_t>(bytes / 8), 64), 1, 1});
    };
    add({}, moved_);
    for (const auto& [exchange, held] : rests) add(held, {});
    out.total_at = figures.copy(all, 0, sizeof(WaveTotal));
  }
  return out;
}

double WaveAccount::Readings::volume(const grid::Figures::Reader& reader, double summed) const {
  if (!total_at) return summed;
  // The integers wrap at 2^24 m of columns; the sum in floats tells how often.
  const double exact = static_cast<double>(reader.integer(*total_at)) / units_per_meter;
  return exact + wraps_at * std::round((summed - exact) / wraps_at);
}

int WaveAccount::Turns::of(std::int64_t now) {
  const bool rose =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(now) - static_cast<std::uint64_t>(before_)) > 0;
  if (rose && now < before_) ++turns_;
  if (!rose && now > before_) --turns_;
  before_ = now;
  return turns_;
}

std::optional<Budget> WaveAccount::Readings::tell(const grid::Figures::Reader& reader) const {
  if (!at) return {};
  const auto totals = reader.get<WaveTotals>(*at);
  const auto cubic = [&](const glm::uvec2& v, Turns& turns) {
    const auto integer = static_cast<std::int64_t>(std::uint64_t{v.y} << 32 | std::uint64_t{v.x});
    return (static_cast<double>(integer) / units_per_meter + wraps_at * static_cast<double>(turns.of(integer))) * area;
  };
  Budget out;
  out.sources = cubic(totals.sources, (*turns)[0]);
  out.drains = cubic(totals.drains, (*turns)[1]);
  // Rounding of neutral drops may make one of them negative.
  if (out.drains < 0) out.sources -= std::exchange(out.drains, 0);
  if (out.sources < 0) out.drains -= std::exchange(out.sources, 0);
  out.edges_in = cubic(totals.edges_in, (*turns)[2]);
  out.edges_out = cubic(totals.edges_out, (*turns)[3]);
  return out;
}

}  // namespace undine::wave
