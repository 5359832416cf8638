#include <fmt/format.h>

#include <numeric>

#include "engine/core/error.h"
#include "engine/core/shared.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {

using graph::Buffer;
using graph::Graph;

TEST_F(ExecutorTest, PersistentBuffersStartAtZeroAndKeepWhatIsWritten) {
  Buffer a = ints("a", 1000), b = ints("b", 1001);
  Graph g(state);
  ramp(g, a, {1000, 3, 7});
  run(g);
  auto got = read<std::uint32_t>(a);
  ASSERT_EQ(got.size(), 1000u);
  for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(got[i], 3 * i + 7) << i;
  for (std::uint32_t v : read<std::uint32_t>(b)) ASSERT_EQ(v, 0u);
}

TEST_F(ExecutorTest, DispatchesCoverAwkwardSizes) {
  for (std::uint32_t n : {1u, 3u, 27u, 64u, 65u, 129u, 2049u}) {
    Buffer a = ints(fmt::format("size{}", n), n);
    Graph g(state);
    ramp(g, a, {n, 1, 1});
    run(g);
    auto got = read<std::uint32_t>(a);
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(got[i], i + 1) << n;
  }
}

TEST_F(ExecutorTest, TransientsCarryBetweenNodes) {
  Buffer out = ints("out", 256);
  Graph g(state);
  Buffer a = g.buffer("a", {1024}), b = g.buffer("b", {1024});
  ramp(g, a, {256, 1, 0});
  ramp(g, b, {256, 2, 5});
  g.compute("stir", "stir.comp")
      .read("left", a)
      .read("right", b)
      .write("target", out)
      .params(StirParams{256, 9})
      .over({256, 1, 1});
  run(g);
  auto got = read<std::uint32_t>(out);
  for (std::uint32_t i = 0; i < 256; ++i) ASSERT_EQ(got[i], (i * 1664525u + 9) ^ (2 * (255 - i) + 5));
}

TEST_F(ExecutorTest, AbsentBindingsAreZeroAndClearTheirConstant) {
  using graph::Format;
  using graph::Image;
  using graph::Sampler;
  Buffer out = state.buffer("out", {7 * 4});
  struct Inputs {
    Buffer numbers, texels, counts, notes;
    Image codes, picture, stack, volume, shade, board;
  };
  const auto take = [&](const Inputs& in) {
    Graph g(state);
    for (Image i : {in.picture, in.stack, in.volume, in.shade})
      if (i) g.clear("fill", i, {0.25f, 0, 0, 0});
    if (in.numbers) g.clear("fill", in.numbers, 0x40000000u);
    if (in.texels) g.clear("fill", in.texels, 0x40400000u);
    g.compute("take", "optional.comp")
        .optional("numbers", in.numbers)
        .optional("texels", in.texels)
        .optional("codes", in.codes, Sampler::nearest_clamp)
        .optional("picture", in.picture, Sampler::linear_repeat)
        .optional("stack", in.stack, Sampler::linear_clamp)
        .optional("volume", in.volume, Sampler::linear_clamp)
        .optional("shade", in.shade, Sampler::shadow)
        .optional("board", in.board, graph::Verb::write)
        .optional("counts", in.counts, graph::Verb::accumulate)
        .optional("notes", in.notes, graph::Verb::modify)
        .write("target", out)
        .groups({1, 1, 1});
    run(g);
    return read<float>(out);
  };
  // An absent depth reads 0, which 0.5 is behind.
  EXPECT_EQ(take({}), (std::vector<float>{0, 0, 0, 0, 0, 0, 0}));
  Inputs all;
  all.numbers = state.buffer("numbers", {16});
  all.texels = state.buffer("texels", {16});
  all.counts = state.buffer("counts", {4});
  all.notes = state.buffer("notes", {4});
  all.codes = state.image("codes", {{2, 2, 1}, Format::r32_uint});
  all.picture = state.image("picture", {{2, 2, 1}, Format::rgba16_float});
  all.stack = state.image("stack", {{2, 2, 1}, Format::r32_float, 1, 2});
  all.volume = state.image("volume", {{2, 2, 2}, Format::r32_float});
  all.shade = state.image("shade", {{2, 2, 1}, Format::d32_float});
  all.board = state.image("board", {{1, 1, 1}, Format::r32_float});
  EXPECT_EQ(take(all), (std::vector<float>{1002, 1003, 1000, 1000.25f, 1000.25f, 1000.25f, 1000}));
  EXPECT_EQ(read<std::uint32_t>(all.counts).at(0), 1u);
  EXPECT_EQ(read<float>(all.notes).at(0), 1.0f);
  EXPECT_EQ(read<float>(all.board).at(0), 7.0f);
  Inputs some;
  some.volume = all.volume;
  EXPECT_EQ(take(some), (std::vector<float>{0, 0, 0, 0, 0, 1000.25f, 0}));
  EXPECT_EQ(read<std::uint32_t>(all.counts).at(0), 1u) << "what is absent is not written";
}

