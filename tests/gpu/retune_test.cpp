// Values that change during a run: the state of a solver is unchanged, and later steps use the new value. A change
// before the first step gives the bytes of a run that started with the value.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/app/session/reload_plan.h"
#include "engine/app/session/session.h"
#include "engine/settings/settings_override.h"

namespace undine::test {
namespace {

struct Change {
  const char* name;
  const char* scene;  // one of `scenes`
  const char* path;   // as of --set
  const char* value;
};

struct NamedScene {
  const char* name;
  const char* text;
};

constexpr NamedScene scenes[] = {
    {"wave", R"({"version": 1, "clock": {"step": 0.02}, "water": [{"name": "w", "solver": "wave", "cells": [24, 20],
      "size": [2, 2], "damping": 0.1, "makers": [{"center": [0.5, 0], "radius": 0.2, "height": 0.02}],
      "drops": {"rate": 40}, "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}]})"},
    {"pipes", R"({"version": 1, "clock": {"step": 0.02}, "water": [{"name": "w", "solver": "pipes", "cells": [24, 20],
      "size": [4, 4], "sources": [{"region": {"center": [1, 1], "size": [0.5, 0.5]}, "rate": 0.2},
      {"region": {"center": [1, -1], "size": [0.5, 0.5]}, "rate": [[0, 0.1], [1, 0.3]]}],
      "drains": [{"region": {"center": [-1, -1], "size": [0.5, 0.5]}, "rate": 0.1}],
      "initial": [{"shape": "box", "depth": 0.5, "size": [2, 2]}, {"shape": "level", "level": 0.2}]}]})"},
    {"shallow", R"({"version": 1, "clock": {"step": 0.02}, "water": [{"name": "w", "solver": "shallow",
      "cells": [24, 20], "size": [4, 4], "eddies": {"model": "constant", "viscosity": 0.01},
      "edges": {"-x": {"discharge": 0.2}, "+x": "transmissive"},
      "sources": [{"region": {"center": [1, 1], "size": [0.5, 0.5]}, "rate": 0.2}],
      "initial": [{"shape": "box", "depth": 0.5, "size": [2, 2]}, {"shape": "level", "level": 0.2}]}]})"},
    {"fluid", R"({"version": 1, "clock": {"step": 0.02}, "water": [{"name": "w", "solver": "fluid", "cells": [24, 20],
      "size": [2, 2], "viscosity": 0.001, "edges": {"-x": {"inflow": [0.5, 0]}, "+x": "outflow"},
      "emitters": [{"center": [-0.5, 0], "velocity": [1, 0.5], "push": 5, "dye": [1, 0.5, 0.2]}],
      "initial": [{"shape": "vortex", "radius": 0.3}]}]})"},
    {"sph", R"({"version": 1, "clock": {"step": 0.01}, "water": [{"name": "w", "solver": "sph", "spacing": 0.06,
      "capacity": 2000, "surface_tension": 0.05, "fluid": [{"box": {"min": [-0.4, 0, -0.2], "max": [0, 0.4, 0.2]}},
      {"emitter": {"position": [0.2, 0.8, 0], "direction": [0, -1, 0], "radius": 0.1, "rate": 0.03}}],
      "domain": {"min": [-0.5, 0, -0.25], "max": [0.5, 1, 0.25]}}]})"},
    {"still", R"({"version": 1, "clock": {"step": 0.01}, "water": [{"name": "w", "solver": "sph", "spacing": 0.08,
      "model": "incompressible", "fluid": [{"box": {"min": [-0.4, 0, -0.2], "max": [0, 0.4, 0.2]}}],
      "domain": {"min": [-0.5, 0, -0.25], "max": [0.5, 1, 0.25]}}]})"},
    {"bodies", R"({"version": 1, "clock": {"step": 0.02}, "water": [{"name": "w", "solver": "wave", "cells": [24, 20],
      "size": [4, 4], "spray": {"count": 2000, "amount": 50, "life": [0.2, 0.4]},
      "initial": [{"shape": "gaussian", "height": 0.6, "radius": 0.3}]}],
      "bodies": [{"shape": "box", "size": [0.4, 0.3, 0.4], "density": 400, "position": [0, 0.1, 0], "thrust": 5}]})"},
};

const char* text_of(const char* name) {
  for (const NamedScene& scene : scenes)
    if (std::strcmp(scene.name, name) == 0) return scene.text;
  return "";
}

