// Builds and runs the pass that docs/adding_a_pass.md shows, from the page's own text (tests/extract_doc_code.cmake).
#include <cmath>
#include <filesystem>

#include "passes/steepness.h"
#include "tests/support/gpu.h"

namespace undine {

class AddingAPass : public test::GpuTest {};

TEST_F(AddingAPass, ThePageBuildsAndRuns) {
  shader::Library page({.root = std::filesystem::path(UNDINE_DOC_PASS_DIR) / "shaders"});
  gpu::Executor runner(test::device(), state, page);
  const glm::uvec2 cells{37, 5};
  std::vector<glm::vec4> surface(cells.x * cells.y);
  for (std::size_t i = 0; i < surface.size(); ++i) {
    surface[i] = {0, 0.01f * static_cast<float>(i), -0.02f * static_cast<float>(i % 7), 1};
  }
  graph::Image input = state.image("input", {.extent = {cells.x, cells.y, 1}, .format = graph::Format::rgba32_float});
  std::vector<float> got;
  graph::Graph g(state);
  g.upload("fill", input, surface);
  graph::Image value = steepness(g, {.surface = input, .cells = cells}, 0.5f);
  g.readback("read", value, [&](std::span<const std::byte> bytes) {
    got.resize(bytes.size() / sizeof(float));
    std::memcpy(got.data(), bytes.data(), bytes.size());
  });
  runner.run(g);
  runner.finish();
  ASSERT_EQ(got.size(), surface.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double slope = std::hypot(double(surface[i].y), double(surface[i].z));
    EXPECT_NEAR(got[i], std::min(slope / 0.5, 1.0), 1e-6) << i;
  }
}

}  // namespace undine
