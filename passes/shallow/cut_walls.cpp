#include "passes/shallow/cut_walls.h"

#include <utility>

#include "passes/columns/node.h"
#include "passes/columns/packing.h"

namespace undine::shallow {

CutWalls::CutWalls(graph::State& state, std::string name, const columns::ColumnsSettings& s,
                   const std::vector<float>& walls)
    : name_(std::move(name)), s_(s) {
  if (!walls.empty()) walls_ = state.buffer(name_, {.bytes = 4 * walls.size(), .texel = graph::Format::rgba32_float});
}

void CutWalls::start(graph::Graph& g, const std::vector<float>& walls) const {
  if (walls_) g.upload("fill_cut_walls", walls_, walls);
}

graph::Buffer CutWalls::open_water(graph::Graph& g, graph::Buffer water, graph::Buffer bed) const {
  if (!walls_) return water;
  const std::uint64_t count = std::uint64_t{columns::pitch_of(s_)} * s_.cells.y;
  graph::Buffer out =
      g.buffer(g.name(name_ + "/open_water"), {.bytes = 16 * count, .texel = graph::Format::rgba32_uint});
  auto node = g.compute("open_water", "shallow/open_water.comp");
  columns::tell_columns(columns::over_columns(node, s_.cells), s_).read("water", water).read("bed", bed);
  return tell(node.write("open", out)), out;
}

}  // namespace undine::shallow