const Change changes[] = {
    {"WaveDamping", "wave", "water.0.damping", "3"},
    {"WaveSpeed", "wave", "water.0.speed", "1.7"},
    {"WaveMakerHeight", "wave", "water.0.makers.0.height", "0.08"},
    {"WaveDropsDepth", "wave", "water.0.drops.depth", "0.1"},
    {"PipesFriction", "pipes", "water.0.friction", "2"},
    {"PipesManning", "pipes", "water.0.manning", "0.1"},
    {"PipesSourceRate", "pipes", "water.0.sources.0.rate", "2"},
    {"PipesSourceSeries", "pipes", "water.0.sources.1.rate", "[[0, 1], [1, 2], [3, 0]]"},
    {"PipesRain", "pipes", "water.0.rain", "0.01"},
    {"PipesWind", "pipes", "water.0.wind.speed", "40"},
    {"PipesGravity", "pipes", "water.0.gravity", "4"},
    {"ShallowFriction", "shallow", "water.0.friction", "2"},
    {"ShallowViscosity", "shallow", "water.0.eddies.viscosity", "0.2"},
    {"ShallowInflow", "shallow", "water.0.edges.-x.discharge", "0.6"},
    {"ShallowSourceRate", "shallow", "water.0.sources.0.rate", "1"},
    {"ShallowSceneGravity", "shallow", "gravity", "4"},
    {"FluidViscosity", "fluid", "water.0.viscosity", "0.05"},
    {"FluidVorticity", "fluid", "water.0.vorticity", "5"},
    {"FluidInflow", "fluid", "water.0.edges.-x.inflow", "[1.2, 0]"},
    {"FluidEmitterVelocity", "fluid", "water.0.emitters.0.velocity", "[-1, 0]"},
    {"FluidDyeDecay", "fluid", "water.0.dye.decay", "5"},
    {"SphViscosity", "sph", "water.0.viscosity", "0.1"},
    {"SphDamping", "sph", "water.0.damping", "0.5"},
    {"SphTension", "sph", "water.0.surface_tension", "2"},
    {"SphDensity", "sph", "water.0.density", "700"},
    {"SphEmitterRate", "sph", "water.0.fluid.1.emitter.rate", "0.06"},
    {"SphGravity", "sph", "gravity", "4"},
    {"IncompressibleTolerance", "still", "water.0.tolerance", "0.05"},
    {"IncompressibleXsph", "still", "water.0.xsph", "10"},
    {"BodyDensity", "bodies", "bodies.0.density", "900"},
    {"BodyThrust", "bodies", "bodies.0.thrust", "200"},
    {"BodyDrag", "bodies", "bodies.0.drag.normal", "60"},
    {"SprayAmount", "bodies", "water.0.spray.amount", "400"},
};

class RetuneTest : public testing::TestWithParam<Change> {
 protected:
  static Scene scene(bool changed) {
    std::vector<settings::Override> overrides;
    if (changed) overrides.push_back({GetParam().path, GetParam().value});
    return parse_scene(text_of(GetParam().scene), "retune.json", overrides);
  }
  static std::unique_ptr<session::Session> start(bool changed) {
    session::CommandLine line;
    line.validation = true;
    auto out = std::make_unique<session::Session>(scene(changed), line, session::SessionParts{.device = true});
    return out;
  }
  static void steps(session::Session& s, int count) {
    s.step(static_cast<std::uint32_t>(count));
    s.run();
  }
  // Complete state of waters, bodies and spray.
  // carried: without derived values, which depend on the coefficients: rate of rise, and pressures of particles.
  static std::vector<std::vector<std::byte>> state(session::Session& s, bool carried = false) {
    std::vector<std::vector<std::byte>> out;
    std::vector<Field> fields = s.world().fields();
    if (carried)
      std::erase_if(fields,
                    [](const Field& f) { return f.name == "w.rate" || (f.name == "w.pressure" && f.of_particles); });
    out.resize(2 * fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const FieldView view = fields[i].publish(s.graph());
      const auto keep = [&out](std::size_t k) {
        return [&out, k](std::span<const std::byte> bytes) { out[k].assign(bytes.begin(), bytes.end()); };
      };
      s.graph().readback("field", view.buffer, keep(2 * i));
      if (view.rows) s.graph().readback("rows", view.rows, keep(2 * i + 1));
    }
    s.run();
    s.executor().finish();
    return out;
  }
};

