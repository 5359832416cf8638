// Column solver on the test device, over a bed given by column.
#pragma once
#include "passes/columns/columns.h"
#include "passes/grid/random.h"
#include "tests/support/csv.h"
#include "tests/support/wave_runner.h"

namespace undine::test {

class ColumnsTest : public WaveTest {
 protected:
  // `bed` and `depth`: nx * nz meters. Samples of the terrain are at the centers of the columns.
  template <class Settings>
  void columns_of(Settings s, const std::vector<double>& bed, const std::vector<double>& depth) {
    SceneContext context;
    const glm::dvec2 cell = s.cell();
    Heightmap map{.nx = s.cells.x, .nz = s.cells.y, .size = s.size - cell};
    map.size = glm::max(map.size, 1e-3 * cell);  // one column: the sample covers the whole map
    map.height.assign(bed.begin(), bed.end());
    context.terrain = std::move(map);
    s.traces = kept;
    s.initial.push_back({.kind = columns::Shape::Kind::npy, .file = array("depth.npy", s.cells.x, s.cells.y, depth)});
    make(s, context);
  }
  columns::FlowTracesSettings kept{.foam = {.amount = 0}, .drying = 0};  // traces without an effect on the water
  static double random(std::uint64_t seed, std::size_t i) { return grid::uniform_random(seed, i, 3); }
};

}  // namespace undine::test
