#include "passes/columns/hydrographs.h"

#include <fmt/format.h>

#include <utility>

#include "passes/columns/node.h"

namespace undine::columns {

namespace {

std::vector<float> constant_rates(const Columns& columns) {
  std::vector<float> out;
  for (std::size_t i = 0; i < columns.feed.size(); i += 4) out.push_back(columns.feed[i]);
  return out;
}

}  // namespace

Hydrographs::Hydrographs(graph::State& state, const ColumnsSettings& settings, const SceneContext& context)
    : s_(settings) {
  const glm::dvec2 cell = s_.cell();
  const auto add = [&](const std::vector<SourceOrDrain>& list, const char* name, double sign) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (list[k].series.empty()) continue;
      const ColumnRange range = column_range(s_, list[k].region, context.setting(fmt::format("{}/{}/region", name, k)));
      const double columns = double(range.count.x) * double(range.count.y);
      flows_.push_back({range, list[k].series, sign / (cell.x * cell.y * columns)});
    }
  };
  add(s_.sources, "sources", 1);
  add(s_.drains, "drains", -1);
  if (flows_.empty()) return;
  const std::uint64_t count = std::uint64_t{pitch_of(s_)} * s_.cells.y;
  constant_ = state.buffer(context.name + "/constant_rates", {.bytes = 4 * count, .texel = graph::Format::r32_float});
}

void Hydrographs::start(graph::Graph& g, const Columns& columns) {
  rates_.clear();
  fresh_.clear();
  if (!flows_.empty()) g.upload("fill_rates", constant_, constant_rates(columns));
}

void Hydrographs::retune(const ColumnsSettings& settings, const Columns& columns) {
  rates_.clear();
  std::size_t k = 0;
  for (const std::vector<SourceOrDrain>* list : {&settings.sources, &settings.drains})
    for (const SourceOrDrain& feed : *list)
      if (!feed.series.empty()) flows_[k++].series = feed.series;
  if (!flows_.empty()) fresh_ = constant_rates(columns);
}

void Hydrographs::set(graph::Graph& g, graph::Buffer feed, const StepInfo& step) {
  if (flows_.empty()) return;
  if (!fresh_.empty()) g.upload("fill_rates", constant_, std::exchange(fresh_, {}));
  HydrographsParams params{};
  glm::uvec2 low = s_.cells, high{0, 0};
  std::vector<float> rates;
  for (std::size_t k = 0; k < flows_.size(); ++k) {
    const Flow& flow = flows_[k];
    rates.push_back(
        static_cast<float>(flow.per_rate * settings::series_mean(flow.series, step.time, step.time + step.dt)));
    params.box[k] = glm::ivec4(flow.range.first, flow.range.first + flow.range.count);
    params.rate[k] = glm::vec4(rates[k]);
    low = glm::min(low, flow.range.first);
    high = glm::max(high, flow.range.first + flow.range.count);
  }
  if (rates == rates_) return;
  rates_ = rates;
  params.first = glm::ivec2(low);
  params.last = glm::ivec2(high);
  params.count = static_cast<int>(flows_.size());
  auto node = g.compute("feed", "columns/hydrographs.comp");
  tell_columns(node, s_).read("constant_rates", constant_).modify("feed", feed);
  node.uniform("params", params).over({high.x - low.x, high.y - low.y, 1});
}

}  // namespace undine::columns
