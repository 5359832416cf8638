// What frames keep: left out while nothing has changed, made anew as soon as anything has.
#include "engine/graph/keep.h"

#include <gtest/gtest.h>

#include "engine/graph/plan.h"

namespace undine::graph {
namespace {

// Frames as they would run: each that is declared is counted as if a device had done its nodes.
struct Frames {
  State state;
  Buffer input = state.buffer("input", {64});
  Keeper keeper{state};
  Graph g{state};

  // How many nodes the kept part has in a frame; in_frame: the part reads what a node of the frame writes.
  std::size_t frame(float parameter, bool changes_input = false, bool in_frame = false, bool runs = true,
                    std::size_t others = 0) {
    g.reset();
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
      auto kept = keeper.in(g);
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

TEST(Keeper, LeavesOutWhatIsTheSame) {
  Frames f;
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
  EXPECT_EQ(f.frame(1), 0u);
}

// Its nodes then stand where others stood in the frame before.
TEST(Keeper, LeavesOutWhatIsTheSameBehindOtherNodes) {
  Frames f;
  for (const std::size_t others : {2, 0, 1, 3, 0})
    EXPECT_EQ(f.frame(1, false, false, true, others), others == 2 ? 1u : 0u);
}

TEST(Keeper, MakesAnewWithOtherParameters) {
  Frames f;
  f.frame(1);
  EXPECT_EQ(f.frame(2), 1u);
  EXPECT_EQ(f.frame(2), 0u);
}

TEST(Keeper, MakesAnewWhenAnInputWasWritten) {
  Frames f;
  f.frame(1);
  EXPECT_EQ(f.frame(1), 0u);
  ++f.state.at(f.input).writes;  // by another frame
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(Keeper, MakesAnewWhenAFrameDidNotRun) {
  Frames f;
  EXPECT_EQ(f.frame(1, false, false, false), 1u);
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(Keeper, MakesAnewWithOtherShaders) {
  Frames f;
  f.frame(1);
  f.state.renew();
  EXPECT_EQ(f.frame(1), 1u);
  EXPECT_EQ(f.frame(1), 0u);
}

TEST(Keeper, KeepsNothingOfWhatEachFrameMakes) {
  for (const bool transient : {false, true}) {
    Frames f;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(f.frame(1, !transient, transient), 1u);
    EXPECT_FALSE(f.keeper.keeps());
  }
}

// What reads what another keeper keeps is made anew with it, and else left out, too.
TEST(Keeper, FollowsAnother) {
  for (const bool follows : {true, false}) {
    State state;
    Keeper map(state), light(state);
    if (follows) light.follow(map);
    Graph g(state);
    const auto frame = [&](float parameter, bool runs = true) {
      g.reset();
      Buffer made;
      {
        auto kept = map.in(g);
        made = g.buffer("map", {64});
        g.compute("draw", "draw.comp").write("out", made).params(parameter).groups({1, 1, 1});
      }
      {
        auto kept = light.in(g);
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
    EXPECT_EQ(frame(1), follows ? 0u : 1u);
    EXPECT_EQ(light.keeps(), follows);
    if (!follows) continue;
    EXPECT_EQ(frame(2), 2u) << "both, for the map is another one";
    EXPECT_EQ(frame(2), 0u);
    EXPECT_EQ(frame(3, false), 2u);
    EXPECT_EQ(frame(3), 2u) << "the frame did not run";
    EXPECT_EQ(frame(3), 0u);
  }
}

}  // namespace
}  // namespace undine::graph
