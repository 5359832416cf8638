// Views of resources by graph path: position of the copy, available names, and unchanged frames without a view.
#include "engine/graph/peek.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/graph/print/listing.h"
#include "engine/graph/walk.h"
#include "tests/plan/random_frame.h"
#include "tests/plan/replay_checker.h"

namespace undine::graph::testing {
namespace {

class Peek : public ::testing::Test {
 protected:
  // Two steps of two nodes each, then an image that views the water.
  void declare() {
    for (int i = 0; i < 2; ++i) {
      auto pool = g.scope("pool");
      g.compute("step", "RW.comp").read("c0", u[0]).write("c1", u[1]).over({64, 1, 1});
      g.compute("slope", "RW.comp").read("c0", u[1]).write("c1", slope).over({64, 1, 1});
      u.step();
    }
    auto picture = g.scope("picture");
    g.draw("paint", "R.vert", "s.frag")
        .read("v0", slope)
        .read("f0", texture)
        .color(color)
        .color(normal)
        .depth(depth)
        .draw({});
  }
  void see(Resource r) {
    g.readback("see", r, [](std::span<const std::byte>) {});
  }
  std::string refusal(std::string_view path) {
    return message([&] { peek(g, path); });
  }
  // Names of the nodes, with the resources that the copy reads.
  std::string order() const {
    std::string text;
    for (const Node& n : g.nodes()) {
      text += (text.empty() ? "" : " ") + std::string(n.name);
      if (n.name == "peek") text += "(" + std::string(describe(g, n.uses[0].resource).name) + ")";
    }
    return text;
  }

  State state;
  Shaders shaders;
  Graph g{state};
  History u{state, "pool/height", bytes(256), 3};
  Buffer slope = g.buffer("pool/slope", bytes(256));
  Image texture = state.image("texture", picture(4, 4));
  Image color = g.image("gbuffer/albedo", picture(16, 9)), normal = g.image("gbuffer/normal", picture(16, 9));
  Image depth = g.image("gbuffer/depth", picture(16, 9, Format::d32_float));
};

TEST_F(Peek, StandsBehindTheLastNodeOfThePath) {
  declare();
  const Peeked found = peek(g, "pool/step.c1");
  EXPECT_EQ(order(), "step slope step peek(pool/height[0]) slope paint");
  EXPECT_EQ(found.name, "pool/height[0]");
  EXPECT_FALSE(found.copy.persistent());
  EXPECT_EQ(g.path(g.nodes()[3]), "frame/pool/peek");
  see(found.copy);
  const Plan plan = compile(g, shaders);
  ReplayChecker checker(shaders);
  EXPECT_EQ(checker.frame(plan, g), "");
}

TEST_F(Peek, ANumberPicksAnOccurrence) {
  declare();
  peek(g, "frame/pool/step#1.c1");
  EXPECT_EQ(order(), "step peek(pool/height[2]) slope step slope paint");
  peek(g, "pool/step#2.c0");
  EXPECT_EQ(order(), "step peek(pool/height[2]) slope step peek(pool/height[2]) slope paint");
}

TEST_F(Peek, EveryNameOfTheListingIsOne) {
  declare();
  g.copy("save", normal, state.image("saved", picture(16, 9)));
  for (const char* name : {"picture/paint.color0", "picture/paint.color1", "picture/paint.depth", "picture/paint.v0",
                           "picture/paint.gbuffer/normal", "frame/save.source", "frame/save.saved"})
    EXPECT_EQ(refusal(name), "") << name;
  g.reset();
  u = History(state, "pool/other", bytes(256), 3);
  slope = g.buffer("pool/slope", bytes(256));
  color = g.image("gbuffer/albedo", picture(16, 9)), normal = g.image("gbuffer/normal", picture(16, 9));
  depth = g.image("gbuffer/depth", picture(16, 9, Format::d32_float));
  declare();
  see(color);
  const Plan plan = compile(g, shaders);
  const std::vector<PeekNode> known = peek_nodes(g);
  for (const PlannedNode& planned : plan.nodes) {
    const std::string path = g.path(g.nodes()[planned.node]);
    const auto node = std::ranges::find(known, path, &PeekNode::path);
    ASSERT_NE(node, known.end()) << path;
    for (const ListedUse& use : listed_uses(g, planned))
      EXPECT_NE(std::ranges::find(node->bindings, use.name), node->bindings.end()) << path << "." << use.name;
  }
}

TEST_F(Peek, RefusalsNameWhatThereIs) {
  declare();
  const auto expect = [&](const char* path, std::vector<std::string> parts) {
    const std::string text = refusal(path);
    for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  };
  expect("pool/stop.c1",
         {"--view pool/stop.c1", "no node frame/pool/stop", "NODE#K: frame/pool/step, frame/pool/slope"});
  expect("pool/step#2.c9", {"frame/pool/step has no binding \"c9\"", "it has: c0, c1"});
  expect("pool/step#3.c1", {"frame/pool/step is 2 times", "#1 to #2"});
  expect("pool/step#0.c1", {"no node"});
  expect("pool/step", {"names no binding", "undine graph"});
  expect("frame/see.source", {"no node frame/see"});
  const Image window = g.external("window", picture(16, 9, Format::bgra8_unorm), 0);
  g.clear("wipe", window, {});
  expect("frame/wipe.target", {"window"});
  EXPECT_EQ(order().find("peek"), std::string::npos);
}

// A view adds nodes to a frame and keeps all others in order; frames without a view do not change.
TEST_F(Peek, ChangesNothingElse) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    State states[2];
    Shaders kinds;
    Graph plain(states[0]), looked(states[1]);
    RandomFrame first(states[0], seed), second(states[1], seed);
    first.declare(plain);
    second.declare(looked);
    ASSERT_EQ(plain.topology(), looked.topology());
    const std::vector<PeekNode> nodes = peek_nodes(looked);
    if (nodes.empty()) continue;
    const PeekNode& node = nodes[seed % nodes.size()];
    Peeked found;
    try {
      found = peek(looked, fmt::format("{}#{}.{}", node.path, node.times, node.bindings[seed % node.bindings.size()]));
    } catch (const Error&) {
      continue;  // the last of these nodes has other bindings
    }
    looked.readback("see", found.copy, [](std::span<const std::byte>) {});
    Plan with;
    try {
      with = compile(looked, kinds, {.queues = 2});
    } catch (const Error&) {
      continue;  // an unneeded node reads a resource without a writer
    }
    ReplayChecker checker(kinds);
    ASSERT_EQ(checker.frame(with, looked), "") << "seed " << seed;
    std::vector<std::string> names, wanted;
    for (const Node& n : plain.nodes()) wanted.push_back(plain.path(n));
    for (const Node& n : looked.nodes())
      if (n.name != "peek" && n.name != "see") names.push_back(looked.path(n));
    EXPECT_EQ(names, wanted) << "seed " << seed;
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace undine::graph::testing
