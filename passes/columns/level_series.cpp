#include "passes/columns/level_series.h"

#include <fmt/format.h>

#include "passes/columns/node.h"

namespace undine::columns {

LevelSeries::LevelSeries(const ColumnsSettings& settings, const SceneContext& context) : s_(settings) {
  const auto add = [&](const std::vector<SourceOrDrain>& list, const char* name, int slot) {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (!list[k].level_series.empty())
        held_.push_back(
            {column_range(s_, list[k].region, context.setting(fmt::format("{}/{}/region", name, k))), list[k], slot});
  };
  add(s_.sources, "sources", 1);
  add(s_.drains, "drains", 2);
}

void LevelSeries::retune(const ColumnsSettings& settings) {
  levels_.clear();
  std::size_t k = 0;
  for (const std::vector<SourceOrDrain>* list : {&settings.sources, &settings.drains})
    for (const SourceOrDrain& feed : *list)
      if (!feed.level_series.empty()) held_[k++].feed = feed;
}

void LevelSeries::set(graph::Graph& g, graph::Buffer feed, graph::Buffer bed, double time) {
  if (held_.empty()) return;
  LevelSeriesParams params{};
  glm::uvec2 low = s_.cells, high{0, 0};
  std::vector<float> levels;
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const Held& held = held_[k];
    const glm::uvec2 end = held.range.first + held.range.count;
    levels.push_back(static_cast<float>(held.feed.level_at(time) - s_.origin.y));
    params.box[k] = glm::ivec4(held.range.first, end);
    params.level[k] = glm::vec4(levels[k], static_cast<float>(held.slot), 0, 0);
    low = glm::min(low, held.range.first);
    high = glm::max(high, end);
  }
  if (levels == levels_) return;
  levels_ = levels;
  params.first = glm::ivec2(low);
  params.last = glm::ivec2(high);
  params.level_series = static_cast<int>(held_.size());
  auto node = g.compute("tide", "columns/level_series.comp");
  tell_columns(node, s_).read("bed", bed).modify("feed", feed);
  node.uniform("params", params).over({high.x - low.x, high.y - low.y, 1});
}

}  // namespace undine::columns
