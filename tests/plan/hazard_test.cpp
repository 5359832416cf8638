#include <gtest/gtest.h>

#include <algorithm>

#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

enum class Op { compute_read, compute_write, compute_modify, draw_read, draw_modify, copy_from, clear, compute_beside };
struct Facts {
  std::string_view name;
  std::uint32_t stage, access;
};
constexpr Facts facts[] = {
    {"compute_read", stage_compute, access_storage_read},
    {"compute_write", stage_compute, access_storage_write},
    {"compute_modify", stage_compute, access_storage_read | access_storage_write},
    {"draw_read", stage_fragment, access_storage_read},
    {"draw_modify", stage_fragment, access_storage_read | access_storage_write},
    {"copy_from", stage_transfer, access_transfer_read},
    {"clear", stage_transfer, access_transfer_write},
    {"compute_beside", stage_compute, access_sampled_read | access_storage_read | access_storage_write},
};
const Facts& of(Op op) { return facts[static_cast<std::size_t>(op)]; }

struct Rig {
  State state;
  Shaders shaders;
  Graph g{state};
  Buffer b = state.buffer("b", bytes(64)), other = state.buffer("other", bytes(64));
  Image target = state.image("target", picture(4, 4));

  Rig() { settle(); }
  // Synchronizes all resources: separate tests cover hazards with the frame before.
  void settle() {
    for (Resource r : {Resource(b), Resource(other), Resource(target)}) {
      state.at(r).last = {};
      if (r.image()) state.at(r).last.layout = Layout::general;
    }
  }
  void declare(Op op, Buffer r) {
    switch (op) {
      case Op::compute_read:
        g.compute("n", "R.comp").read("c0", r).over({4});
        break;
      case Op::compute_write:
        g.compute("n", "W.comp").write("c0", r).over({4});
        break;
      case Op::compute_modify:
        g.compute("n", "M.comp").modify("c0", r).over({4});
        break;
      case Op::draw_read:
        g.draw("n", "_.vert", "R.frag").read("f0", r).color(target).draw({});
        break;
      case Op::draw_modify:
        g.draw("n", "_.vert", "M.frag").modify("f0", r).color(target).draw({});
        break;
      case Op::copy_from:
        g.copy("n", r, other);
        break;
      case Op::clear:
        g.clear("n", r);
        break;
      case Op::compute_beside:  // modified, and read through a view
        g.compute("n", "tM.comp").read("c0", r).modify("c1", r).over({4});
        break;
    }
  }
  // Prevents culling of a single compute_read.
  void keep() { g.compute("keep", "W.comp").write("c0", other).over({1}); }
  Plan plan(std::uint32_t queues = 1) { return compile(g, shaders, {.queues = queues}); }
};

std::vector<Barrier> on(const Plan& plan, std::size_t node, Resource r) {
  std::vector<Barrier> found;
  for (const Barrier& b : plan.nodes[node].barriers) {
    if (b.resource >= 0 && plan.resources[static_cast<std::size_t>(b.resource)].resource == r) found.push_back(b);
  }
  return found;
}

class Pair : public ::testing::TestWithParam<std::tuple<int, int, int>> {};

