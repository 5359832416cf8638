#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/pipeline_file.h"
#include "engine/gpu/vulkan_types.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {

using graph::Buffer;
using graph::Graph;

namespace {

class Variable {  // an environment variable during this object's lifetime
 public:
  Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(name_); }

 private:
  const char* name_;
};

std::string error_of(auto&& body, Exit code) {
  try {
    body();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), code) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST(Device, ListsAndChoosesByIndexAndName) {
  auto all = gpu::Device::list();
  ASSERT_FALSE(all.empty());
  EXPECT_FALSE(all[0].name.empty());
  EXPECT_FALSE(all[0].driver.empty());
  gpu::DeviceOptions options;
  options.gpu = std::to_string(device().info().index);
  EXPECT_EQ(gpu::Device(options).info().name, device().info().name);
  options.gpu = device().info().name.substr(0, 4);
  EXPECT_EQ(gpu::Device(options).info().name, device().info().name);
  EXPECT_GT(device().limits().buffer_range, 0u);
  EXPECT_GT(device().limits().heap_bytes, 0u);
}

TEST(Device, UnknownDeviceListsWhatThereIs) {
  gpu::DeviceOptions options;
  options.gpu = "no such gpu";
  std::string text = error_of([&] { gpu::Device device(options); }, Exit::no_device);
  EXPECT_TRUE(has(text, "no such gpu")) << text;
  EXPECT_TRUE(has(text, test::device().info().name)) << text;
}

class DeviceLimits : public ::testing::Test {
 protected:
  std::string run(const char* variable, const char* value, auto&& declare) {
    Variable limit(variable, value);
    gpu::DeviceOptions options;
    options.validation = true;
    gpu::Device small(options);
    graph::State state;
    shader::Library kernels(executor_kernels());
    gpu::Executor executor(small, state, kernels);
    std::string text = error_of(
        [&] {
          Graph g(state);
          declare(state, g);
          executor.run(g);
        },
        Exit::bad_input);
    EXPECT_EQ(executor.memory().persistent, 0u);
    EXPECT_EQ(small.validation_messages(), 0u);
    return text;
  }
};

TEST_F(DeviceLimits, BuffersNameResourceLimitAskedAndAllowed) {
  std::string text = run("UNDINE_LIMIT_BUFFER", "4000", [](graph::State& state, Graph& g) {
    Buffer a = state.buffer("pool/elevation", {4004});
    g.clear("clear", a);
    g.readback("keep", a, {});
  });
  EXPECT_TRUE(has(text, "pool/elevation") && has(text, "4004") && has(text, "4000") &&
              has(text, "maxStorageBufferRange"))
      << text;
}

TEST_F(DeviceLimits, TransientsAndImagesToo) {
  std::string text = run("UNDINE_LIMIT_IMAGE", "100", [](graph::State& state, Graph& g) {
    graph::Image a = g.image("lit/color", {{120, 80, 1}, graph::Format::rgba8_unorm});
    graph::Image kept = state.image("kept", {{100, 80, 1}, graph::Format::rgba8_unorm});
    g.clear("clear", a, {});
    g.readback("keep", a, {});
    g.clear("clear", kept, {});
  });
  EXPECT_TRUE(has(text, "lit/color") && has(text, "120") && has(text, "100") && has(text, "maxImageDimension2D"))
      << text;
}

TEST_F(DeviceLimits, MoreMemoryThanTheDeviceHas) {
  std::string text = run("UNDINE_LIMIT_IMAGE", "100000", [](graph::State& state, Graph& g) {
    Buffer first;
    std::uint64_t each = device().limits().buffer_range;
    for (std::uint64_t i = 0; i * each <= device().limits().heap_bytes; ++i)
      first = state.buffer(fmt::format("b{}", i), {each});
    g.clear("clear", first);
    g.readback("keep", first, {});
  });
  EXPECT_TRUE(has(text, "heap") && has(text, "persistent")) << text;
}

