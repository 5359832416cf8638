// Window on its own display (Xvfb): resizing, hiding, other instances beside it, lost and outdated surfaces.
#include <cstdlib>
#include <functional>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "tests/gpu/executor_fixture.h"
#include "tests/support/x_server.h"
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace undine::test {
namespace {

class Display {  // sets DISPLAY to its own server during its lifetime
 public:
  Display() { setenv("DISPLAY", server_.display().c_str(), 1); }
  ~Display() { unsetenv("DISPLAY"); }

 private:
  XServer server_;
};

struct Window {
  Window() {
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    handle = glfwCreateWindow(320, 200, "undine test", nullptr, nullptr);
  }
  ~Window() { glfwDestroyWindow(handle); }
  GLFWwindow* handle;
};

class DeviceWindow : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(glfwInit(), GLFW_TRUE); }
  void TearDown() override { glfwTerminate(); }

  // Returns the number of frames shown.
  int program(bool validation, int frames, const std::function<void(int, GLFWwindow*, gpu::Swapchain&)>& each) {
    Window window;
    gpu::DeviceOptions wanted;
    wanted.validation = validation;
    wanted.window = true;
    gpu::Device device(wanted);
    int shown = 0;
    {
      graph::State state;
      shader::Library kernels(executor_kernels());
      gpu::Executor executor(device, state, kernels);
      gpu::Swapchain swapchain(device, window.handle, true);
      struct {
        float color[4] = {0, 1, 0, 1}, shift[2] = {0, 0}, depth = 0;
      } params;
      for (int frame = 0; frame < frames; ++frame) {
        glfwPollEvents();
        each(frame, window.handle, swapchain);
        graph::Extent extent = swapchain.acquire();
        if (extent.x == 0) continue;
        graph::Graph g(state);
        graph::Image image = g.external("window", {extent, swapchain.format()}, 0);
        g.draw("triangle", "triangle.vert", "window.frag").color(image).params(params).draw({3});
        g.present(image);
        executor.run(g, &swapchain);
        ++shown;
      }
      waits_ = executor.blocking_calls();
    }
    EXPECT_EQ(device.validation_messages(), 0u);
    return shown;
  }
  Display display;
  std::uint64_t waits_ = 0;  // GPU waits of the last program()
};

TEST_F(DeviceWindow, ResizesHidesAndLivesBesideOtherInstances) {
  int shown = program(true, 40, [](int frame, GLFWwindow* window, gpu::Swapchain& swapchain) {
    if (frame == 8) glfwSetWindowSize(window, 500, 300);
    if (frame == 16) glfwSetWindowSize(window, 100, 400);
    if (frame == 20) gpu::Device::list();
    if (frame == 24) swapchain.set_vsync(false);
    if (frame == 28) glfwHideWindow(window);
    if (frame == 32) glfwShowWindow(window);
  });
  EXPECT_GT(shown, 30);
  EXPECT_LE(waits_, 12u) << "two for each of six changes of the window";
}

TEST_F(DeviceWindow, LostAndOutdatedSurfacesAreRemadeOrReported) {
  auto nothing = [](int, GLFWwindow*, gpu::Swapchain&) {};
  EXPECT_EQ(program(false, 4, nothing), 4);
  EXPECT_EQ(waits_, 0u);
  std::uint64_t calls = gpu::checked_calls();
  for (const char* kind : {"surface", "outdated", "lost", "memory"}) {
    bool surface = std::string_view(kind) == "surface" || std::string_view(kind) == "outdated";
    int survived = 0;
    // The first third also occurs without a window; device_test covers it.
    for (std::uint64_t n = calls / 3; n <= calls; n += surface ? 1 : 4) {
      setenv("UNDINE_FAIL_CALL", std::to_string(n).c_str(), 1);
      setenv("UNDINE_FAIL_AS", kind, 1);
      try {
        survived += program(false, 4, nothing) >= 3;
      } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::failure) << e.what();
      }
    }
    unsetenv("UNDINE_FAIL_CALL");
    unsetenv("UNDINE_FAIL_AS");
    if (surface) {
      EXPECT_GE(survived, 8) << kind << ": each of four acquisitions and four presentations";
    }
  }
}

}  // namespace
}  // namespace undine::test
