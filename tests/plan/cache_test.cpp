#include <gtest/gtest.h>

#include "tests/plan/shaders.h"

namespace undine::graph::testing {
namespace {

struct Params {
  float a = 0, b = 0, c = 0, d = 0;
};

TEST(History, Levels) {
  State state;
  History u(state, "u", bytes(16), 3);
  Buffer previous = u[-1], now = u[0], next = u[+1];
  EXPECT_NE(previous, now);
  EXPECT_NE(now, next);
  u.step();
  EXPECT_EQ(u[-1], now);
  EXPECT_EQ(u[0], next);
  EXPECT_EQ(u[+1], previous);
  EXPECT_EQ(state.at(now).name, "u[1]");
  EXPECT_EQ(message([&] { u[2]; }), "history: time level +2 of a ring of 3 (levels -1 to +1)");
  EXPECT_EQ(message([&] { u[-2]; }), "history: time level -2 of a ring of 3 (levels -1 to +1)");
  EXPECT_NE(message([&] { History(state, "v", bytes(16), 1); }), "");
}

TEST(History, RotationKeepsOnePlan) {
  State state;
  Shaders shaders;
  Graph g(state);
  PlanCache cache(shaders);
  History u(state, "u", bytes(64), 3);
  std::vector<Resource> resolved;
  std::uint64_t misses_after_warm_up = 0;
  for (int frame = 0; frame < 20; ++frame) {
    g.reset();
    {
      auto scope = g.scope("pool");
      Params params{static_cast<float>(frame)};
      g.compute("step", "RRWp.comp")
          .read("c0", u[-1])
          .read("c1", u[0])
          .write("c2", u[+1])
          .params(params)
          .over({static_cast<std::uint32_t>(frame + 1)});
    }
    const Plan& plan = cache.get(g);
    resolve(plan, g, resolved);
    EXPECT_EQ(resolved, (std::vector<Resource>{u[-1], u[0], u[+1]}));
    EXPECT_EQ(print(plan, g, PlanFormat::text).find("c2 -> " + state.at(u[+1]).name) != std::string::npos, true);
    commit(plan, g);
    u.step();
    if (frame == 5) misses_after_warm_up = cache.misses();
  }
  EXPECT_LE(misses_after_warm_up, 4u);
  EXPECT_EQ(cache.misses(), misses_after_warm_up) << "a steady frame plans nothing";
  EXPECT_EQ(cache.hits() + cache.misses(), 20u);
}

TEST(PlanCache, ParamsAndSizesDoNotCountDescriptionsDo) {
  State state;
  Shaders shaders;
  Graph g(state);
  Buffer out = state.buffer("out", bytes(64));
  auto key = [&](float value, std::uint32_t size, std::uint64_t transient, std::uint32_t constant, Verb verb,
                 Sampler sampler) {
    g.reset();
    Buffer t = g.buffer("t", bytes(transient));
    Image i = g.image("i", picture(4, 4));
    g.clear("zero", t, size);
    g.clear("zero", i, {value, 0, 0, 0});
    auto node = g.compute("n", "RMsp.comp")
                    .read("c0", t)
                    .read("c2", i, sampler)
                    .params(Params{value})
                    .constant("k", constant)
                    .over({size});
    if (verb == Verb::modify)
      node.modify("c1", out);
    else
      node.accumulate("c1", out);
    return g.topology();
  };
  std::uint64_t base = key(1, 1, 64, 1, Verb::modify, Sampler::linear_clamp);
  EXPECT_EQ(base, key(2, 1, 64, 1, Verb::modify, Sampler::linear_clamp));
  EXPECT_EQ(base, key(1, 9, 64, 1, Verb::modify, Sampler::linear_clamp));
  EXPECT_NE(base, key(1, 1, 65, 1, Verb::modify, Sampler::linear_clamp));
  EXPECT_NE(base, key(1, 1, 64, 2, Verb::modify, Sampler::linear_clamp));
  EXPECT_NE(base, key(1, 1, 64, 1, Verb::accumulate, Sampler::linear_clamp));
  EXPECT_NE(base, key(1, 1, 64, 1, Verb::modify, Sampler::nearest_clamp));
}

TEST(PlanCache, PlansDifferByBoundResources) {
  State state;
  Graph g(state);
  Buffer a = state.buffer("a", bytes(64)), b = state.buffer("b", bytes(64));
  auto key = [&](Buffer x, Buffer y) {
    g.reset();
    g.compute("n", "M.comp").modify("c0", x).over({1});
    g.compute("n", "M.comp").modify("c0", y).over({1});
    return g.topology();
  };
  EXPECT_EQ(key(a, b), key(b, a));
  EXPECT_EQ(key(a, a), key(b, b));
  EXPECT_NE(key(a, b), key(a, a));
}

TEST(Graph, ResetNodesRememberNothing) {
  State state;
  Shaders shaders;
  Graph g(state);
  Buffer b = state.buffer("b", bytes(64));
  Image target = state.image("target", picture(4, 4)), depth = state.image("depth", picture(4, 4, Format::d32_float));
  auto dispatch = [&] { g.compute("n", "M.comp").modify("c0", b).over({1}); };
  dispatch();
  std::uint64_t key = g.topology();
  g.reset();
  g.draw("n", "Mpu.vert", "_.frag")
      .modify("v0", b)
      .params(Params{})
      .uniform("v1", Params{})
      .constant("k", 1)
      .color(target)
      .depth(depth)
      .indices(b)
      .indirect(b)
      .draw({}, Params{})
      .raster({.blend = Blend::add});
  g.readback("r", b, [](std::span<const std::byte>) {});
  g.reset();
  dispatch();
  EXPECT_EQ(g.topology(), key);
  EXPECT_EQ(message([&] { compile(g, shaders); }), "");
  const Node& node = g.nodes()[0];
  EXPECT_TRUE(node.draws.empty() && node.colors.empty() && !node.depth.image && !node.indices && !node.indirect &&
              !node.done);
  EXPECT_EQ(node.raster, Raster{});
}

TEST(PlanCache, NamesOfEveryLengthCount) {
  State state;
  Graph g(state);
  std::vector<std::uint64_t> keys;
  for (std::size_t n = 0; n < 40; ++n) {
    for (std::size_t change = 0; change <= n; ++change) {
      std::string name(n, 'a');
      if (change < n) name[change] = 'b';
      g.reset();
      g.compute("n", g.name(name)).over({1});
      keys.push_back(g.topology());
    }
  }
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::unique(keys.begin(), keys.end()), keys.end());
}

TEST(PlanCache, ShaderVersionCounts) {
  State state;
  Shaders shaders;
  Graph g(state);
  PlanCache cache(shaders);
  Buffer out = state.buffer("out", bytes(64));
  g.compute("n", "M.comp").modify("c0", out).over({1});
  cache.get(g);
  cache.get(g);
  EXPECT_EQ(cache.hits(), 1u);
  shaders.touch("M.comp");
  cache.get(g);
  EXPECT_EQ(cache.misses(), 2u);
  cache.get(g);
  EXPECT_EQ(cache.hits(), 2u);
  cache.clear();
  cache.get(g);
  EXPECT_EQ(cache.misses(), 3u);
}

TEST(PlanCache, DropsTheLeastRecentlyUsed) {
  State state;
  Shaders shaders;
  Graph g(state);
  PlanCache cache(shaders);
  Buffer out = state.buffer("out", bytes(64));
  auto frame = [&](std::size_t variant) {
    g.reset();
    g.compute("n", "M.comp").modify("c0", out).over({1});
    for (std::size_t i = 0; i < variant; ++i) g.clear("zero", out);
    cache.get(g);
  };
  for (std::size_t i = 0; i < PlanCache::capacity; ++i) frame(i);
  frame(0);
  EXPECT_EQ(cache.hits(), 1u);
  frame(PlanCache::capacity);  // drops variant 1
  frame(0);
  EXPECT_EQ(cache.hits(), 2u);
  frame(1);
  EXPECT_EQ(cache.misses(), PlanCache::capacity + 2);
}

TEST(PlanCache, AThrowingFrameLeavesNothing) {
  State state;
  Shaders shaders;
  Graph g(state);
  PlanCache cache(shaders);
  g.compute("n", "M.comp").modify("c0", state.buffer("b", bytes(4)));
  EXPECT_NE(message([&] { cache.get(g); }), "");
  EXPECT_NE(message([&] { cache.get(g); }), "");
  EXPECT_EQ(cache.hits(), 0u);
}

TEST(State, NamesSizesAndReuse) {
  State state;
  Buffer a = state.buffer("a", bytes(64));
  Image i = state.image("i", {{4, 2, 1}, Format::rgba8_unorm, 2, 3});
  EXPECT_EQ(state.bytes(), 64 + (8 + 2) * 4 * 3u);
  EXPECT_EQ(message([&] { state.buffer("a", bytes(4)); }),
            "resource a: its owner has a live resource of this name (an owner's names are unique)");
  EXPECT_NE(message([&] { state.buffer("z", bytes(0)); }), "");
  EXPECT_NE(message([&] { state.image("z", picture(0, 4)); }), "");
  EXPECT_NE(message([&] { state.image("z", picture(4, 4, Format::undefined)); }), "");
  std::uint64_t serial = state.at(a).serial, revision = state.revision();
  state.release(a);
  EXPECT_NE(message([&] { state.at(a); }).find("released"), std::string::npos);
  Buffer b = state.buffer("a", bytes(8));
  EXPECT_EQ(b.index(), a.index());
  EXPECT_NE(state.at(b).serial, serial);
  EXPECT_GT(state.revision(), revision);
  EXPECT_NE(message([&] { state.at(Resource{}); }), "");
  EXPECT_TRUE(state.at(i).image);
}

}  // namespace
}  // namespace undine::graph::testing
