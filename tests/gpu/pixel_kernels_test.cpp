// Kernels of full-screen draws store what the draws write, with every state that they do themselves.
#include "engine/graph/pixel_kernels.h"

#include "tests/gpu/executor_fixture.h"

namespace undine::test {

using graph::Blend;
using graph::Buffer;
using graph::Compare;
using graph::Format;
using graph::Graph;
using graph::Image;
using graph::Load;

constexpr std::uint32_t wide = 37, high = 19;  // not multiples of the tile

class PixelKernelsGpu : public ExecutorTest {
 protected:
  Image color = state.image("color", {{wide, high, 1}, Format::rgba16_float});
  Image share = state.image("share", {{wide, high, 1}, Format::r8_unorm});
  Image given = state.image("given", {{wide, high, 1}, Format::rgba16_float});
  Image deep = state.image("deep", {{wide, high, 1}, Format::d32_float});

  struct State {
    Blend blend = Blend::none;
    Compare compare = Compare::always;
    Load load = Load::keep;
    bool two = false;
  };
  struct Result {
    std::vector<std::uint16_t> color;
    std::vector<std::uint8_t> share;
    bool operator==(const Result&) const = default;
  };

  void begin(Graph& g) {
    g.clear("fill_color", color, {0.5f, 0.25f, 1, 0.5f});
    g.clear("fill_share", share, {0.5f, 0, 0, 0});
    g.clear("fill_given", given, {0.25f, 0, 0, 0});
    // Depth 0.5 in the lower left triangle, else 0.
    struct Params {
      float color[4] = {0, 0, 0, 1}, shift[2] = {0, 0}, depth = 0.5f;
    };
    const Image unused = g.image("unused", {{wide, high, 1}, Format::rgba8_unorm});
    const Image unused_id = g.image("unused_id", {{wide, high, 1}, Format::r32_uint});
    g.draw("deep", "triangle.vert", "triangle.frag")
        .color(unused)
        .color(unused_id)
        .depth(deep, Load::clear, 0)
        .raster({.depth = Compare::always})
        .params(Params{})
        .draw({3});
  }
  graph::DrawNode fill(Graph& g, std::string_view name = "fill") {
    return g.draw(name, "screen.vert", "pixels.frag")
        .read("given", given, graph::Sampler::nearest_clamp)
        .raster({.depth = Compare::always, .depth_write = false})
        .full_screen();
  }
  Result finish(Graph& g, bool kernels) {
    if (kernels) graph::use_pixel_kernels(g);
    std::size_t draws = 0;
    for (const graph::Node& node : g.nodes()) draws += node.kind == graph::NodeKind::draw ? 1 : 0;
    EXPECT_EQ(draws == 1, kernels) << "all but the triangle";
    run(g);
    return {read<std::uint16_t>(color), read<std::uint8_t>(share)};
  }
  Result result(const State& s, bool kernels) {
    Graph g(state);
    begin(g);
    auto node = fill(g);
    node.draw({})
        .color(color, s.load, {4, 3, 2, 1})
        .raster({.depth = s.compare, .depth_write = false, .blend = s.blend});
    if (s.two) node.color(share, s.load, {1, 0, 0, 0});
    if (s.compare != Compare::always) node.depth_test(deep);
    return finish(g, kernels);
  }
};

TEST_F(PixelKernelsGpu, EveryStateHasTheBytesOfADraw) {
  for (const Blend blend : {Blend::none, Blend::add, Blend::alpha, Blend::premultiplied})
    for (const Compare compare :
         {Compare::always, Compare::less, Compare::less_equal, Compare::greater, Compare::greater_equal}) {
      const State s{.blend = blend, .compare = compare};
      const Result drawn = result(s, false);
      EXPECT_EQ(result(s, true).color == drawn.color, true)
          << static_cast<int>(blend) << " " << static_cast<int>(compare);
    }
}

TEST_F(PixelKernelsGpu, TargetsAreClearedWhereNothingIsDrawn) {
  for (const Compare compare : {Compare::always, Compare::less})
    for (const bool two : {false, true}) {
      const State s{.compare = compare, .load = Load::clear, .two = two};
      EXPECT_TRUE(result(s, true) == result(s, false)) << two;
    }
}

TEST_F(PixelKernelsGpu, IndirectDrawsAreFollowed) {
  const Buffer draws = ints("draws", 8);
  for (const bool drawn : {true, false})
    for (const Load load : {Load::keep, Load::clear}) {
      const auto once = [&](bool kernels) {
        Graph g(state);
        begin(g);
        g.upload("draws", draws, std::vector<std::uint32_t>{0, 0, 0, 0, 3, drawn ? 1u : 0u, 0, 0});
        fill(g).color(color, load, {4, 3, 2, 1}).indirect(draws, 16);
        return finish(g, kernels);
      };
      EXPECT_TRUE(once(true) == once(false)) << drawn;
    }
}

// A first pass marks where it has drawn, a second one draws elsewhere.
TEST_F(PixelKernelsGpu, DepthOfKernelsIsWhatDrawsWrite) {
  const auto once = [&](bool kernels, Load load) {
    Graph g(state);
    begin(g);
    const Image open = g.image("open", {{wide, high, 1}, Format::d32_float});
    if (load == Load::keep) g.copy("open", deep, open);
    fill(g, "first")
        .variant("DEEP")
        .color(color, Load::keep)
        .depth(open, load, 0.125f)
        .raster({.depth = load == Load::keep ? Compare::less : Compare::always})
        .draw({});
    fill(g, "second")
        .color(color, Load::keep)
        .depth_test(open)
        .raster({.depth = Compare::less, .depth_write = false, .blend = Blend::add})
        .draw({});
    return finish(g, kernels);
  };
  for (const Load load : {Load::keep, Load::clear}) EXPECT_TRUE(once(true, load) == once(false, load));
}

}  // namespace undine::test