TEST_P(RetuneTest, KeepsTheStateAndGoesOnByTheNewValue) {
  auto kept = start(false), fresh = start(true), retuned = start(false);
  Scene next = scene(true);
  const session::ReloadPlan plan = session::plan_reload(retuned->live_scene(), next);
  EXPECT_TRUE(plan.all()) << (plan.restarts.empty() ? "the picture" : plan.restarts.front());
  // Before the first step: as a run that started with the value. Initial particles depend on the coefficients, and
  // the first sub-step of shallow water depends on gravity.
  const bool early =
      std::strstr(text_of(GetParam().scene), "\"sph\"") != nullptr || std::strcmp(GetParam().path, "gravity") == 0;
  fresh->start();
  if (!early) {
    retuned->start();
    retuned->run();
  }
  ASSERT_TRUE(retuned->retune(next));
  if (early) retuned->start();
  for (auto* s : {fresh.get(), retuned.get()}) steps(*s, 4);
  EXPECT_TRUE(state(*fresh) == state(*retuned));
  EXPECT_EQ(save_scene(fresh->live_scene()), save_scene(retuned->live_scene()));
  // During a run: the same state at the same instant; then another one.
  kept->start();
  auto changed = start(false);
  changed->start();
  for (auto* s : {kept.get(), changed.get()}) steps(*s, 3);
  const auto before = state(*changed, true);
  EXPECT_TRUE(changed->change(scene(true)));
  EXPECT_TRUE(state(*changed, true) == before);
  EXPECT_EQ(changed->world().steps(), 3u);
  for (auto* s : {kept.get(), changed.get()}) steps(*s, 3);
  EXPECT_FALSE(state(*changed) == state(*kept));
  for (auto* s : {kept.get(), fresh.get(), retuned.get(), changed.get()}) EXPECT_EQ(s->result(), Exit::done);
}

INSTANTIATE_TEST_SUITE_P(All, RetuneTest, testing::ValuesIn(changes),
                         [](const auto& info) { return std::string(info.param.name); });

// Emitters change to the new rate, and earlier particles remain.
TEST(Retune, NozzlesGiveTheNewRate) {
  session::CommandLine line;
  line.validation = true;
  const auto scene = [](const char* rate) {
    return parse_scene(R"({"version": 1, "gravity": 0, "clock": {"step": 0.01}, "water": [{"name": "w", "solver": "sph",
      "spacing": 0.05, "capacity": 4000, "domain": {"min": [-0.5, 0, -0.5], "max": [0.5, 1, 0.5]}, "fluid": [
      {"emitter": {"position": [0, 0.9, 0], "direction": [0, -1, 0], "size": [0.2, 0.2]}}]}]})",
                       "retune.json", {{"water.0.fluid.0.emitter.rate", rate}});
  };
  session::Session s(scene("0.04"), line, {.device = true});
  const auto fastest = [&] {
    std::vector<float> v;
    std::uint32_t count = 0;
    const std::vector<Field> fields = s.world().fields();
    const auto field = std::ranges::find(fields, "w.velocity", &Field::name);
    const FieldView view = field->publish(s.graph());
    s.graph().readback("velocity", view.buffer, [&](std::span<const std::byte> bytes) {
      v.resize(bytes.size() / 4);
      std::memcpy(v.data(), bytes.data(), 4 * v.size());
    });
    s.graph().readback("count", view.rows, [&](std::span<const std::byte> b) { std::memcpy(&count, b.data(), 4); });
    s.run();
    s.executor().finish();
    float most = 0;
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, -v[4 * i + 1]);
    return std::pair(count, most);
  };
  s.start();
  s.step(20);
  s.run();
  const auto [before, slow] = fastest();
  EXPECT_NEAR(slow, 1.0, 0.02);
  Scene next = scene("0.08");
  ASSERT_TRUE(s.retune(next));
  EXPECT_EQ(fastest().first, before);
  s.step(10);
  s.run();
  const auto [after, fast] = fastest();
  EXPECT_NEAR(fast, 2.0, 0.04);
  const double spacing3 = 0.05 * 0.05 * 0.05;
  EXPECT_NEAR(after - before, 0.08 * 0.1 / spacing3, 2 * 16) << "within two layers";
  EXPECT_EQ(s.result(), Exit::done);
}

std::vector<std::byte> picture(session::Session& s) {
  std::vector<std::byte> out;
  const graph::Image drawn = s.draw(s.view({48, 32}));
  s.graph().readback("picture", drawn, [&](std::span<const std::byte> p) { out.assign(p.begin(), p.end()); });
  s.run();
  s.executor().finish();
  return out;
}

