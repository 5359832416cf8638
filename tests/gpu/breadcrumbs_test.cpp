// Error message of a lost device: position of the GPU, with and without breadcrumbs.
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/frame.h"
#include "engine/graph/plan.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {
namespace {

class BreadcrumbsTest : public ExecutorTest {
 protected:
  BreadcrumbsTest() { restart({.breadcrumbs = true}); }
  // Message of the next call that can fail.
  std::string lost() {
    setenv("UNDINE_FAIL_CALL", "1", 1);
    gpu::arm_faults();
    std::string text;
    try {
      executor->poll();
    } catch (const Error& e) {
      text = e.what();
    }
    unsetenv("UNDINE_FAIL_CALL");
    gpu::arm_faults();
    return text;
  }
  void declare(graph::Graph& g) {
    {
      auto scope = g.scope(g.name(std::string("ocean")));
      ramp(g, target, {8, 1, 3});
      auto inner = g.scope("deep");
      g.compute(g.name(std::string("stir")), "stir.comp")
          .read("left", target)
          .read("right", target)
          .write("target", stirred)
          .params(StirParams{8, 1})
          .over({8, 1, 1});
    }
    g.copy("keep", stirred, copy);
  }
  void frame() {
    graph::Graph g(state);
    declare(g);
    run(g);
  }
  graph::Buffer target = ints("target", 8), stirred = ints("stirred", 8), copy = ints("copy", 8);
};

// A GPU that stopped midway is simulated by a partial submission: this driver executes a frame's work during
// submission.
TEST_F(BreadcrumbsTest, NameTheNodesThatWereUnderWay) {
  gpu::DeviceImpl& d = device().impl();
  gpu::Memory memory(d);
  gpu::FrameSlot slot(d, memory);
  const auto marked = [&](std::uint64_t frame, std::initializer_list<int> marks) {
    slot.parts.assign(1, {});
    slot.begin();
    {
      graph::Graph g(state);
      declare(g);
      const graph::Plan plan = graph::compile(g, kernels);
      gpu::ScopeWalk scopes;
      scopes.walk(plan, g, false);
      slot.crumbs.begin(frame, plan, g, scopes);
    }
    for (int mark : marks) {
      const auto node = static_cast<std::uint32_t>(std::abs(mark) - 1);
      mark > 0 ? slot.crumbs.open(slot.commands[0], node) : slot.crumbs.close(slot.commands[0], node);
    }
    EXPECT_EQ(d.vk.vkEndCommandBuffer(slot.commands[0]), VK_SUCCESS);
    VkCommandBufferSubmitInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
    commands.commandBuffer = slot.commands[0];
    VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    info.commandBufferInfoCount = 1;
    info.pCommandBufferInfos = &commands;
    EXPECT_EQ(d.vk.vkQueueSubmit2(d.lanes[0].queue, 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    device().wait_idle();
    EXPECT_EQ(slot.crumbs.ended(), marks.size() == 6);
    return slot.crumbs.report();
  };
  EXPECT_EQ(slot.crumbs.report(), "");
  EXPECT_TRUE(slot.crumbs.ended());
  EXPECT_EQ(marked(1, {1, -1, 2, -2, 3, -3}),
            "no node was under way; frame/keep was the last to end, and of the frame");
  EXPECT_EQ(marked(2, {}), "none of its nodes had begun");
  EXPECT_EQ(marked(3, {1}), "frame/ocean/fill (node 1 of 3) had begun and not ended; none had ended");
  EXPECT_EQ(marked(4, {1, -1, 2}),
            "frame/ocean/deep/stir (node 2 of 3) had begun and not ended; frame/ocean/fill was the last to end");
  EXPECT_EQ(marked(5, {1, -1, 2, -2}), "no node was under way; frame/ocean/deep/stir was the last to end");
  EXPECT_EQ(marked(6, {1, 2, -2, 3}),
            "frame/ocean/fill (node 1 of 3), frame/keep (node 3 of 3) had begun and not ended; "
            "frame/ocean/deep/stir was the last to end");
}

TEST_F(BreadcrumbsTest, NameFrameAndStep) {
  for (std::uint64_t step = 1; step <= 5; ++step) {
    executor->note_step(10 * step);
    frame();
  }
  executor->finish();
  const std::string text = lost();
  EXPECT_NE(text.find("the device was lost in vkGetSemaphoreCounterValue; in frame 5 (clock step 50) no node was under "
                      "way; frame/keep was the last to end, and of the frame"),
            text.npos)
      << text;
}

TEST_F(BreadcrumbsTest, AreOffUnlessAskedFor) {
  restart({});
  frame();
  executor->finish();
  const std::string text = lost();
  EXPECT_EQ(text.find("under way"), text.npos) << text;
  EXPECT_NE(text.find("the last scope known to have finished"), text.npos) << text;
}

}  // namespace
}  // namespace undine::test
