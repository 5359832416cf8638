// 1,000 random frames against checkers that are independent of the planner.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "engine/graph/packing.h"
#include "tests/plan/random_frame.h"
#include "tests/plan/replay_checker.h"

namespace undine::graph::testing {
namespace {

constexpr std::uint32_t graphs = 1000;

struct Rig {
  State state;
  Shaders shaders;
  Graph g{state};
  RandomFrame random;
  explicit Rig(std::uint32_t seed) : random(state, seed) { random.declare(g); }
  void next(const Plan& plan) {
    commit(plan, g);
    random.step();
    g.reset();
    random.declare(g);
  }
};

// Recorded barriers of a node cover all its hazards: one memory barrier first, then layout transitions.
void expect_joined(const PlannedNode& node) {
  const std::vector<Barrier> recorded = joined(node);
  const auto changes = [](const Barrier& b) { return b.from_layout != b.to_layout; };
  std::size_t relaid = 0;
  for (const Barrier& hazard : node.barriers) {
    if (changes(hazard)) {
      ++relaid;
      EXPECT_TRUE(std::ranges::any_of(recorded, [&](const Barrier& b) {
        return b.resource == hazard.resource && b.from_layout == hazard.from_layout &&
               b.to_layout == hazard.to_layout && b.from_stages == hazard.from_stages &&
               b.from_access == hazard.from_access && b.to_stages == hazard.to_stages &&
               b.to_access == hazard.to_access;
      }));
      continue;
    }
    ASSERT_FALSE(recorded.empty());
    const Barrier& memory = recorded.front();
    EXPECT_EQ(memory.resource, -1);
    EXPECT_EQ(hazard.from_stages & ~memory.from_stages, 0u);
    EXPECT_EQ(hazard.from_access & ~memory.from_access, 0u);
    EXPECT_EQ(hazard.to_stages & ~memory.to_stages, 0u);
    EXPECT_EQ(hazard.to_access & ~memory.to_access, 0u);
  }
  EXPECT_EQ(recorded.size(), relaid + (relaid < node.barriers.size() ? 1 : 0));
}

class RandomPlan : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(RandomPlan, EveryConflictIsOrderedAndVisibleOverThreeFrames) {
  std::size_t nodes = 0, barriers = 0, waits = 0;
  for (std::uint32_t seed = 0; seed < graphs; ++seed) {
    Rig s(seed);
    ReplayChecker checker(s.shaders);
    for (int frame = 0; frame < 3; ++frame) {
      Plan plan = compile(s.g, s.shaders, {.queues = GetParam()});
      ASSERT_EQ(checker.frame(plan, s.g), "") << "seed " << seed << " frame " << frame << "\n"
                                              << print(plan, s.g, PlanFormat::text);
      for (const PlannedNode& n : plan.nodes) {
        barriers += n.barriers.size();
        expect_joined(n);
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
        waits += n.wait_for.size();
        // The second queue may lack graphics.
        constexpr std::uint32_t computing = stage_indirect | stage_compute | stage_transfer;
        for (const Barrier& b : n.barriers)
          ASSERT_TRUE(n.queue == 0 || ((b.from_stages | b.to_stages) & ~computing) == 0) << "seed " << seed;
      }
      nodes += plan.nodes.size();
      s.next(plan);
    }
  }
  EXPECT_GT(nodes, 10 * graphs);
  EXPECT_GT(barriers, nodes);
  EXPECT_EQ(waits > 0, GetParam() == 2);
}

// Returns true if the node accumulates into the resource, or into any by default.
bool accumulates(Rig& rig, const PlannedNode& planned, Resource resource = {}) {
  for (const SeenAccess& a : accesses_of(rig.g.nodes()[planned.node], rig.shaders)) {
    if (a.accumulates && (!resource || a.resource == resource)) return true;
  }
  return false;
}

TEST_P(RandomPlan, TheCheckerMissesNoRemovedDependency) {
  std::size_t removed = 0, caught = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Rig s(seed);
    // Without aliasing: the full memory barrier between transients that share memory may cover others.
    Plan plan = compile(s.g, s.shaders, {.alias = false, .queues = GetParam()});
    for (PlannedNode& n : plan.nodes) {
      for (std::size_t i = 0; i < n.barriers.size() && GetParam() == 1; ++i) {
        Barrier kept = n.barriers[i];
        // A neighbor may imply an execution dependency, but not data or layouts.
        if (!kept.from_access && kept.from_layout == kept.to_layout) continue;
        // Accumulations with a reader between them: the reader's dependency orders the second one, too.
        if (accumulates(s, n, plan.resources[static_cast<std::size_t>(kept.resource)].resource)) continue;
        n.barriers.erase(n.barriers.begin() + static_cast<std::ptrdiff_t>(i));
        ReplayChecker checker(s.shaders);
        ++removed;
        bool found = !checker.frame(plan, s.g).empty();
        caught += found;
        n.barriers.insert(n.barriers.begin() + static_cast<std::ptrdiff_t>(i), kept);
      }
      for (std::size_t i = 0; i < n.wait_for.size() && !accumulates(s, n); ++i) {
        std::uint32_t kept = n.wait_for[i];
        n.wait_for.erase(n.wait_for.begin() + static_cast<std::ptrdiff_t>(i));
        ReplayChecker checker(s.shaders);
        ++removed;
        caught += !checker.frame(plan, s.g).empty();
        n.wait_for.insert(n.wait_for.begin() + static_cast<std::ptrdiff_t>(i), kept);
      }
    }
  }
  EXPECT_GT(removed, 200u);
  EXPECT_EQ(caught, removed) << "each of them was needed";
}

TEST_P(RandomPlan, OnlyNodesThatMatterAreKept) {
  std::size_t culled = 0;
  for (std::uint32_t seed = 0; seed < graphs; ++seed) {
    Rig s(seed);
    Plan plan = compile(s.g, s.shaders, {.queues = GetParam()});
    std::vector<bool> matters = nodes_that_matter(s.g, s.shaders), kept(s.g.nodes().size());
    for (const PlannedNode& n : plan.nodes) kept[n.node] = true;
    ASSERT_EQ(kept, matters) << "seed " << seed;
    ASSERT_EQ(plan.nodes.size() + plan.culled.size(), s.g.nodes().size());
    culled += plan.culled.size();
  }
  EXPECT_GT(culled, graphs);
}

INSTANTIATE_TEST_SUITE_P(Frames, RandomPlan, ::testing::Values(1u, 2u),
                         [](const auto& info) { return info.param == 1 ? "one" : "two"; });

TEST(Aliasing, LivesThatMeetNeverShareMemory) {
  std::uint64_t heap = 0, unaliased = 0;
  std::size_t shared = 0;
  for (std::uint32_t seed = 0; seed < graphs; ++seed) {
    Rig s(seed);
    std::mt19937 random(seed);
    std::map<std::int64_t, MemoryNeed> needs;
    CompileOptions options;
    options.need = [&](const Transient& t) {
      MemoryNeed need{t.image ? bytes_of(t.texture) : t.buffer.bytes, 1ull << (4 + random() % 13)};
      needs[&t - s.g.transients().data()] = need;
      return need;
    };
    Plan plan = compile(s.g, s.shaders, options);
    std::vector<std::array<int, 2>> life(s.g.transients().size(), {-1, -1});
    for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
      for (const SeenAccess& a : accesses_of(s.g.nodes()[plan.nodes[n].node], s.shaders)) {
        if (a.resource.persistent()) continue;
        auto& l = life[a.resource.index()];
        if (l[0] < 0) l[0] = static_cast<int>(n);
        l[1] = static_cast<int>(n);
      }
    }
    for (std::size_t i = 0; i < life.size(); ++i) {
      ASSERT_EQ(life[i][0] < 0, plan.transient_index[i] == ~0u);
      if (life[i][0] < 0) continue;
      const PlannedResource& a = plan.resources[plan.transient_index[i]];
      ASSERT_EQ(a.bytes, needs.at(static_cast<std::int64_t>(i)).bytes);
      ASSERT_EQ(a.offset % needs.at(static_cast<std::int64_t>(i)).alignment, 0u);
      ASSERT_LE(a.offset + a.bytes, plan.heap_bytes);
      for (std::size_t j = 0; j < i; ++j) {
        if (life[j][0] < 0) continue;
        const PlannedResource& b = plan.resources[plan.transient_index[j]];
        bool memory = a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
        bool time = life[i][0] <= life[j][1] && life[j][0] <= life[i][1];
        ASSERT_FALSE(memory && time) << "seed " << seed << ": " << a.name << " and " << b.name;
        shared += memory;
      }
    }
    ASSERT_LE(plan.heap_bytes, plan.unaliased_bytes);
    heap += plan.heap_bytes;
    unaliased += plan.unaliased_bytes;
    Plan plain = compile(s.g, s.shaders, {.alias = false});
    ASSERT_EQ(plain.heap_bytes, plain.unaliased_bytes);
  }
  EXPECT_GT(shared, graphs);
  std::printf("heaps of 1,000 random frames: %.1f %% of the unaliased size\n",
              100.0 * static_cast<double>(heap) / static_cast<double>(unaliased));
}

