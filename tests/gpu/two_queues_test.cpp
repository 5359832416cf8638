// Two queues: queues of a device, splitting of a plan among them, and unchanged bytes. The test device may have one
// queue only: the tests then emulate two on it (gpu::DeviceOptions::queues).
#include <random>

#include "engine/gpu/parts.h"
#include "engine/gpu/queues.h"
#include "tests/gpu/executor_fixture.h"

namespace undine::test {
namespace {

using gpu::Part;
using gpu::QueuePlace;
using graph::Buffer, graph::Graph;

constexpr VkQueueFlags draws = VK_QUEUE_GRAPHICS_BIT, computes = VK_QUEUE_COMPUTE_BIT, copies = VK_QUEUE_TRANSFER_BIT,
                       sparse = VK_QUEUE_SPARSE_BINDING_BIT, video = 0x20;

struct Table {
  const char* device;
  std::vector<VkQueueFamilyProperties> families;
  QueuePlace main;
  std::optional<QueuePlace> second;
};

VkQueueFamilyProperties family(VkQueueFlags flags, std::uint32_t count) { return {flags, count, 64, {1, 1, 1}}; }

TEST(Queues, AreChosenFromTheDevicesTables) {
  const Table tables[] = {
      {"NVIDIA",
       {family(draws | computes | copies | sparse, 16), family(copies | sparse, 2),
        family(computes | copies | sparse, 8), family(copies | sparse | video, 1)},
       {0, 0},
       QueuePlace{2, 0}},
      {"AMD",
       {family(draws | computes | copies | sparse, 1), family(computes | copies | sparse, 4), family(sparse, 1)},
       {0, 0},
       QueuePlace{1, 0}},
      {"Intel before Arc", {family(draws | computes | copies, 1)}, {0, 0}, {}},
      {"Intel Arc",
       {family(draws | computes | copies | sparse, 1), family(computes | copies | sparse, 1), family(video, 2)},
       {0, 0},
       QueuePlace{1, 0}},
      {"lavapipe", {family(draws | computes | copies, 1)}, {0, 0}, {}},
      {"MoltenVK",
       {family(draws | computes | copies, 1), family(draws | computes | copies, 1),
        family(draws | computes | copies, 1), family(draws | computes | copies, 1)},
       {0, 0},
       QueuePlace{1, 0}},
      {"one family of several queues", {family(draws | computes | copies, 2)}, {0, 0}, QueuePlace{0, 1}},
      {"copies first, and a family without queues",
       {family(copies, 1), family(draws, 1), family(draws | computes, 1), family(computes, 0)},
       {2, 0},
       {}},
  };
  for (const Table& t : tables) {
    const auto main = gpu::main_queue(t.families);
    ASSERT_TRUE(main) << t.device;
    EXPECT_EQ(*main, t.main) << t.device;
    EXPECT_EQ(gpu::second_queue(t.families, *main), t.second) << t.device;
  }
  EXPECT_FALSE(gpu::main_queue(std::vector{family(draws, 1), family(computes, 1)}));
}

struct Step {
  std::uint32_t queue;
  std::vector<std::uint32_t> waits;
};
// Formats "queue:first<other" for every submission.
std::string cut(const std::vector<Step>& steps, std::vector<std::uint32_t> begins = {0}) {
  graph::Plan plan;
  for (const Step& s : steps) {
    plan.nodes.emplace_back();
    plan.nodes.back().queue = s.queue;
    plan.nodes.back().wait_for = s.waits;
  }
  std::vector<Part> parts;
  gpu::cut_queues(plan, begins, parts);
  std::string text;
  for (const Part& p : parts) {
    text += (text.empty() ? "" : " ") + std::to_string(p.queue) + ":" + std::to_string(p.first);
    if (p.waits_for >= 0) text += "<" + std::to_string(p.waits_for);
  }
  return text;
}

TEST(Queues, CutsAPlan) {
  EXPECT_EQ(cut({}), "0:0");
  EXPECT_EQ(cut({{0, {}}, {0, {}}}), "0:0");
  EXPECT_EQ(cut({{0, {}}, {0, {}}, {0, {}}}, {0, 2}), "0:0 0:2");
  // Start, queue 1, and an end that waits for it.
  EXPECT_EQ(cut({{1, {}}, {1, {}}}), "0:0 1:0<0 0:2<1");
  // A node's wait also serves the end; work before it overlaps.
  EXPECT_EQ(cut({{1, {}}, {0, {}}, {0, {0}}, {0, {}}}), "0:0 1:0<0 0:1 0:2<1");
  // Queue 1 waits for queue 0 and vice versa.
  EXPECT_EQ(cut({{0, {}}, {1, {0}}, {1, {}}, {0, {2}}, {1, {3}}}), "0:0 0:0 1:1<1 0:3<2 1:4<3 0:5<4");
  // The later of two waits, and a split for its duration.
  EXPECT_EQ(cut({{1, {}}, {0, {}}, {1, {}}, {0, {0, 2}}}, {0, 2}), "0:0 1:0<0 0:1 1:2 0:3<3");
}

class TwoQueues : public ::testing::Test {
 protected:
  TwoQueues() : device_(options()), kernels_(executor_kernels()) {}
  static gpu::DeviceOptions options() {
    gpu::DeviceOptions o;
    o.validation = true;
    o.queues = 2;
    return o;
  }
  void TearDown() override { EXPECT_EQ(device_.validation_messages(), 0u); }
  gpu::Device device_;
  graph::State state_;
  shader::Library kernels_;
};

// Nodes that read and write a few buffers at random, on both queues, frame after frame; some live for one frame only.
TEST_F(TwoQueues, ComputeWhatOneThreadComputes) {
  constexpr std::uint32_t n = 500, kept = 5, all = 9, nodes = 60, frames = 12;
  for (const double part_seconds : {1e9, 1e-6}) {
    gpu::ExecutorOptions options;
    options.part_seconds = part_seconds;
    options.breadcrumbs = true;
    gpu::Executor executor(device_, state_, kernels_, options);
    std::mt19937 random(7);
    const auto pick = [&](std::uint32_t count) { return static_cast<std::uint32_t>(random() % count); };
    std::vector<Buffer> buffers;
    for (std::uint32_t i = 0; i < kept; ++i) buffers.push_back(state_.buffer("b" + std::to_string(i), {n * 4}));
    std::vector<std::vector<std::uint32_t>> wanted(all, std::vector<std::uint32_t>(n));
    std::uint32_t parts = 0, compared = 0;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      Graph g(state_);
      buffers.resize(kept);
      for (std::uint32_t i = kept; i < all; ++i) {
        buffers.push_back(g.buffer(g.name("t" + std::to_string(i)), {n * 4}));
        g.clear("begin", buffers[i], i);
        wanted[i].assign(n, i);
      }
      for (std::uint32_t k = 0; k < nodes; ++k) {
        auto scope = g.scope(k % 3 ? "beside" : "picture", pick(2) == 1);
        const std::uint32_t left = pick(all), right = pick(all), salt = pick(1000);
        std::uint32_t target = pick(all);
        while (target == left || target == right) target = pick(all);
        g.compute("stir", "stir.comp")
            .read("left", buffers[left])
            .read("right", buffers[right])
            .write("target", buffers[target])
            .params(StirParams{n, salt})
            .over({n, 1, 1});
        for (std::uint32_t i = 0; i < n; ++i)
          wanted[target][i] = (wanted[left][i] * 1664525u + salt) ^ wanted[right][n - 1 - i];
      }
      for (std::uint32_t i = 0; i < all; ++i)
        g.readback("look", buffers[i], [&, frame, want = wanted[i]](std::span<const std::byte> data) {
          ++compared;
          EXPECT_EQ(std::memcmp(data.data(), want.data(), data.size()), 0) << "frame " << frame;
        });
      executor.run(g);
      parts = std::max(parts, executor.cpu().parts);
    }
    executor.finish();
    EXPECT_EQ(compared, frames * all);
    EXPECT_GT(parts, 10u);
    EXPECT_EQ(executor.traffic().waits, 1u) << "finish() alone";
    for (const gpu::ScopeTime& s : executor.times().scopes) EXPECT_GE(s.ms(), 0) << s.path;
    buffers.resize(kept);
    for (Buffer b : buffers) state_.release(b);
  }
}

}  // namespace
}  // namespace undine::test
