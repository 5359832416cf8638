#include "passes/columns/tides.h"

#include <fmt/format.h>

#include "passes/columns/node.h"

namespace undine::columns {

Tides::Tides(const ColumnsSettings& settings, const SceneContext& context) : s_(settings) {
  const auto add = [&](const std::vector<Feed>& list, const char* name, int slot) {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (!list[k].tides.empty())
        held_.push_back(
            {column_range(s_, list[k].region, context.setting(fmt::format("{}/{}/region", name, k))), list[k], slot});
  };
  add(s_.sources, "sources", 1);
  add(s_.drains, "drains", 2);
}

void Tides::retune(const ColumnsSettings& settings) {
  levels_.clear();
  std::size_t k = 0;
  for (const std::vector<Feed>* list : {&settings.sources, &settings.drains})
    for (const Feed& feed : *list)
      if (!feed.tides.empty()) held_[k++].feed = feed;
}

void Tides::set(graph::Graph& g, graph::Buffer feed, graph::Buffer bed, double time) {
  if (held_.empty()) return;
  TidesParams params{};
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
  params.tides = static_cast<int>(held_.size());
  auto node = g.compute("tide", "columns/tides.comp");
  tell_columns(node, s_).read("bed", bed).modify("feed", feed);
  node.uniform("params", params).over({high.x - low.x, high.y - low.y, 1});
}

}  // namespace undine::columns