// Nodes without shared resources overlap without a barrier.
TEST_F(ExecutorTest, AbsentResourcesCauseNoHazards) {
  Graph g(state);
  std::vector<Buffer> out;
  for (const char* name : {"first", "second", "third"}) {
    out.push_back(state.buffer(name, {7 * 4}));
    auto take = g.compute(name, "optional.comp");
    take.optional("numbers", Buffer{}).optional("texels", Buffer{});
    for (const char* image : {"codes", "picture", "stack", "volume"})
      take.optional(image, graph::Image{}, graph::Sampler::nearest_clamp);
    take.optional("shade", graph::Image{}, graph::Sampler::shadow);
    take.optional("board", graph::Image{}, graph::Verb::write).optional("counts", Buffer{}, graph::Verb::accumulate);
    take.optional("notes", Buffer{}, graph::Verb::modify);
    take.write("target", out.back()).groups({1, 1, 1});
  }
  run(g);
  for (Buffer b : out) EXPECT_EQ(read<float>(b), std::vector<float>(7, 0));
}

TEST_F(ExecutorTest, IndirectDispatchTakesItsSizeFromABuffer) {
  Buffer out = ints("out", 512), arguments = ints("arguments", 8);
  Graph g(state);
  struct {
    uvec3 groups;
  } count{{3, 1, 1}};
  g.compute("count", "arguments.comp").write("arguments", arguments).params(count).groups({1, 1, 1});
  g.clear("clear", out, 99);
  g.compute("fill", "ramp.comp").write("target", out).params(RampParams{512, 1, 0}).indirect(arguments, 16);
  run(g);
  auto got = read<std::uint32_t>(out);
  EXPECT_EQ(got[191], 191u);
  EXPECT_EQ(got[192], 99u);
}

TEST_F(ExecutorTest, AccumulatingNodesAddUp) {
  Buffer total = ints("total", 1);
  Graph g(state);
  Buffer a = g.buffer("a", {4000});
  ramp(g, a, {1000, 1, 0});
  for (int i = 0; i < 3; ++i)
    g.compute("sum", "sum.comp")
        .read("values", a)
        .accumulate("total", total)
        .params(std::uint32_t{1000})
        .over({1000, 1, 1});
  run(g);
  EXPECT_EQ(read<std::uint32_t>(total)[0], 3u * 499500u);
}

TEST_F(ExecutorTest, TexelBuffersAreReadInTheirFormat) {
  Buffer source = state.buffer("source", {64 * 8, graph::Format::rgba16_float});
  Buffer out = state.buffer("out", {64 * 16});
  std::vector<std::uint16_t> halves(64 * 4, 0x3c00);  // 1.0
  halves[5 * 4 + 2] = 0x4200;                         // 3.0
  for (int frame = 0; frame < 2; ++frame) {
    Graph g(state);
    g.upload("load", source, halves);
    g.compute("read", "texels.comp")
        .read("source", source)
        .write("target", out)
        .params(std::uint32_t{64})
        .over({64, 1, 1});
    run(g);
  }
  auto got = read<float>(out);
  EXPECT_EQ(got[0], 2.0f);
  EXPECT_EQ(got[5 * 4 + 2], 6.0f);
}

TEST_F(ExecutorTest, SpecializationConstantsReachTheShaderAndTheDispatch) {
  Buffer a = state.buffer("a", {400}), b = state.buffer("b", {400});
  Graph g(state);
  g.compute("plain", "special.comp").write("target", a).params(std::uint32_t{100}).over({100, 1, 1});
  g.compute("special", "special.comp")
      .constant("width", 16u)
      .constant("factor", 0.5f)
      .constant("negate", true)
      .write("target", b)
      .params(std::uint32_t{100})
      .over({100, 1, 1});
  run(g);
  auto plain = read<float>(a), special = read<float>(b);
  for (std::size_t i = 0; i < 100; ++i) {
    ASSERT_EQ(plain[i], 64.0f + static_cast<float>(i));
    ASSERT_EQ(special[i], -8.0f + static_cast<float>(i));
  }
}