// By the panel's sliders, by a changed file, and by a run that started with the values.
TEST(Retune, PanelFileAndStartGiveTheSamePicture) {
  session::CommandLine line;
  line.validation = true;
  constexpr const char* text = R"({"version": 1, "clock": {"step": 0.02}, "sky": {"clouds": 0.3},
    "lights": [{"type": "spot", "position": [0, 1, 0], "intensity": 2}, {"type": "point", "position": [0.5, -0.2, 0]}],
    "water": [{"name": "w", "solver": "wave", "cells": [16, 16], "size": [2, 2], "damping": 0.1, "look": {"ior": 1.3},
    "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}]})";
  const std::vector<settings::Override> all{
      {"sun.direction", "[-1, 0.4, 0.2]"}, {"sun.intensity", "2"},        {"sky.turbidity", "6"},
      {"render.exposure", "0.6"},          {"water.0.damping", "2"},      {"water.0.look.ior", "1.6"},
      {"lights.0.intensity", "9"},         {"lights.0.outer_cone", "60"}, {"lights.1.color", "[1, 0.5, 0.2]"},
      {"render.water.roughness", "0.2"}};
  const auto made = [&](const std::vector<settings::Override>& set) {
    auto out = std::make_unique<session::Session>(parse_scene(text, "retune.json", set), line,
                                                  session::SessionParts{.device = true, .picture = true});
    out->start();
    return out;
  };
  auto panel = made({}), file = made({}), fresh = made(all);
  const auto before = picture(*panel);
  Scene draft = parse_scene(text, "retune.json", all);
  EXPECT_TRUE(panel->retune(draft));
  EXPECT_TRUE(file->change(parse_scene(text, "retune.json", all)));
  EXPECT_EQ(save_scene(panel->live_scene()), save_scene(file->live_scene()));
  std::vector<std::vector<std::byte>> seen;
  for (auto* s : {panel.get(), file.get(), fresh.get()}) {
    s->step(2);
    seen.push_back(picture(*s));
    EXPECT_EQ(s->result(), Exit::done);
  }
  EXPECT_TRUE(seen[0] == seen[2]) << "the panel";
  EXPECT_TRUE(seen[1] == seen[2]) << "the file";
  EXPECT_FALSE(seen[0] == before);
}

TEST(Retune, RestartsAreReported) {
  Scene now = parse_scene(text_of("pipes"), "retune.json");
  const auto asks = [&](const char* path, const char* value) {
    Scene next = parse_scene(text_of("pipes"), "retune.json", {{path, value}});
    return session::plan_reload(now, next).restarts;
  };
  EXPECT_EQ(asks("water.0.cells", "[30, 20]"), std::vector<std::string>{"w.cells needs a restart of w"});
  EXPECT_EQ(asks("water.0.sources.0.rate", "[[0, 1], [1, 2]]"),
            std::vector<std::string>{"w.sources.0.rate needs a restart of w"});
  EXPECT_EQ(asks("clock.seed", "7"), std::vector<std::string>{"clock.seed needs a restart of all waters"});
  EXPECT_TRUE(asks("water.0.friction", "7").empty());
}

// Columns under a nested grid are taken out when the outer water is made.
TEST(Retune, AMovedNestedGridRestartsTheOuterWater) {
  const char* text = R"({"version": 1, "water": [
      {"name": "sea", "solver": "shallow", "cells": [40, 40], "size": [20, 20]},
      {"name": "bay", "solver": "shallow", "cells": [16, 16], "size": [4, 4],
       "edges": {"-x": "level", "+x": "level", "-z": "level", "+z": "level"}}],
    "exchanges": [{"name": "nest", "from": "bay", "to": "sea"}]})";
  Scene now = parse_scene(text, "nested.json");
  const auto restarts = [&](const char* path, const char* value) {
    Scene next = parse_scene(text, "nested.json", {{path, value}});
    const session::ReloadPlan plan = session::plan_reload(now, next);
    return std::pair(plan.waters.at(0), plan.waters.at(1));
  };
  EXPECT_EQ(restarts("water.1.origin", "[2, 0, 0]"), std::pair(false, false));
  EXPECT_EQ(restarts("water.1.size", "[5, 4]"), std::pair(false, false));
  EXPECT_EQ(restarts("water.1.cells", "[32, 32]"), std::pair(true, false));
}

}  // namespace
}  // namespace undine::test