TEST_P(Pair, Buffer) {
  auto [first, second, queues] = GetParam();
  Op a = static_cast<Op>(first), b = static_cast<Op>(second);
  auto draws = [](Op op) { return op == Op::draw_read || op == Op::draw_modify; };
  // Draws stay on queue 0: then the other node moves. With two draws, dependencies do not cross queues.
  bool move_second = queues == 2 && !draws(b), move_first = queues == 2 && draws(b) && !draws(a);
  bool crossing = move_first || move_second;
  Rig rig;
  // A write of its own prevents culling of a node that only reads.
  auto declare = [&](Op op) {
    if (op == Op::compute_read)
      rig.g.compute("n", "RM.comp")
          .read("c0", rig.b)
          .modify("c1", rig.state.buffer(rig.g.name("own" + std::to_string(rig.state.revision())), bytes(4)))
          .over({4});
    else
      rig.declare(op, rig.b);
  };
  {
    auto scope = rig.g.scope("one", move_first);
    declare(a);
  }
  {
    auto scope = rig.g.scope("other", queues == 2 && !move_first);
    declare(b);
  }
  Plan plan = rig.plan(static_cast<std::uint32_t>(queues));
  ASSERT_EQ(plan.nodes.size(), 2u);
  std::vector<Barrier> barriers = on(plan, 1, rig.b);
  bool a_writes = of(a).access & access_writes, b_writes = of(b).access & access_writes;
  bool both_copy = a == Op::copy_from && b == Op::copy_from;  // then `other` is written twice
  if (crossing) {
    EXPECT_EQ(plan.nodes[0].queue, move_first ? 1u : 0u);
    EXPECT_EQ(plan.nodes[1].queue, move_second ? 1u : 0u);
    bool conflict = a_writes || b_writes || both_copy;
    EXPECT_EQ(plan.nodes[1].wait_for, conflict ? std::vector<std::uint32_t>{0} : std::vector<std::uint32_t>{});
    EXPECT_TRUE(barriers.empty());
    return;
  }
  EXPECT_TRUE(plan.nodes[1].wait_for.empty());
  if (!a_writes && !b_writes) {  // RAR
    EXPECT_TRUE(barriers.empty());
    return;
  }
  ASSERT_EQ(barriers.size(), 1u);
  EXPECT_EQ(barriers[0].from_stages, of(a).stage);
  EXPECT_EQ(barriers[0].to_stages, of(b).stage);
  if (a_writes) {  // RAW, WAW
    EXPECT_EQ(barriers[0].from_access, of(a).access & access_writes);
    EXPECT_EQ(barriers[0].to_access, of(b).access);
  } else {  // WAR: order only, nothing to flush
    EXPECT_EQ(barriers[0].from_access, 0u);
    EXPECT_EQ(barriers[0].to_access, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Hazards, Pair,
                         ::testing::Combine(::testing::Range(0, 8), ::testing::Range(0, 8), ::testing::Values(1, 2)),
                         [](const auto& info) {
                           return std::string(facts[std::get<0>(info.param)].name) + "_then_" +
                                  std::string(facts[std::get<1>(info.param)].name) +
                                  (std::get<2>(info.param) == 2 ? "_across_queues" : "");
                         });

TEST(Hazard, SecondReaderInSameStageNeedsNothingAnotherStageDoes) {
  Rig rig;
  rig.declare(Op::clear, rig.b);
  rig.g.compute("one", "RM.comp").read("c0", rig.b).modify("c1", rig.other).over({4});
  rig.g.compute("two", "RM.comp").read("c0", rig.b).modify("c1", rig.other).over({4});
  rig.g.draw("three", "_.vert", "R.frag").read("f0", rig.b).color(rig.target).draw({});
  rig.declare(Op::clear, rig.b);
  Plan plan = rig.plan();
  EXPECT_EQ(on(plan, 1, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.b).size(), 0u);
  ASSERT_EQ(on(plan, 3, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 3, rig.b)[0].from_stages, stage_transfer);
  ASSERT_EQ(on(plan, 4, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 4, rig.b)[0].from_stages, stage_compute | stage_fragment);
  EXPECT_EQ(on(plan, 4, rig.b)[0].from_access, 0u);
}

TEST(Hazard, AModifyNamesTheWriteItMustSeeNotOnlyTheReaderBetween) {
  Rig rig;
  rig.declare(Op::clear, rig.b);
  rig.declare(Op::draw_read, rig.b);
  rig.declare(Op::compute_modify, rig.b);
  Plan plan = rig.plan();
  ASSERT_EQ(on(plan, 2, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.b)[0].from_stages, stage_transfer | stage_fragment);
  EXPECT_EQ(on(plan, 2, rig.b)[0].from_access, access_transfer_write);
}

TEST(Hazard, VisibilityIsPerStageAndAccess) {
  Rig rig;
  rig.declare(Op::clear, rig.b);
  rig.g.compute("storage", "RM.comp").read("c0", rig.b).modify("c1", rig.other).over({4});
  rig.g.compute("texel", "tM.comp").read("c0", rig.b).modify("c1", rig.other).over({4});
  Plan plan = rig.plan();
  ASSERT_EQ(on(plan, 2, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.b)[0].to_access, access_sampled_read);
}

TEST(Hazard, AccumulatePeersNeedNoBarrier) {
  Rig rig;
  rig.g.clear("zero", rig.b);
  for (int i = 0; i < 3; ++i) rig.g.compute("add", "M.comp").accumulate("c0", rig.b).over({4});
  rig.g.compute("sum", "RM.comp").read("c0", rig.b).modify("c1", rig.other).over({4});
  rig.g.compute("add", "M.comp").accumulate("c0", rig.b).over({4});
  rig.g.compute("modify", "M.comp").modify("c0", rig.b).over({4});
  Plan plan = rig.plan();
  EXPECT_EQ(on(plan, 1, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.b).size(), 0u);
  EXPECT_EQ(on(plan, 3, rig.b).size(), 0u);
  ASSERT_EQ(on(plan, 4, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 4, rig.b)[0].from_access, access_storage_write);
  EXPECT_EQ(on(plan, 5, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 6, rig.b).size(), 1u);
}

TEST(Hazard, AccumulateInAnotherStageIsOrderedAfterWhatCameBefore) {
  Rig rig;
  rig.g.clear("zero", rig.b);
  rig.g.compute("add", "M.comp").accumulate("c0", rig.b).over({4});
  rig.g.draw("add", "_.vert", "M.frag").accumulate("f0", rig.b).color(rig.target).draw({});
  Plan plan = rig.plan();
  ASSERT_EQ(on(plan, 2, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.b)[0].to_stages, stage_fragment);
}

TEST(Hazard, IndirectIndexAndVertexReadsHaveTheirOwnStages) {
  Rig rig;
  rig.g.clear("zero", rig.b);
  rig.g.clear("zero", rig.other);
  rig.g.draw("mesh", "R.vert", "_.frag").read("v0", rig.other).indices(rig.other).indirect(rig.b).color(rig.target);
  Plan plan = rig.plan();
  ASSERT_EQ(on(plan, 2, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.b)[0].to_stages, stage_indirect);
  EXPECT_EQ(on(plan, 2, rig.b)[0].to_access, access_indirect_read);
  ASSERT_EQ(on(plan, 2, rig.other).size(), 1u);
  EXPECT_EQ(on(plan, 2, rig.other)[0].to_stages, stage_index | stage_vertex);
  EXPECT_EQ(on(plan, 2, rig.other)[0].to_access, access_index_read | access_storage_read);
}

TEST(Hazard, DispatchIndirect) {
  Rig rig;
  rig.g.compute("count", "W.comp").write("c0", rig.b).over({1});
  rig.g.compute("work", "W.comp").write("c0", rig.other).indirect(rig.b, 16);
  Plan plan = rig.plan();
  ASSERT_EQ(on(plan, 1, rig.b).size(), 1u);
  EXPECT_EQ(on(plan, 1, rig.b)[0].to_stages, stage_indirect);
  EXPECT_GE(plan.nodes[1].indirect, 0);
}

TEST(Layout, FollowsTheUse) {
  State state;
  Shaders shaders;
  Graph g(state);
  Image out = state.image("out", picture(8, 8));
  Image t = g.image("t", picture(8, 8)), depth = g.image("depth", picture(8, 8, Format::d32_float));
  g.compute("make", "w.comp").write("c0", t).over({8, 8});
  g.draw("draw", "_.vert", "_.frag").color(t, Load::keep).depth(depth, Load::clear, 0).draw({});
  g.draw("water", "_.vert", "ss.frag")
      .read("f0", t)
      .read("f1", depth, Sampler::shadow)
      .color(out)
      .depth_test(depth)
      .draw({});
  g.copy("keep", t, out);
  Plan plan = compile(g, shaders);
  auto layouts = [&](std::size_t node, Resource r) {
    auto b = on(plan, node, r);
    EXPECT_EQ(b.size(), 1u);
    return std::pair(b.at(0).from_layout, b.at(0).to_layout);
  };
  EXPECT_EQ(layouts(0, t), std::pair(Layout::undefined, Layout::general));
  EXPECT_EQ(on(plan, 0, t)[0].from_stages, stage_compute) << "chains with the frame's first barrier";
  EXPECT_EQ(layouts(1, t), std::pair(Layout::general, Layout::color));
  EXPECT_EQ(layouts(1, depth), std::pair(Layout::undefined, Layout::depth));
  EXPECT_EQ(layouts(2, t), std::pair(Layout::color, Layout::sampled));
  EXPECT_EQ(layouts(2, depth), std::pair(Layout::depth, Layout::depth_read));
  EXPECT_EQ(on(plan, 2, depth)[0].to_stages, stage_depth | stage_fragment);
  EXPECT_EQ(on(plan, 2, depth)[0].to_access, access_depth_read | access_sampled_read);
  EXPECT_EQ(layouts(2, out), std::pair(Layout::undefined, Layout::color)) << "cleared: old contents are dead";
  EXPECT_EQ(layouts(3, t), std::pair(Layout::sampled, Layout::transfer_source));
  EXPECT_EQ(plan.nodes[2].bindings[1].layout, Layout::depth_read);
}

TEST(Layout, SampledAndStoredImageIsGeneral) {
  State state;
  Shaders shaders;
  Graph g(state);
  Image t = g.image("t", picture(8, 8));
  Buffer out = state.buffer("out", bytes(16));
  g.compute("make", "w.comp").write("c0", t).over({8, 8});
  g.compute("use", "srM.comp").read("c0", t).read("c1", t).modify("c2", out).over({8, 8});
  Plan plan = compile(g, shaders);
  for (int i : {0, 1}) EXPECT_EQ(plan.nodes[1].bindings[static_cast<std::size_t>(i)].layout, Layout::general);
  ASSERT_EQ(on(plan, 1, t).size(), 1u);
  EXPECT_EQ(on(plan, 1, t)[0].to_access, access_sampled_read | access_storage_read);
}

TEST(Layout, SameLayoutAgainNeedsNoBarrier) {
  State state;
  Shaders shaders;
  Graph g(state);
  Image t = state.image("t", picture(8, 8));
  Buffer out = state.buffer("out", bytes(16));
  for (int i = 0; i < 3; ++i) g.compute("use", "sM.comp").read("c0", t).modify("c1", out).over({8, 8});
  Plan plan = compile(g, shaders);
  EXPECT_EQ(on(plan, 0, t).size(), 1u);
  EXPECT_EQ(on(plan, 1, t).size(), 0u);
  EXPECT_EQ(on(plan, 2, t).size(), 0u);
}

TEST(Layout, PresentAndExternal) {
  State state;
  Shaders shaders;
  Graph g(state);
  Image window = g.external("window", picture(8, 8, Format::bgra8_srgb), 0);
  g.draw("blit", "_.vert", "_.frag").color(window).draw({});
  g.present(window);
  Plan plan = compile(g, shaders);
  ASSERT_EQ(plan.nodes.size(), 2u);
  EXPECT_TRUE(plan.resources[0].external);
  EXPECT_EQ(plan.heap_bytes, 0u);
  ASSERT_EQ(plan.nodes[1].barriers.size(), 1u);
  EXPECT_EQ(plan.nodes[1].barriers[0].to_layout, Layout::present);
  EXPECT_EQ(plan.nodes[1].barriers[0].from_access, access_color_write);
}

// Three transients in the same memory: unread writes of the first, a read second, and a third whose layout transition
// must wait for both.
TEST(Layout, AnImageWaitsForTheUnreadWritesOfTheTenantBeforeTheLast) {
  Rig rig;
  const Image first = rig.g.image("first", picture(8, 8)), second = rig.g.image("second", picture(8, 8));
  const Image third = rig.g.image("third", picture(8, 8));
  rig.g.compute("a", "wW.comp").write("c0", first).write("c1", rig.b).over({8, 8});
  rig.g.compute("b", "w.comp").write("c0", second).over({8, 8});
  rig.g.compute("c", "rW.comp").read("c0", second).write("c1", rig.other).over({8, 8});
  rig.g.compute("d", "w.comp").write("c0", third).over({8, 8});
  rig.g.compute("e", "rW.comp").read("c0", third).write("c1", rig.b).over({8, 8});
  const Plan plan = compile(rig.g, rig.shaders);
  ASSERT_EQ(plan.nodes.size(), 5u);
  const auto place = [&](std::string_view name) {
    return std::ranges::find(plan.resources, name, &PlannedResource::name)->offset;
  };
  ASSERT_EQ(place("first"), place("second"));
  ASSERT_EQ(place("first"), place("third"));
  bool found = false;
  for (const Barrier& barrier : plan.nodes[3].barriers) {
    if (barrier.resource >= 0 && plan.resources[static_cast<std::size_t>(barrier.resource)].name != "third") continue;
    EXPECT_TRUE(barrier.from_access & access_storage_write);
    EXPECT_TRUE(barrier.from_stages & stage_compute);
    found = found || barrier.resource >= 0;
  }
  EXPECT_TRUE(found) << "its layout changes";
}

TEST(Queues, WaitsOnlyWhereNotImplied) {
  Rig rig;
  Buffer c = rig.state.buffer("c", bytes(16)), d = rig.state.buffer("d", bytes(16));
  rig.g.compute("a", "W.comp").write("c0", rig.b).over({1});
  rig.g.compute("b", "W.comp").write("c0", c).over({1});
  {
    auto side = rig.g.scope("side", true);
    rig.g.compute("c", "RW.comp").read("c0", c).write("c1", d).over({1});
    rig.g.compute("d", "RM.comp").read("c0", rig.b).modify("c1", d).over({1});  // a came before b
  }
  rig.g.compute("e", "RM.comp").read("c0", d).modify("c1", rig.other).over({1});
  rig.g.compute("f", "M.comp").modify("c0", d).over({1});
  Plan plan = rig.plan(2);
  EXPECT_EQ(plan.nodes[2].wait_for, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(plan.nodes[3].wait_for.empty());
  EXPECT_EQ(plan.nodes[4].wait_for, std::vector<std::uint32_t>{3});
  EXPECT_TRUE(plan.nodes[5].wait_for.empty());
  Plan single = rig.plan(1);
  for (const PlannedNode& n : single.nodes) EXPECT_TRUE(n.queue == 0 && n.wait_for.empty());
}

// Work that a compute-only queue cannot do stays on its queue.
TEST(Queues, DrawsAndDepthStay) {
  Rig rig;
  Image depth = rig.state.image("depth", picture(4, 4, Format::d32_float));
  Image copy = rig.state.image("copy", picture(4, 4, Format::d32_float));
  auto side = rig.g.scope("side", true);
  rig.g.clear("clear depth", depth, {1, 0, 0, 0});
  rig.g.copy("copy depth", depth, copy);
  rig.g.clear("clear", rig.target, {1, 0, 0, 0});
  rig.g.draw("draw", "_.vert", "_.frag").color(rig.target).draw({});
  rig.g.readback("read", rig.b, [](std::span<const std::byte>) {});
  rig.g.clear("clear", rig.b);
  const Plan plan = rig.plan(2);
  std::vector<std::uint32_t> queues;
  for (const PlannedNode& n : plan.nodes) queues.push_back(n.queue);
  EXPECT_EQ(queues, (std::vector<std::uint32_t>{0, 0, 1, 0, 0, 1}));
}

TEST(Frames, EntryAndExitStatesMeet) {
  Rig rig;
  rig.g.compute("write", "W.comp").write("c0", rig.b).over({4});
  Plan first = rig.plan();
  EXPECT_TRUE(first.nodes[0].barriers.empty());
  commit(first, rig.g);
  EXPECT_EQ(rig.state.at(rig.b).last.write_access, access_storage_write);
  rig.g.reset();
  rig.g.draw("read", "_.vert", "R.frag").read("f0", rig.b).color(rig.target).draw({});
  Plan second = rig.plan();
  ASSERT_EQ(on(second, 0, rig.b).size(), 1u);
  EXPECT_EQ(on(second, 0, rig.b)[0].from_stages, stage_compute);
  commit(second, rig.g);
  Plan third = rig.plan();
  EXPECT_TRUE(on(third, 0, rig.b).empty()) << "visible already";
}

}  // namespace
}  // namespace undine::graph::testing
