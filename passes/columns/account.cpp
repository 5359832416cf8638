#include "passes/columns/account.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "passes/columns/node.h"

namespace undine::columns {

namespace {

constexpr std::uint32_t rows = 16;  // of a thread of sums

}  // namespace

ColumnsAccount::ColumnsAccount(graph::State& state, const ColumnsSettings& settings, const SceneContext& context)
    : s_(settings), name_(context.name), counts_(context.accounting != Accounting::none) {
  if (!counts_) return;
  const auto texels = [&](const char* what, std::uint64_t bytes) {
    return state.buffer(name_ + "/" + what, {.bytes = bytes, .texel = graph::Format::rgba32_float},
                        graph::State::Keeps::count);
  };
  const std::uint64_t count = std::uint64_t{pitch_of(s_)} * s_.cells.y;
  const bool pours = s_.pointer.action == PointerSettings::Action::pour;
  const bool level = s_.edges.west == Edge::level || s_.edges.east == Edge::level || s_.edges.north == Edge::level ||
                     s_.edges.south == Edge::level;
  if (s_.rain > 0 || s_.evaporation > 0 || s_.infiltration > 0 || !s_.sources.empty() || !s_.drains.empty() || pours ||
      level) {
    weather_ = texels("weather", 16 * count);
    feeds_ = texels("fed", 16 * count);
  }
  if (!s_.edges.are_walls()) edges_ = texels("passed", 64 * longest());
}

void ColumnsAccount::start(graph::Graph& g) const {
  if (feeds()) {
    g.clear("clear_weather", weather_);
    g.clear("clear_fed", feeds_);
  }
  if (edges()) g.clear("clear_passed", edges_);
}

graph::Buffer ColumnsAccount::unfed(graph::Graph& g) {
  return g.buffer(g.name(name_ + "/unfed"), {.bytes = 8 * std::uint64_t{pitch_of(s_)} * s_.cells.y});
}

void ColumnsAccount::count(graph::Graph& g, graph::Buffer water, graph::Buffer unfed, graph::Buffer feed,
                           graph::Buffer schedule, const Prepare& prepare) const {
  auto node = g.compute("count", "columns/count.comp");
  prepare(node);
  node.read("water", water).read("unfed", unfed).read("schedule", schedule).optional("feed", feed);
  node.modify("weather", weather_).modify("fed", feeds_).optional("passed", edges_, graph::Verb::modify);
  node.params(CountParams{.rain = static_cast<float>(s_.rain),
                          .sink = static_cast<float>(s_.evaporation + s_.infiltration),
                          .longest = static_cast<int>(longest())});
}

ColumnsAccount::Readings ColumnsAccount::read(graph::Graph& g, grid::Figures& figures) const {
  Readings out{.counts = counts_, .feeds = feeds(), .edges = edges(), .area = s_.cell().x * s_.cell().y};
  if (feeds()) {
    const std::uint32_t strips = groups_of(s_.cells.y, rows), parts = s_.cells.x * strips;
    const auto sum = [&](graph::Buffer of, const char* what) {
      graph::Buffer sums =
          g.buffer(g.name(fmt::format("{}/{} sums", name_, what)), {.bytes = std::uint64_t{16} * parts});
      auto node = g.compute("sum_budget", "columns/budget.comp");
      tell_columns(node, s_).constant("rows", rows).read("parts", of).write("sums", sums);
      node.over({s_.cells.x, strips, 1});
      return figures.sum(sums, parts);
    };
    out.weather_at = sum(weather_, "weather");
    out.feeds_at = sum(feeds_, "fed");
  }
  if (edges()) out.edges_at = figures.sum(edges_, static_cast<std::uint32_t>(4 * longest()));
  return out;
}

std::optional<Budget> ColumnsAccount::Readings::tell(const grid::Figures::Reader& reader) const {
  if (!counts) return {};
  const auto pair = [&](std::uint32_t at, int k) { return (reader.value(at, k) + reader.value(at, k + 1)) * area; };
  Budget out;
  if (feeds) {
    out.rain = pair(weather_at, 0);
    out.dried = pair(weather_at, 2);
    out.sources = pair(feeds_at, 0);
    out.drains = pair(feeds_at, 2);
  }
  if (edges) {
    out.edges_in = pair(edges_at, 0);
    out.edges_out = pair(edges_at, 2);
  }
  return out;
}

}  // namespace undine::columns
