#include "passes/columns/open_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/core/error.h"

namespace undine::columns {

namespace {

std::array<Edge, 4> edges_of(const ColumnsSettings& s) {
  return {s.edges.west, s.edges.east, s.edges.north, s.edges.south};
}

// The columns of an edge whose centers lie in the box.
std::optional<EdgeSegment> segment(const ColumnsSettings& s, int side, const CouplingBox& box, double gravity) {
  const glm::dvec2 cell = s.cell();
  const glm::dvec3 corner = s.origin - 0.5 * glm::dvec3(s.size.x, 0, s.size.y);
  const bool across_x = side < 2, high = side % 2 == 1;
  const int axis = across_x ? 0 : 2, along = across_x ? 2 : 0;
  const double at = corner[axis] + (high ? (across_x ? s.size.x : s.size.y) : 0), width = across_x ? cell.y : cell.x;
  const double inside = at + (high ? -0.5 : 0.5) * (across_x ? cell.x : cell.y);  // middle of the last column
  if (std::max(at, inside) < box.min[axis] || std::min(at, inside) > box.max[axis]) return {};
  const std::uint32_t columns = across_x ? s.cells.y : s.cells.x;
  std::uint32_t first = columns, count = 0;
  for (std::uint32_t k = 0; k < columns; ++k) {
    const double middle = corner[along] + (k + 0.5) * width;
    if (middle < box.min[along] || middle > box.max[along]) continue;
    first = std::min(first, k);
    ++count;
  }
  if (count == 0) return {};
  EdgeSegment out{.columns = {.side = side, .first = first, .count = count}, .width = width, .gravity = gravity};
  out.outwards[axis] = high ? 1 : -1;
  out.along[along] = 1;
  out.corner = {corner.x, s.origin.y, corner.z};
  out.corner[axis] = at;
  out.corner[along] += first * width;
  return out;
}

}  // namespace

std::vector<EdgeSegment> OpenEdges::segments(const CouplingBox& box, Edge kind) const {
  std::vector<EdgeSegment> out;
  for (int side = 0; side < 4; ++side)
    if (edges_of(s_)[static_cast<std::size_t>(side)] == kind)
      if (auto edge = segment(s_, side, box, gravity_)) out.push_back(*edge);
  return out;
}

BedSteps OpenEdges::bed_steps(const CouplingBox& box, double drop) const {
  return solver_.bed_steps ? solver_.bed_steps(box, drop) : BedSteps{};
}

void OpenEdges::set_overflows(std::vector<OverflowEdge> edges) {
  if (solver_.check) solver_.check(edges);
  overflows_ = std::move(edges);
}

void OpenEdges::set_interfaces(std::vector<LevelEdge> edges) {
  interfaces_ = std::move(edges);
  changed_ = true;
}

graph::Buffer OpenEdges::falling() const {
  graph::Buffer out;
  for (const OverflowEdge& e : overflows_)
    if (e.inner > 0) out = e.falling;
  return out;
}

glm::dvec4 OpenEdges::past() const {
  glm::dvec4 out{0};
  for (const OverflowEdge& e : overflows_)
    if (e.inner == 0) out[e.side] = s_.cell()[e.side / 2];
  return out;
}

bool OpenEdges::closed() const {
  if (!s_.sources.empty() || !s_.drains.empty() || s_.rain > 0 || s_.evaporation > 0 || s_.infiltration > 0)
    return false;
  for (int side = 0; side < 4; ++side) {
    if (edges_of(s_)[static_cast<std::size_t>(side)] == Edge::wall) continue;
    std::uint32_t given = 0;
    for (const auto& [first, end] : claimed(side, false)) given += end - first;
    if (given < (side < 2 ? s_.cells.y : s_.cells.x)) return false;
  }
  return true;
}

grid::LedgerGiveParams OpenEdges::give_params(const OverflowEdge& e) const {
  const glm::dvec2 cell = s_.cell();
  return {.side = e.side,
          .first = static_cast<int>(e.first),
          .count = static_cast<int>(e.count),
          .per = static_cast<int>(e.per),
          .strips = static_cast<int>(e.strip_count()),
          .gravity = static_cast<float>(gravity_),
          .cell = glm::vec2(cell),
          .quanta = grid::two_floats(cell.x * cell.y / CouplingFigures::quantum)};
}

grid::LedgerGiveParams OpenEdges::give_params(const LevelEdge& e) const {
  return give_params(OverflowEdge{.side = e.side, .first = e.first, .count = e.count});
}

// Ranges of the columns of a side that couplings claim, sorted.
std::vector<std::pair<std::uint32_t, std::uint32_t>> OpenEdges::claimed(int side, bool corners_once) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const OverflowEdge& e : overflows_)
    if (e.side == side && e.inner == 0) out.emplace_back(e.first, e.first + e.count);
  for (const LevelEdge& e : interfaces_)
    if (e.side == side) out.emplace_back(e.first, e.first + e.count);
  const std::uint32_t columns = side < 2 ? s_.cells.y : s_.cells.x;
  for (const OverflowEdge& e : overflows_) {
    if (!corners_once || e.inner > 0 || (e.side < 2) == (side < 2)) continue;
    const std::uint32_t across = side < 2 ? s_.cells.x : s_.cells.y, corner = e.side % 2 == 1 ? columns - 1 : 0;
    if (side % 2 == 1 ? e.first + e.count == across : e.first == 0) out.emplace_back(corner, corner + 1);
  }
  std::ranges::sort(out);
  return out;
}

BorderParams OpenEdges::borders(const std::string& name, bool corners_once) const {
  BorderParams out{};
  out.cell = glm::vec2(s_.cell());
  out.longest = static_cast<int>(std::max(s_.cells.x, s_.cells.y));
  const auto add = [&](int side, std::uint32_t first, std::uint32_t end) {
    if (end <= first) return;
    if (out.ranges == most_borders)
      throw Error(Exit::bad_input, "water \"" + name + "\", edges", "too many edge segments have couplings",
                  fmt::format("at most {} segments", most_borders));
    out.range[out.ranges++] = {side, static_cast<int>(first), static_cast<int>(end - first), 0};
  };
  for (int side = 0; side < 4; ++side) {
    if (edges_of(s_)[static_cast<std::size_t>(side)] == Edge::wall) continue;
    std::uint32_t at = 0;
    for (const auto& [first, end] : claimed(side, corners_once)) {
      add(side, at, first);
      at = std::max(at, end);
    }
    add(side, at, side < 2 ? s_.cells.y : s_.cells.x);
  }
  return out;
}

std::uint32_t OpenEdges::residual_bytes() const {
  return 4 * grid::figures_sum_words * static_cast<std::uint32_t>(overflows_.size() + interfaces_.size());
}

std::vector<std::uint32_t> OpenEdges::residuals(graph::Graph& g, grid::Figures& figures,
                                                const std::string& name) const {
  std::vector<std::uint32_t> out;
  const auto add = [&](graph::Buffer from, std::uint32_t count, bool level) {
    graph::Buffer rest = g.buffer(g.name(name + "/rest"), {.bytes = 16ull * count});
    auto node = g.compute("rest", "columns/rest.comp").variant("INTERFACE", level);
    node.read(level ? "fractions" : "strips", from).write("rest", rest);
    node.params(grid::LedgerRestParams{count}).over({count, 1, 1});
    out.push_back(figures.sum(rest, count));
  };
  for (const OverflowEdge& e : overflows_) add(e.strips, e.strip_count(), false);
  for (const LevelEdge& e : interfaces_) add(e.fractions, e.count, true);
  return out;
}

}  // namespace undine::columns
