#include "tests/support/gpu.h"

#include <cstdlib>
#include <filesystem>

namespace undine::test {

gpu::Device& device() {
  static gpu::Device shared([] {
    gpu::DeviceOptions options;
    options.validation = true;
    return options;
  }());
  return shared;
}

// Tests share a cache of compiled shaders, keyed by content.
static shader::Options project_shaders() {
  shader::Options options;
  const char* other = std::getenv("UNDINE_SHADERS");  // set by tools/mutants
  options.root = other ? std::filesystem::path(other) : std::filesystem::path(UNDINE_SOURCE_DIR) / "shaders";
  options.cache = std::filesystem::temp_directory_path() / "undine_test_spirv";
  return options;
}

GpuTest::GpuTest(bool alias) : shaders(project_shaders()) {
  messages_ = device().validation_messages();
  if (const char* shapes = std::getenv("UNDINE_SHAPES"); shapes && std::string_view(shapes) == "hardware") {
    state.shapes().set_kind(graph::Shapes::Kind::hardware);
    shaders.set_unroll(false);
  }
  gpu::ExecutorOptions options;
  options.alias = alias;
  executor = std::make_unique<gpu::Executor>(device(), state, shaders, options);
}

GpuTest::~GpuTest() = default;

void GpuTest::TearDown() {
  executor.reset();
  EXPECT_EQ(device().validation_messages(), messages_) << "validation messages (see the log)";
}

std::vector<std::byte> GpuTest::bytes(graph::Resource r) {
  std::vector<std::byte> out;
  graph::Graph g(state);
  g.readback("read_back", r, [&](std::span<const std::byte> data) { out.assign(data.begin(), data.end()); });
  executor->run(g);
  executor->finish();
  return out;
}

}  // namespace undine::test
