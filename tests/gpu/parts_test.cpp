// Splitting of frames into several submissions: positions, and unchanged results.
#include "engine/gpu/parts.h"

#include "tests/gpu/executor_fixture.h"

namespace undine::test {
namespace {

using gpu::NodeCosts;
using graph::Buffer, graph::Graph;

std::vector<std::uint32_t> cuts(const NodeCosts& costs, const std::vector<NodeCosts::Key>& nodes) {
  std::vector<std::uint32_t> begins;
  costs.cut(nodes, begins);
  return begins;
}

TEST(NodeCosts, UnknownNodesGoInSmallParts) {
  const NodeCosts costs(0.25);
  EXPECT_EQ(cuts(costs, {}), std::vector<std::uint32_t>{0});
  EXPECT_EQ(cuts(costs, {1, 2, 3}), std::vector<std::uint32_t>{0});
  EXPECT_EQ(cuts(costs, std::vector<NodeCosts::Key>(40, 1)), (std::vector<std::uint32_t>{0, 16, 32}));
}

TEST(NodeCosts, QuickFramesAreWhole) {
  NodeCosts costs(0.25);
  const std::vector<NodeCosts::Key> nodes(1000, 7);
  for (int i = 0; i < 12; ++i) costs.learn(nodes, 0.1);
  EXPECT_EQ(cuts(costs, nodes).size(), 1u);
}

// One node of many takes nearly all the time: measurements of submissions with it isolate it in the end.
TEST(NodeCosts, ASlowNodeIsFound) {
  NodeCosts costs(0.25);
  std::vector<NodeCosts::Key> nodes;
  for (NodeCosts::Key key = 0; key < 50; ++key) nodes.push_back(key);
  const auto cost = [](NodeCosts::Key key) { return key == 31 ? 0.6 : 0.001; };
  for (int frame = 0; frame < 30; ++frame) {
    const auto begins = cuts(costs, nodes);
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : nodes.size();
      const std::span<const NodeCosts::Key> part(nodes.data() + begins[i], end - begins[i]);
      double seconds = 0;
      for (NodeCosts::Key key : part) seconds += cost(key);
      costs.learn(part, seconds);
    }
  }
  const auto begins = cuts(costs, nodes);
  ASSERT_EQ(begins.size(), 3u);
  EXPECT_EQ(begins[1], 31u);
  EXPECT_EQ(begins[2], 32u);
}

// Forty nodes of one kind with fluctuating times: the estimate stays between the least and the largest measurement.
TEST(NodeCosts, NodesOfOneKindAreJudgedOnce) {
  NodeCosts costs(0.25);
  const std::vector<NodeCosts::Key> nodes(40, 7);
  for (int frame = 0; frame < 20; ++frame) {
    costs.learn(nodes, frame % 2 ? 1e-5 : 1e-2);
    EXPECT_EQ(cuts(costs, nodes).size(), 1u) << frame;
  }
}

class PartsTest : public ExecutorTest {
 protected:
  std::vector<std::uint32_t> stirred(double part_seconds, std::uint32_t& parts) {
    gpu::ExecutorOptions options;
    options.part_seconds = part_seconds;
    restart(options);
    constexpr std::uint32_t n = 3000;
    Buffer a = ints("a", n), b = ints("b", n);
    for (std::uint32_t frame = 0; frame < 4; ++frame) {
      Graph g(state);
      auto outer = g.scope("outer");
      for (std::uint32_t i = 0; i < 40; ++i) {
        auto scope = g.scope(i % 7 < 3 ? "odd" : "even");
        g.compute("stir", "stir.comp")
            .read("left", a)
            .read("right", a)
            .write("target", b)
            .params(StirParams{n, frame * 100 + i})
            .over({n, 1, 1});
        std::swap(a, b);
      }
      run(g);
      parts = executor->cpu().parts;  // count of the last frame, after measurements of the first ones
    }
    auto out = read<std::uint32_t>(a);
    executor.reset();
    state.release(a);
    state.release(b);
    return out;
  }
};

TEST_F(PartsTest, CutsChangeNoByte) {
  std::uint32_t whole = 0, cut = 0;
  const auto before = stirred(1e9, whole), after = stirred(1e-6, cut);
  EXPECT_EQ(whole, 1u);
  EXPECT_GT(cut, 3u);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace undine::test
