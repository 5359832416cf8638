// Simulation of a scene without a device: inputs of solvers and their order of steps.
#include <fmt/format.h>

#include <algorithm>

#include "engine/app/session/world.h"
#include "engine/core/error.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

std::vector<std::string> calls;

class Recorder : public Solver {
 public:
  explicit Recorder(SceneContext context) : context_(std::move(context)) {}
  void start(graph::Graph&) override { calls.push_back("start " + context_.name); }
  void step(graph::Graph&, const StepInfo& s) override {
    calls.push_back(fmt::format("{} {} {} {}", context_.name, s.index, s.time, s.dt));
  }
  SurfaceField surface(graph::Graph&) override { return {.depth = context_.gravity}; }
  std::vector<Field> fields() override {
    return {{.name = context_.name + ".height", .shape = {1, 1}, .unit = "m", .help = "", .publish = {}}};
  }
  void stats(graph::Graph&, std::function<void(const Stats&)>) override {}
  Cost cost() const override { return {}; }

 private:
  SceneContext context_;
};

std::vector<SceneContext> contexts;

struct RecorderSettings : SolverSettings {
  void describe(settings::Visitor&) override {}
  std::unique_ptr<Solver> create(graph::State&, const SceneContext& context) const override {
    contexts.push_back(context);
    return std::make_unique<Recorder>(context);
  }
};

class SceneWorld : public SceneTest {
 protected:
  SceneWorld() {
    calls.clear();
    contexts.clear();
    add_solver({"recorder", "notes what it is told", [] { return std::make_unique<RecorderSettings>(); }});
  }
  static std::string text(int seed) {
    return scene_with(fmt::format(
        R"("gravity": 2, "clock": {{"step": 0.5, "seed": {}}}, "water": [{{"name": "b", "solver": "recorder"}},
           {{"name": "a", "solver": "recorder"}}])",
        seed));
  }
};

TEST_F(SceneWorld, steps_in_the_order_of_the_file) {
  Scene scene = parse(text(1));
  graph::State state;
  graph::Graph g(state);
  session::World world(state, scene);
  world.start(g);
  world.step(g);
  world.step(g);
  EXPECT_EQ(calls,
            std::vector<std::string>({"start b", "start a", "b 0 0 0.5", "a 0 0 0.5", "b 1 0.5 0.5", "a 1 0.5 0.5"}));
  EXPECT_EQ(world.steps(), 2u);
  EXPECT_EQ(world.time(), 1.0);
  EXPECT_EQ(world.surfaces(g).size(), 2u);
  ASSERT_EQ(world.fields().size(), 2u);
  EXPECT_EQ(world.fields()[0].name, "b.height");
  EXPECT_EQ(world.water()[1].type, "recorder");
  world.start(g);
  EXPECT_EQ(world.steps(), 0u);
}

TEST_F(SceneWorld, tells_solvers_of_the_scene) {
  folder.write("h.npy", npy_bytes("<f4", "(2, 2)", {1, 2, 3, 4}));
  Scene one = parse(text(1), {{"terrain", R"({"heightmap": "h.npy"})"}}), two = parse(text(2));
  graph::State state;
  session::World first(state, one), again(state, one), other(state, two);
  ASSERT_EQ(contexts.size(), 6u);
  EXPECT_EQ(contexts[0].name, "b");
  EXPECT_EQ(contexts[0].gravity, 2);
  ASSERT_TRUE(contexts[0].terrain);
  EXPECT_EQ(contexts[0].terrain->height, std::vector<float>({1, 2, 3, 4}));
  EXPECT_FALSE(contexts[4].terrain);
  EXPECT_NE(contexts[0].seed, contexts[1].seed) << "each water has its own";
  EXPECT_EQ(contexts[0].seed, contexts[2].seed);
  EXPECT_NE(contexts[0].seed, contexts[4].seed);
}

TEST_F(SceneWorld, names_of_solvers_are_taken_once) {
  EXPECT_THROW(add_solver({"recorder", "", [] { return std::make_unique<RecorderSettings>(); }}), Error);
  auto& types = solver_types();
  ASSERT_EQ(types.size(), 3u);
  EXPECT_EQ(types[0].name, "calm");
  EXPECT_EQ(types[1].name, "recorder");
  EXPECT_EQ(types[2].name, "ripple");
}

std::size_t steps_declared(const std::string& members) {
  Scene scene = parse_scene(
      fmt::format(
          R"({{"version": 1, "clock": {{"step": 0.01}}, "water": [{{"name": "pool", "solver": "wave", "cells": [8, 8], "size": [8, 8]{}}}]}})",
          members),
      "s.json");
  graph::State state;
  graph::Graph g(state);
  session::World world(state, scene);
  world.start(g);
  world.step(g);
  std::size_t steps = 0;
  for (const graph::Node& node : g.nodes()) steps += node.name == "step";
  return steps;
}

// V06: a clock step over the stability limit is divided into sub-steps, or rejected if it needs too many.
TEST(SceneWorldWave, V06_long_steps_are_cut) {
  EXPECT_EQ(steps_declared(R"(, "speed": 1)"), 1u);
  EXPECT_GE(steps_declared(R"(, "speed": 1000)"), 15u);
  EXPECT_THROW(steps_declared(R"(, "speed": 1e6)"), Error);
}

// Fish, leaves, the image and other readers share one declaration of a surface until the water moves.
TEST(SceneWorldSurface, is_declared_once_a_step) {
  struct Case {
    std::string water;
    std::string_view node;
  };
  for (const Case& c : {Case{R"("solver": "wave")", "slope"}, Case{R"("solver": "fluid")", "shape"},
                        Case{R"("solver": "pipes", "initial": [{"shape": "level", "level": 1}])", "slope"}}) {
    SCOPED_TRACE(c.water);
    const Scene scene =
        parse_scene(fmt::format(R"({{"version": 1, "meshes": [], "fish": [{{"count": 3}}], "leaves": [{{"count": 3}}],
          "water": [{{"name": "pond", {}, "cells": [8, 8], "size": [8, 8]}}]}})",
                                c.water),
                    "s.json");
    graph::State state;
    graph::Graph g(state);
    session::World world(state, scene);
    const auto declared = [&] {
      return std::ranges::count_if(g.nodes(), [&](const graph::Node& node) { return node.name == c.node; });
    };
    world.start(g);
    EXPECT_EQ(declared(), 1);
    const graph::Image first = world.surfaces(g)[0].surface;
    EXPECT_EQ(declared(), 1);
    world.step(g);
    const graph::Image second = world.surfaces(g)[0].surface;
    EXPECT_EQ(declared(), 2);
    EXPECT_NE(first, second) << "the water has moved";
    g.reset();
    world.step(g);
    world.step(g);
    EXPECT_EQ(world.surfaces(g)[0].surface, world.surfaces(g)[0].surface);
    EXPECT_EQ(declared(), 2);
    g.reset();
    world.surfaces(g);
    EXPECT_EQ(declared(), 1) << "a paused picture has its own";
    graph::Graph other(state);
    world.surfaces(other);
    EXPECT_FALSE(other.nodes().empty());
  }
}

}  // namespace
}  // namespace undine::test