TEST(Aliasing, PlansAreTheSameEveryTime) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Rig s(seed);
    std::string one = print(compile(s.g, s.shaders), s.g, PlanFormat::json);
    ASSERT_EQ(one, print(compile(s.g, s.shaders), s.g, PlanFormat::json));
  }
}

TEST(Packing, BestFitTakesTheSmallestGap) {
  // Largest first: 1 and 3 leave gaps of 60 and 20 between the others, and 5 may use both.
  std::vector<Block1D> blocks = {{100, 1}, {60, 1}, {50, 1}, {20, 1}, {15, 1}, {10, 1}};
  auto free = [](std::size_t i) { return i == 1 || i == 3; };
  std::uint64_t end =
      pack(blocks, [&](std::size_t a, std::size_t b) { return (a == 5 && free(b)) || (b == 5 && free(a)); });
  EXPECT_EQ(end, 245u);
  EXPECT_EQ(blocks[1].offset, 100u);
  EXPECT_EQ(blocks[3].offset, 210u);
  EXPECT_EQ(blocks[5].offset, 210u);
}

TEST(Packing, NeverWorseThanARow) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Block1D> blocks(1 + random() % 20);
    for (Block1D& b : blocks) b = {random() % 1000, 1ull << random() % 10, 0};
    std::vector<Block1D> row = blocks;
    std::uint64_t end = pack(blocks, [](std::size_t, std::size_t) { return false; });
    ASSERT_LE(end, lay_in_a_row(row));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      ASSERT_EQ(blocks[i].offset % blocks[i].alignment, 0u);
      for (std::size_t j = 0; j < i; ++j) {
        bool apart = blocks[i].offset >= blocks[j].offset + blocks[j].bytes ||
                     blocks[j].offset >= blocks[i].offset + blocks[i].bytes;
        ASSERT_TRUE(apart);
      }
    }
  }
}

}  // namespace
}  // namespace undine::graph::testing