// Two frames with all features: buffers, images, uploads, transients, draws, readbacks.
static void small_program(const std::string& cache) {
  gpu::Device device({});
  graph::State state;
  shader::Library kernels(executor_kernels());
  gpu::ExecutorOptions options;
  options.pipeline_cache = cache;
  gpu::Executor executor(device, state, kernels, options);
  Buffer kept = state.buffer("kept", {256});
  graph::Image picture = state.image("picture", {{8, 8, 1}, graph::Format::rgba8_unorm});
  for (std::uint32_t frame = 0; frame < 2; ++frame) {
    Graph g(state);
    auto scope = g.scope("pool");
    Buffer t = g.buffer("t", {256});
    g.upload("load", t, std::vector<std::uint32_t>(64, frame));
    g.compute("add", "add.comp").modify("values", t).params(StirParams{64, 5}).over({64, 1, 1});
    g.copy("copy", t, kept);
    g.clear("clear", picture, {1, 0, 0, 1});
    struct {
      float color[4] = {0, 1, 0, 1}, shift[2] = {0, 0}, depth = 0;
    } params;
    g.draw("triangle", "triangle.vert", "window.frag").color(picture, graph::Load::keep).params(params).draw({3});
    g.readback("keep", kept, [frame](std::span<const std::byte> data) {
      std::uint32_t value = 0;
      std::memcpy(&value, data.data(), 4);
      EXPECT_EQ(value, frame + 5);
    });
    g.readback("keep", picture, {});
    executor.run(g);
  }
  executor.finish();
}

class DeviceFaults : public ::testing::TestWithParam<const char*> {};

TEST_P(DeviceFaults, EveryFailingCallEndsWithAClearError) {
  auto cache = std::filesystem::temp_directory_path() / (fmt::format("undine_faults_{}", getpid()));
  small_program(cache);
  std::uint64_t calls = gpu::checked_calls();
  ASSERT_GT(calls, 40u);
  bool lost = std::string_view(GetParam()) == "lost";
  std::size_t scopes_named = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    Variable at("UNDINE_FAIL_CALL", std::to_string(n)), as("UNDINE_FAIL_AS", GetParam());
    std::string text = error_of([&] { small_program(cache); }, Exit::failure);
    EXPECT_TRUE(has(text, lost ? "device was lost" : "out of device memory")) << n << ": " << text;
    EXPECT_TRUE(has(text, "vk") || has(text, "vma") || has(text, "glfw")) << n << ": " << text;
    scopes_named += has(text, "frame/pool") || has(text, "is frame of frame");
  }
  if (lost) {
    EXPECT_GT(scopes_named, 0u) << "no message named the last finished scope";
  }
  std::filesystem::remove(cache);
}

INSTANTIATE_TEST_SUITE_P(As, DeviceFaults, ::testing::Values("lost", "memory"),
                         [](const auto& p) { return std::string(p.param); });

TEST(DeviceFiles, DamagedPipelineCachesAreIgnoredAndRebuilt) {
  auto path = std::filesystem::temp_directory_path() / (fmt::format("undine_cache_{}", getpid())) / "pipelines";
  small_program(path);
  ASSERT_TRUE(std::filesystem::exists(path));
  auto size = std::filesystem::file_size(path);
  std::string good(size, '\0');
  std::ifstream(path, std::ios::binary).read(good.data(), static_cast<std::streamsize>(size));
  auto write = [&](const std::string& text) { std::ofstream(path, std::ios::binary) << text; };
  for (std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{20}, good.size() - 1}) {
    write(good.substr(0, cut));
    small_program(path);
  }
  std::string flipped = good;
  for (std::size_t at : {std::size_t{3}, std::size_t{12}, std::size_t{24}, good.size() - 2}) {
    flipped = good;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x40);
    write(flipped);
    small_program(path);
    std::string file(std::filesystem::file_size(path), '\0');
    std::ifstream(path, std::ios::binary).read(file.data(), static_cast<std::streamsize>(file.size()));
    // The same size; drivers of GPUs write a few bytes more or less.
    EXPECT_NEAR(static_cast<double>(file.size()), static_cast<double>(size),
                device().info().type == "software" ? 0 : 0.01 * static_cast<double>(size));
    EXPECT_FALSE(gpu::driver_blob(std::as_bytes(std::span(file)), device().impl().properties).empty()) << at;
  }
  std::filesystem::remove_all(path.parent_path());
}

TEST(DeviceFiles, AnUnwritableCacheIsNoError) { small_program("/proc/undine/pipelines"); }

}  // namespace undine::test
