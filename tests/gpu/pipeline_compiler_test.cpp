// Asynchronous pipeline compilation during a first frame: its submissions, and results that do not depend on them.
#include "engine/gpu/pipeline_compiler.h"

#include <cstdlib>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {
namespace {

using graph::Buffer, graph::Graph;

TEST(Stretches, HaveTheWordsThatAreToBeMade) {
  const auto cuts = [](std::vector<std::size_t> words, std::size_t most) { return gpu::cut_stretches(words, most); };
  using Begins = std::vector<std::size_t>;
  EXPECT_EQ(cuts({}, 80), Begins{0});
  EXPECT_EQ(cuts({0, 0, 0}, 80), Begins{0});
  EXPECT_EQ(cuts({0, 6, 0, 4}, 80), Begins{0});
  EXPECT_EQ(cuts({0, 6, 0, 5, 0, 40, 36, 0}, 80), (Begins{0, 3, 6}));
  EXPECT_EQ(cuts({200, 200, 0, 200}, 80), (Begins{0, 1, 3}));
}

class PipelineCompilerTest : public ExecutorTest {
 protected:
  void restart_with(std::size_t stretch_words) {
    gpu::ExecutorOptions options;
    options.stretch_words = stretch_words;
    restart(options);
  }
  // Modifies existing values first, so that a repeated node shows in the result.
  void frame(Buffer values, Buffer stirred, Buffer total) {
    Graph g(state);
    auto outer = g.scope("outer");
    g.compute("add", "add.comp").modify("values", values).params(StirParams{n, 5}).over({n, 1, 1});
    {
      auto scope = g.scope("inner");
      g.compute("stir", "stir.comp")
          .read("left", values)
          .read("right", values)
          .write("target", stirred)
          .params(StirParams{n, 3})
          .over({n, 1, 1});
    }
    g.copy("keep", stirred, values);
    g.compute("sum", "sum.comp").read("values", values).modify("total", total).params(n).over({n, 1, 1});
    g.compute("add again", "add.comp").modify("values", values).params(StirParams{n, 1}).over({n, 1, 1});
    run(g);
  }
  struct Result {
    std::vector<std::uint32_t> values, total;
    bool operator==(const Result&) const = default;
  };
  // fail: number of the call of this kind that fails in the first frame, before a second attempt; 0 for no failure.
  Result summed(std::size_t stretch_words, std::uint32_t& parts, int fail = 0, const char* kind = "pipeline") {
    restart_with(stretch_words);
    const Buffer values = ints("values", n), stirred = ints("stirred", n), total = ints("total", 1);
    if (fail > 0) {
      setenv("UNDINE_FAIL_CALL", std::to_string(fail).c_str(), 1);
      setenv("UNDINE_FAIL_AS", "memory", 1);
      setenv("UNDINE_FAIL_OF", kind, 1);
      gpu::arm_faults();
      EXPECT_THROW(frame(values, stirred, total), Error);
      for (const char* name : {"UNDINE_FAIL_CALL", "UNDINE_FAIL_AS", "UNDINE_FAIL_OF"}) unsetenv(name);
      gpu::arm_faults();
    }
    frame(values, stirred, total);
    parts = executor->cpu().parts;
    executor->finish();
    EXPECT_EQ(executor->times().scopes.size(), 3u);
    frame(values, stirred, total);
    Result out{read<std::uint32_t>(values), read<std::uint32_t>(total)};
    executor.reset();
    for (Buffer b : {values, stirred, total}) state.release(b);
    return out;
  }
  static constexpr std::uint32_t n = 3000;
};

TEST_F(PipelineCompilerTest, ChangesNoByte) {
  std::uint32_t whole = 0, cut = 0;
  const Result before = summed(1'000'000, whole), after = summed(1, cut);
  EXPECT_EQ(whole, 1u);
  EXPECT_EQ(cut, 3u);  // three shaders
  EXPECT_EQ(before, after);
}

// A partial frame before a failure has no effect.
TEST_F(PipelineCompilerTest, AFrameThatFailsCanBeTriedAgain) {
  std::uint32_t parts = 0;
  const Result good = summed(1, parts);
  for (const int fail : {1, 2, 3}) EXPECT_EQ(summed(1, parts, fail), good) << "pipeline " << fail;
  for (const char* kind : {"allocation", "submit"})
    for (const int fail : {1, 2, 3}) EXPECT_EQ(summed(1, parts, fail, kind), good) << kind << " " << fail;
}

}  // namespace
}  // namespace undine::test
