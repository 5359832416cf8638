#include "passes/columns/gates.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "passes/columns/node.h"

namespace undine::columns {

Gates::Gates(graph::State& state, const ColumnsSettings& settings, const SceneContext& context, const Columns& columns)
    : s_(settings) {
  if (context.terrain && s_.gates.empty() && !columns.walled) return;
  ground_ =
      state.image(context.name + "/walls", {.extent = {s_.cells.x, s_.cells.y, 1}, .format = graph::Format::r32_float});
  if (s_.gates.empty()) return;
  for (const Gate& gate : s_.gates) {
    ranges_.push_back(column_range(s_, gate.region, ""));
    bottoms_.push_back(gate_bottom(s_, ranges_.back(), columns.ground));
  }
  bare_ =
      state.buffer(context.name + "/ground", {.bytes = 4 * columns.ground.size(), .texel = graph::Format::r32_float});
}

void Gates::start(graph::Graph& g, const Columns& columns) {
  if (!ground_) return;
  if (bare_) g.upload("fill_ground", bare_, columns.ground);
  const std::vector<float>& bed = columns.floor.empty() ? columns.bed : columns.floor;
  std::vector<float> world;
  for (std::size_t z = 0; z < s_.cells.y; ++z)
    for (std::size_t x = 0; x < s_.cells.x; ++x)
      world.push_back(bed[z * pitch_of(s_) + x] + static_cast<float>(s_.origin.y));
  g.upload("fill_walls", ground_, world);
  tops_.clear();
  for (const Gate& gate : s_.gates) tops_.push_back(gate.top - s_.origin.y);
}

void Gates::move(graph::Graph& g, graph::Buffer bed, double time) {
  if (s_.gates.empty()) return;
  bool moved = false;
  GatesParams params{};
  glm::uvec2 low = s_.cells, high{0, 0};
  for (std::size_t k = 0; k < s_.gates.size(); ++k) {
    const Gate& gate = s_.gates[k];
    const double closed = gate.top - s_.origin.y;
    const double top = closed - (closed - bottoms_[k]) * moved_share(gate.opens, gate.time, time);
    moved |= top != tops_[k];
    tops_[k] = top;
    params.box[k] = glm::ivec4(ranges_[k].first, ranges_[k].first + ranges_[k].count);
    params.top[k] = glm::vec4(static_cast<float>(top));
    low = glm::min(low, ranges_[k].first);
    high = glm::max(high, ranges_[k].first + ranges_[k].count);
  }
  if (!moved) return;
  params.first = glm::ivec2(low);
  params.last = glm::ivec2(high);
  params.gates = static_cast<int>(s_.gates.size());
  params.base = static_cast<float>(s_.origin.y);
  auto node = g.compute("sink", "columns/gates.comp");
  tell_columns(node, s_).read("ground", bare_).modify("bed", bed).modify("walls", ground_);
  node.uniform("params", params).over({high.x - low.x, high.y - low.y, 1});
}

std::vector<MovingWall> ColumnsSolverSettings::walls(const std::optional<Heightmap>& terrain) const {
  std::vector<MovingWall> out;
  if (gates.empty()) return out;
  const std::vector<float> ground = ground_of(*this, terrain);
  const glm::dvec2 corner = glm::dvec2(origin.x, origin.z) - 0.5 * size;
  for (const Gate& gate : gates) {
    const ColumnRange range = column_range(*this, gate.region, "gates");
    const double bottom = origin.y + gate_bottom(*this, range, ground);
    const glm::dvec2 low = corner + cell() * glm::dvec2(range.first),
                     high = corner + cell() * glm::dvec2(range.first + range.count);
    // Drawn half as deep again: between the middles of columns the ground may lie lower.
    out.push_back({.low = {low.x, bottom - 0.5 * (gate.top - bottom), low.y},
                   .high = {high.x, gate.top, high.y},
                   .opens = gate.opens,
                   .time = gate.time,
                   .travel = gate.top - bottom,
                   .material = gate.material});
  }
  return out;
}

}  // namespace undine::columns
