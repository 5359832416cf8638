// Cached parts of frames: skipped while nothing has changed, declared again as soon as anything has.
#include "engine/graph/scope_cache.h"

#include <gtest/gtest.h>

#include "engine/graph/plan.h"

namespace undine::graph {
namespace {

// Frames as they would run: each that is declared is counted as if a device had done its nodes.
struct Frames {
  State state;
  Buffer input = state.buffer("input", {64});
  Caches caches{state};
  Graph g{state};
  bool rebuild = false;

  // Number of nodes of the cached part in a frame; in_frame: the part reads what a node of the frame writes.
  std::size_t frame(float parameter, bool changes_input = false, bool in_frame = false, bool runs = true,
                    std::size_t others = 0) {
    g.reset();
    g.use(caches, rebuild);
    for (std::size_t i = 0; i < others; ++i) {  // nodes that have nothing to do with it
      g.clear("other", g.buffer("other", {64}), 7);
      g.clear("color", g.image("picture", {{4, 4, 1}, Format::rgba8_unorm}), {1, 2, 3, 4});
    }
    Buffer read = input;
    if (changes_input) g.clear("change", input, 1);
    if (in_frame) {
      read = g.buffer("fresh", {64});
      g.clear("fill", read, 1);
    }
    const std::size_t before = g.nodes().size();
    {
      auto cached = g.cached("part");
      const Buffer out = g.buffer("out", {64});
      g.compute("make", "make.comp").read("input", read).write("out", out).params(parameter).groups({1, 1, 1});
    }
    const std::size_t made = g.nodes().size() - before;
    if (runs)
      for (const Node& node : g.nodes())
        for (const Use& use : node.uses)
          if (use.verb != Verb::read && use.resource.persistent()) ++state.at(use.resource).writes;
    return made;
  }
};

TEST(ScopeCache, SkipsUnchangedParts) {
  Frames f;
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
  EXPECT_EQ(f.frame(1), 0u);
}

// Its nodes then stand where others stood in the frame before.
TEST(ScopeCache, SkipsBehindOtherNodes) {
  Frames f;
  for (const std::size_t others : {2, 0, 1, 3, 0})
    EXPECT_EQ(f.frame(1, false, false, true, others), others == 2 ? 1u : 0u);
}

TEST(ScopeCache, DeclaresAgainWithOtherParameters) {
  Frames f;
  f.frame(1);
  EXPECT_EQ(f.frame(2), 1u);
  EXPECT_EQ(f.frame(2), 0u);
}

TEST(ScopeCache, DeclaresAgainAfterAnInputWasWritten) {
  Frames f;
  f.frame(1);
  EXPECT_EQ(f.frame(1), 0u);
  ++f.state.at(f.input).writes;  // by another frame
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(ScopeCache, DeclaresAgainAfterAFrameThatDidNotRun) {
  Frames f;
  EXPECT_EQ(f.frame(1, false, false, false), 1u);
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(ScopeCache, DeclaresAgainWithOtherShaders) {
  Frames f;
  f.frame(1);
  f.state.renew();
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(ScopeCache, GivesUpOnInputsThatEachFrameWrites) {
  for (const bool transient : {false, true}) {
    Frames f;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(f.frame(1, !transient, transient), 1u);
    EXPECT_FALSE(f.caches.find("frame/part")->works());
  }
}

TEST(ScopeCache, RebuildsOnDemand) {
  Frames f;
  f.frame(1);
  f.rebuild = true;
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 1u);
  f.rebuild = false;
  EXPECT_EQ(f.frame(1), 1u) << "a rebuilt part is not known to be the same";
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(ScopeCache, WithoutCachesPartsAreOrdinary) {
  State state;
  Graph g(state);
  for (int i = 0; i < 2; ++i) {
    g.reset();
    auto cached = g.cached("part");
    EXPECT_FALSE(g.buffer("out", {64}).persistent());
  }
}

// Parts of one name in two scopes are two caches.
TEST(ScopeCache, TellsScopesApart) {
  State state;
  Caches caches(state);
  Graph g(state);
  const auto frame = [&](float a, float b) {
    g.reset();
    g.use(caches);
    for (const auto& [noun, parameter] : {std::pair{"a", a}, std::pair{"b", b}}) {
      auto scope = g.scope(noun);
      auto cached = g.cached("part");
      const Buffer out = g.buffer("out", {64});
      g.compute("make", "make.comp").write("out", out).params(parameter).groups({1, 1, 1});
    }
    for (const Node& node : g.nodes())
      for (const Use& use : node.uses)
        if (use.verb != Verb::read && use.resource.persistent()) ++state.at(use.resource).writes;
    return g.nodes().size();
  };
  EXPECT_EQ(frame(1, 2), 2u);
  EXPECT_EQ(frame(1, 2), 0u);
  EXPECT_EQ(frame(1, 3), 1u);
}

// A part that reads another one is declared again with it, and else skipped, too.
TEST(ScopeCache, FollowsEarlierParts) {
  State state;
  Caches caches(state);
  Graph g(state);
  const auto frame = [&](float parameter, bool runs = true) {
    g.reset();
    g.use(caches);
    Buffer made;
    {
      auto cached = g.cached("map");
      made = g.buffer("map", {64});
      g.compute("draw", "draw.comp").write("out", made).params(parameter).groups({1, 1, 1});
    }
    {
      auto cached = g.cached("light");
      const Buffer out = g.buffer("out", {64});
      g.compute("make", "make.comp").read("input", made).write("out", out).groups({1, 1, 1});
    }
    if (runs)
      for (const Node& node : g.nodes())
        for (const Use& use : node.uses)
          if (use.verb != Verb::read && use.resource.persistent()) ++state.at(use.resource).writes;
    return g.nodes().size();
  };
  EXPECT_EQ(frame(1), 2u);
  EXPECT_EQ(frame(1), 0u);
  EXPECT_EQ(frame(2), 2u) << "both, for the map is another one";
  EXPECT_EQ(frame(2), 0u);
  EXPECT_EQ(frame(3, false), 2u);
  EXPECT_EQ(frame(3), 2u) << "the frame did not run";
  EXPECT_EQ(frame(3), 0u);
}

}  // namespace
}  // namespace undine::graph
