#include <numeric>

#include "engine/core/shared.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {

using graph::Buffer;
using graph::Format;
using graph::Graph;
using graph::Image;

struct SampleParams {
  uvec2 size;
  float shift;
};

TEST_F(ExecutorTest, StorageImageThenSampledThenCopied) {
  Image picture = state.image("picture", {{20, 12, 1}, Format::rgba32_float});
  Image second = state.image("second", {{20, 12, 1}, Format::rgba32_float});
  Buffer out = state.buffer("out", {20 * 12 * 16}), packed = state.buffer("packed", {20 * 12 * 16});
  for (int frame = 0; frame < 3; ++frame) {
    Graph g(state);
    g.compute("store", "store.comp").write("target", picture).over({20, 12, 1});
    g.compute("sample", "sample.comp")
        .read("source", picture, graph::Sampler::linear_clamp)
        .write("target", out)
        .params(SampleParams{{20, 12}, 0.5f})
        .over({20, 12, 1});
    g.copy("copy", picture, second);
    g.copy("pack", second, packed);
    run(g);
  }
  auto sampled = read<vec4>(out), stored = read<vec4>(packed), direct = read<vec4>(second);
  for (std::uint32_t y = 0; y < 12; ++y)
    for (std::uint32_t x = 0; x < 20; ++x) {
      auto fx = static_cast<float>(x), fy = static_cast<float>(y);
      ASSERT_EQ(stored[y * 20 + x], vec4(fx, fy, fx * fy, 1));
      ASSERT_EQ(direct[y * 20 + x], vec4(fx, fy, fx * fy, 1));
      ASSERT_NEAR(sampled[y * 20 + x].x, std::min(fx + 0.5f, 19.0f), 1e-2f);
    }
}

TEST_F(ExecutorTest, TransientImagesInTheSharedHeap) {
  Buffer out = state.buffer("out", {20 * 12 * 16});
  for (int frame = 0; frame < 3; ++frame) {
    Graph g(state);
    Image first = g.image("first", {{20, 12, 1}, Format::rgba32_float});
    Image second = g.image("second", {{20, 12, 1}, Format::rgba32_float});
    Image third = g.image("third", {{20, 12, 1}, Format::rgba32_float});
    g.compute("store", "store.comp").write("target", first).over({20, 12, 1});
    g.copy("copy", first, second);
    g.copy("copy", second, third);
    g.compute("sample", "sample.comp")
        .read("source", third, graph::Sampler::nearest_clamp)
        .write("target", out)
        .params(SampleParams{{20, 12}, 0})
        .over({20, 12, 1});
    run(g);
  }
  EXPECT_LT(executor->memory().transient, executor->memory().unaliased);
  auto got = read<vec4>(out);
  EXPECT_EQ(got[3 * 20 + 7], vec4(7, 3, 21, 1));
}

TEST_F(ExecutorTest, UploadFillsAllMipsAndLayers) {
  Image image = state.image("image", {{8, 4, 1}, Format::r32_float, 3, 2});
  std::vector<float> texels(2 * (32 + 8 + 2));
  std::iota(texels.begin(), texels.end(), 1.0f);
  Buffer out = state.buffer("out", {2 * 4});
  struct {
    uvec2 size;
    std::uint32_t layers, mip;
  } params{{1, 1}, 2, 2};
  Graph g(state);
  g.upload("load", image, texels);
  g.compute("read", "layers.comp")
      .read("source", image, graph::Sampler::nearest_clamp)
      .write("target", out)
      .params(params)
      .over({1, 1, 1});
  run(g);
  auto last = read<float>(out);
  EXPECT_EQ(last[0], 81.0f);  // 64 + 16 texels before mip 2
  EXPECT_EQ(last[1], 83.0f);  // its first layer has 2
  auto base = read<float>(image);
  ASSERT_EQ(base.size(), 64u);
  EXPECT_EQ(base[63], 64.0f);
}

TEST_F(ExecutorTest, NewImagesAreZeroAndClearsKeepTheirFormat) {
  Image fresh = state.image("fresh", {{5, 3, 1}, Format::rg16_float});
  Image counts = state.image("counts", {{5, 3, 1}, Format::r32_uint});
  Image depth = state.image("depth", {{5, 3, 1}, Format::d32_float});
  Image colors = state.image("colors", {{5, 3, 1}, Format::rgba8_unorm});
  Image volume = state.image("volume", {{4, 3, 2}, Format::r32_float});
  for (std::byte b : bytes(fresh)) ASSERT_EQ(b, std::byte{0});
  for (float v : read<float>(depth)) ASSERT_EQ(v, 0.0f);
  Graph g(state);
  g.clear("clear", counts, {42, 0, 0, 0});
  g.clear("clear", depth, {0.25f, 0, 0, 0});
  g.clear("clear", colors, {1, 0, 0.2f, 1});
  g.clear("clear", volume, {3, 0, 0, 0});
  run(g);
  for (std::uint32_t v : read<std::uint32_t>(counts)) ASSERT_EQ(v, 42u);
  for (float v : read<float>(depth)) ASSERT_EQ(v, 0.25f);
  for (std::uint32_t v : read<std::uint32_t>(colors)) ASSERT_EQ(v, 0xff3300ffu);
  auto slices = read<float>(volume);
  EXPECT_EQ(slices, std::vector<float>(24, 3.0f));
}

}  // namespace undine::test
