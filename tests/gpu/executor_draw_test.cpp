#include "engine/core/shared.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {

using graph::Buffer;
using graph::Format;
using graph::Graph;
using graph::Image;

struct DrawParams {
  vec4 color;
  vec2 shift;
  float depth;
};
constexpr std::uint32_t side = 16;
constexpr std::uint32_t red = 0xff0000ffu, green = 0xff00ff00u, black = 0xff000000u;

class ExecutorDrawTest : public ExecutorTest {
 protected:
  Image picture = state.image("picture", {{side, side, 1}, Format::rgba8_unorm});
  Image id = state.image("id", {{side, side, 1}, Format::r32_uint});
  Image depth = state.image("depth", {{side, side, 1}, Format::d32_float});
  graph::DrawNode triangle(Graph& g) {
    return g.draw("triangle", "triangle.vert", "triangle.frag")
        .color(picture, graph::Load::clear, {0, 0, 0, 1})
        .color(id);
  }
  std::uint32_t at(const std::vector<std::uint32_t>& image, std::uint32_t x, std::uint32_t y) {
    return image[y * side + x];
  }
};

TEST_F(ExecutorDrawTest, ClipSpaceIsYUpAndTexelsAreYDown) {
  Graph g(state);
  triangle(g).depth(depth).params(DrawParams{{1, 0, 0, 1}, {0, 0}, 0.5f}).draw({3});
  run(g);
  auto color = read<std::uint32_t>(picture), ids = read<std::uint32_t>(id);
  EXPECT_EQ(at(color, 1, 14), red) << "lower left corner of the picture";
  EXPECT_EQ(at(color, 14, 1), black) << "upper right corner";
  EXPECT_EQ(at(ids, 3, 12), 1203u);
  auto z = read<float>(depth);
  EXPECT_EQ(z[14 * side + 1], 0.5f);
  EXPECT_EQ(z[1 * side + 14], 1.0f);
}

TEST_F(ExecutorDrawTest, FrontFacesAreCounterClockwiseInAYUpPicture) {
  for (graph::Cull cull : {graph::Cull::back, graph::Cull::front}) {
    Graph g(state);
    graph::Raster raster;
    raster.cull = cull;
    triangle(g).params(DrawParams{{1, 0, 0, 1}, {0, 0}, 0.5f}).raster(raster).draw({3});
    run(g);
    EXPECT_EQ(at(read<std::uint32_t>(picture), 1, 14), cull == graph::Cull::back ? red : black);
  }
}

TEST_F(ExecutorDrawTest, DrawCallsHaveTheirOwnParametersAndDepthDecides) {
  Graph g(state);
  triangle(g)
      .depth(depth)
      .draw({3}, DrawParams{{1, 0, 0, 1}, {0, 0}, 0.3f})
      .draw({3}, DrawParams{{0, 1, 0, 1}, {1, 0}, 0.6f});
  run(g);
  auto color = read<std::uint32_t>(picture);
  EXPECT_EQ(at(color, 1, 14), red);
  EXPECT_EQ(at(color, 9, 14), red) << "nearer, drawn first";
  EXPECT_EQ(at(color, 15, 14), green);
}

TEST_F(ExecutorDrawTest, IndexedIndirectBlendedKept) {
  Buffer indices = state.buffer("indices", {3 * 4}), arguments = state.buffer("arguments", {20});
  {
    Graph g(state);
    g.upload("indices", indices, std::vector<std::uint32_t>{0, 1, 2});
    triangle(g).params(DrawParams{{1, 0, 0, 1}, {0, 0}, 0.5f}).indices(indices).draw({3});
    run(g);
    EXPECT_EQ(at(read<std::uint32_t>(picture), 1, 14), red);
  }
  Graph g(state);
  g.compute("count", "draw_arguments.comp").write("arguments", arguments).groups({1, 1, 1});
  graph::Raster raster;
  raster.blend = graph::Blend::add;
  g.draw("triangle", "triangle.vert", "triangle.frag")
      .color(picture, graph::Load::keep)
      .color(id)
      .raster(raster)
      .params(DrawParams{{0, 1, 0, 1}, {0, 0}, 0.5f})
      .indices(indices)
      .indirect(arguments);
  run(g);
  auto color = read<std::uint32_t>(picture);
  EXPECT_EQ(at(color, 1, 14), 0xff00ffffu);
  EXPECT_EQ(at(color, 14, 1), black);
}

TEST_F(ExecutorDrawTest, DepthIsTestedAndSampledInOneNode) {
  Graph g(state);
  triangle(g).depth(depth).params(DrawParams{{1, 0, 0, 1}, {0, 0}, 0.5f}).draw({3});
  g.draw("shade", "triangle.vert", "shaded.frag")
      .color(picture, graph::Load::keep)
      .depth_test(depth)
      .read("depth", depth, graph::Sampler::nearest_clamp)
      .params(DrawParams{{0, 1, 0, 1}, {0, 0}, 0.2f})
      .draw({3});
  run(g);
  auto color = read<std::uint32_t>(picture);
  EXPECT_NEAR(at(color, 1, 14) >> 8 & 0xffu, 127.5, 0.5);  // either neighbor of a half
  EXPECT_EQ(read<float>(depth)[14 * side + 1], 0.5f);
}

TEST_F(ExecutorDrawTest, DepthOnlyAndLines) {
  Graph g(state);
  g.draw("only", "triangle.vert", "shaded.frag")
      .color(picture)
      .read("depth", depth, graph::Sampler::linear_clamp)
      .params(DrawParams{{1, 1, 1, 1}, {0, 0}, 0.1f})
      .draw({3});
  graph::Raster lines;
  lines.topology = graph::Topology::lines;
  triangle(g).raster(lines).params(DrawParams{{1, 0, 0, 1}, {0, 0.06f}, 0.5f}).draw({2});
  run(g);
  auto color = read<std::uint32_t>(picture);
  EXPECT_EQ(std::count(color.begin(), color.end(), red) > 8, true);
}

}  // namespace undine::test
