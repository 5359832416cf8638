// Test device with the kernels of tests/shaders/executor.
#pragma once
#include <cstring>
#include <filesystem>

#include "tests/support/gpu.h"

namespace undine::test {

inline shader::Options executor_kernels() {
  shader::Options options;
  options.root = std::filesystem::path(UNDINE_TESTS_DIR) / "shaders/executor";
  options.cache = std::filesystem::temp_directory_path() / "undine_test_spirv";
  return options;
}

struct RampParams {
  std::uint32_t count, scale, bias;
};
struct StirParams {
  std::uint32_t count, salt;
};

class ExecutorTest : public GpuTest {
 protected:
  ExecutorTest() : kernels(executor_kernels()) { restart({}); }
  void TearDown() override {
    executor.reset();
    GpuTest::TearDown();
  }
  void restart(const gpu::ExecutorOptions& options) {
    executor.reset();
    executor = std::make_unique<gpu::Executor>(device(), state, kernels, options);
  }
  graph::Buffer ints(std::string_view name, std::uint32_t count) { return state.buffer(name, {count * 4ull}); }
  void ramp(graph::Graph& g, graph::Buffer target, RampParams p) {
    g.compute("fill", "ramp.comp").write("target", target).params(p).over({p.count, 1, 1});
  }
  shader::Library kernels;
};

}  // namespace undine::test
