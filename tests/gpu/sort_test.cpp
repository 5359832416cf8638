// Counting sort and its scan, against sums and a stable sort on the CPU.
#include <algorithm>
#include <numeric>

#include "passes/sort/counting_sort.h"
#include "tests/support/gpu.h"

namespace undine {

struct SortTest : test::GpuTest {
  sort::MakeBuffer make() {
    return [this, owner = "sort" + std::to_string(made_++)](std::string_view name, graph::BufferDesc desc) {
      return state.buffer(owner + "/" + std::string(name), desc);
    };
  }
  int made_ = 0;
};

TEST_F(SortTest, SumsOfWhatIsBefore) {
  for (const std::uint32_t count : {1u, 1000u, 1024u, 5000u, 700001u}) {
    const sort::Scan scan(make(), count);
    ASSERT_EQ(scan.tiles, (count + sort::scan_tile - 1) / sort::scan_tile);
    std::vector<std::uint32_t> numbers(std::size_t{scan.tiles} * sort::scan_tile), sums(numbers.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = (i * 2654435761u) >> 29;
    graph::Graph g(state);
    g.upload("upload", scan.counts, numbers);
    scan.declare(g);
    run(g);
    std::exclusive_scan(numbers.begin(), numbers.end(), sums.begin(), 0u);
    EXPECT_TRUE(read<std::uint32_t>(scan.starts) == sums) << count;
    EXPECT_TRUE(std::ranges::all_of(read<std::uint32_t>(scan.counts), [](std::uint32_t n) { return n == 0; })) << count;
  }
}

// Items arrive in any order; those outside all cells and those past the count are ignored.
TEST_F(SortTest, ArrivalsOfEveryCellStandTogether) {
  constexpr std::uint32_t cells = 1500, things = 3000, counted = 2900;
  const sort::CountingSort in_cells(make(), cells, things);
  std::vector<glm::uvec2> slots(things);
  std::vector<std::uint32_t> counts(std::size_t{in_cells.scan.tiles} * sort::scan_tile);
  std::vector<std::vector<std::uint32_t>> expected(cells);
  for (std::uint32_t k = 0; k < counted; ++k) {
    const std::uint32_t i = k * 1237 % counted;  // visits each once: 1237 is a prime
    const std::uint32_t cell = i % 50 == 7 ? sort::in_no_cell : (i * 2654435761u >> 8) % cells;
    slots[i] = {cell, cell == sort::in_no_cell ? 0 : counts[cell]++};
    if (cell != sort::in_no_cell) expected[cell].push_back(i);
  }
  graph::Graph g(state);
  const graph::Buffer count = g.buffer("count", {.bytes = 4});
  g.upload("counts", in_cells.scan.counts, counts);
  g.upload("slots", in_cells.slots, slots);
  g.upload("count", count, std::vector<std::uint32_t>{counted});
  in_cells.scan.declare(g);
  in_cells.place(g, count).over({things});
  run(g);
  const auto starts = read<std::uint32_t>(in_cells.scan.starts), arrived = read<std::uint32_t>(in_cells.arrived);
  for (std::uint32_t c = 0; c < cells; ++c) {
    ASSERT_EQ(starts[c + 1] - starts[c], expected[c].size()) << c;
    EXPECT_TRUE(std::ranges::equal(expected[c], std::span(arrived).subspan(starts[c], expected[c].size()))) << c;
  }
}

}  // namespace undine