TEST_F(ExecutorTest, ParametersOver128BytesGoThroughTheUniformRing) {
  struct Params {
    std::uint32_t count = 60;
    float weights[60];
  } params;
  struct Other {
    float direction[3];
    float length;
  } other{{0, 0, 2}, 4};
  std::iota(std::begin(params.weights), std::end(params.weights), 1.0f);
  Buffer out = state.buffer("out", {240});
  for (int frame = 0; frame < 4; ++frame) {
    Graph g(state);
    params.weights[0] = static_cast<float>(frame);
    g.compute("fill", "large_params.comp").write("target", out).params(params).uniform("other", other).over({60, 1, 1});
    run(g);
  }
  auto got = read<float>(out);
  EXPECT_EQ(got[0], 11.0f);
  EXPECT_EQ(got[59], 68.0f);
}

TEST_F(ExecutorTest, ManyUploadsLargerThanTheRing) {
  std::vector<std::uint32_t> large(600000), small(1000);
  std::iota(large.begin(), large.end(), 5u);
  std::iota(small.begin(), small.end(), 9u);
  Buffer a = ints("a", 600000), b = ints("b", 400000);
  for (int frame = 0; frame < 3; ++frame) {
    Graph g(state);
    g.upload("large", a, large);
    for (std::uint64_t i = 0; i < 400; ++i) g.upload("small", b, std::as_bytes(std::span(small)), i * 4000);
    run(g);
  }
  EXPECT_EQ(read<std::uint32_t>(a), large);
  auto got = read<std::uint32_t>(b);
  for (std::size_t i = 0; i < 400000; ++i) ASSERT_EQ(got[i], 9 + i % 1000);
}

TEST_F(ExecutorTest, CopiesAndClearsOfBuffers) {
  Buffer a = ints("a", 16), b = ints("b", 16);
  Graph g(state);
  ramp(g, a, {16, 1, 0});
  g.clear("clear", b, 77);
  g.copy("copy", a, b, 8, 16, 12);
  run(g);
  auto got = read<std::uint32_t>(b);
  EXPECT_EQ(got, (std::vector<std::uint32_t>{77, 77, 77, 77, 2, 3, 4, 77, 77, 77, 77, 77, 77, 77, 77, 77}));
}

TEST_F(ExecutorTest, TooManyWorkgroupsNameThePass) {
  Buffer a = ints("a", 64);
  Graph g(state);
  auto scope = g.scope("pool");
  g.compute("fill", "ramp.comp").write("target", a).params(RampParams{64, 1, 0}).groups({1, 4'000'000'000u, 1});
  try {
    run(g);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    EXPECT_NE(std::string(e.what()).find("pool/fill"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("maxComputeWorkGroupCount"), std::string::npos) << e.what();
  }
  Graph next(state);
  ramp(next, a, {64, 1, 1});
  run(next);
  EXPECT_EQ(read<std::uint32_t>(a)[63], 64u);
}

TEST_F(ExecutorTest, ScopesHaveTimesInOrder) {
  Buffer a = ints("a", 64);
  for (int frame = 0; frame < 3; ++frame) {
    Graph g(state);
    {
      auto pool = g.scope("pool");
      ramp(g, a, {64, 1, 0});
      auto inner = g.scope("inner");
      ramp(g, a, {64, 1, 0});
    }
    auto other = g.scope("other");
    g.readback("keep", a, {});
    run(g);
  }
  executor->finish();
  const gpu::FrameTimes& t = executor->times();
  EXPECT_EQ(t.frame, 3u);
  ASSERT_GE(t.scopes.size(), 2u);
  EXPECT_EQ(t.scopes[0].path, "frame");
  EXPECT_EQ(t.scopes.back().path, "frame/other");
  for (const gpu::ScopeTime& s : t.scopes) {
    EXPECT_GE(s.ms(), 0) << s.path;
    EXPECT_LE(s.end_ms, t.scopes[0].end_ms) << s.path;
  }
}

}  // namespace undine::test
