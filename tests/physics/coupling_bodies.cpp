// Bodies across couplings: a crate drifts down the river, over the bed step, among the particles, and floats on
// below.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/files/npy.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/temp_folder.h"

namespace undine {

struct CouplingBodies : test::LedgerTest {
  // River 0.5 m above a lake, without inflow or outflow. `lake`: members of its grid.
  std::string scene(const std::string& bodies, double level, const std::string& lake, const char* columns = "shallow") {
    test::write_cliff(folder_.file("ground.npy"));
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
      "terrain": {{"heightmap": "ground.npy", "size": [3.8, 2.4], "origin": [0.7, 0, 0]}},
      "water": [
        {{"name": "river", "solver": "{3}", "cells": [12, 4], "size": [1.2, 0.4], "origin": [-0.6, 0, 0],
          "edges": {{"+x": "open"}}, "initial": [{{"shape": "level", "level": {1}}}]}},
        {{"name": "fall", "solver": "sph", "spacing": 0.05, "capacity": 1500, "fluid": [], "compressibility": 0.1,
          "domain": {{"min": [-0.2, -0.1, -0.25], "max": [0.8, 0.9, 0.25]}}}},
        {{"name": "lake", "solver": "{3}", {2}, "initial": [{{"shape": "level", "level": 0.2}}]}}],
      "exchanges": [{{"name": "sill", "from": "river", "to": "fall"}}, {{"name": "foot", "from": "fall", "to": "lake"}}],
      "bodies": [{0}]}})",
                       bodies, level, lake, columns);
  }
  void load(const std::string& bodies, double level, const std::string& lake, const char* columns = "shallow") {
    load_text(scene(bodies, level, lake, columns), folder_.file("scene.json"));
  }
  double displaced_in(const std::string& water) {
    for (const auto& [name, volume] : body_stats().displaced_in)
      if (name == water) return volume;
    ADD_FAILURE() << water;
    return 0;
  }
  test::TempFolder folder_;
};

constexpr const char* wide = R"("cells": [24, 24], "size": [2.4, 2.4], "origin": [1.2, 0, 0])";
constexpr const char* crate = R"("shape": "box", "size": [0.12, 0.08, 0.12], "density": 500)";
constexpr double weight = 0.5 * 0.12 * 0.08 * 0.12;  // m³ of water of the crate's weight

struct CouplingBodiesIn : CouplingBodies, testing::WithParamInterface<const char*> {};

// Body of the river by its settings, but at a place over the lake. It floats in the lake, whose account alone records
// its displacement.
TEST_P(CouplingBodiesIn, BodyInSecondWaterDisplacesItsWeight) {
  load(fmt::format(R"({{{}, "water": "river", "position": [1.3, 0.21, 0.4]}})", crate), 0.5, wide, GetParam());
  EXPECT_NEAR(displaced_in("lake"), 0.12 * 0.12 * 0.03, 1e-6);  // as it is put there
  const Now first = now();
  advance(100);
  const bodies::BodyState s = state();
  EXPECT_NEAR(displaced_in("lake"), weight, 0.02 * weight);
  EXPECT_NEAR(s.volume, weight, 0.02 * weight);
  EXPECT_NEAR(s.position.y, 0.2 + weight / (2.4 * 2.4), 2e-3);
  EXPECT_LT(glm::length(s.velocity), 0.02f);
  EXPECT_EQ(displaced_in("river"), 0);
  const Now n = now();
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(*n.water[k].volume, *first.water[k].volume, 1e-9 * first.total()) << k;
}

INSTANTIATE_TEST_SUITE_P(Columns, CouplingBodiesIn, testing::Values("shallow", "pipes"));

// Down the river, over the bed step and down to the lake, step by step: place and velocity are continuous. Two runs
// give the same bytes.
TEST_F(CouplingBodies, CrateTipsOverABedStep) {
  const std::string body = fmt::format(R"({{{}, "position": [-0.2, 0.64, 0.02], "velocity": [0.5, 0, 0]}})", crate);
  load(body, 0.64, wide);
  const Now first = now();
  EXPECT_NEAR(displaced_in("river"), weight, 0.02 * weight);
  EXPECT_EQ(displaced_in("lake"), 0);
  double furthest = 0, most = 0;
  int steps = 0;
  bodies::BodyState last = state();
  float most_tilt = 0;
  for (; last.position.x < 0.25f && steps < 200 && displaced_in("lake") == 0; ++steps) {
    advance(1);
    const bodies::BodyState s = state();
    const double went = glm::length(glm::dvec3(s.position) - glm::dvec3(last.position));
    const double gained = glm::length(glm::dvec3(s.velocity) - glm::dvec3(last.velocity));
    const double fastest = std::max(glm::length(glm::dvec3(s.velocity)), glm::length(glm::dvec3(last.velocity)));
    EXPECT_LE(went, 0.01 * fastest + 1e-4) << steps;
    EXPECT_LE(gained, 1.5 * 0.01 * 9.81) << steps;
    furthest = std::max(furthest, went);
    most = std::max(most, gained);
    most_tilt = std::max(most_tilt, static_cast<float>(test::tilt(s)));
    last = s;
  }
  fmt::print("{} steps: at most {:.4f} m and {:.4f} m/s in one, tilted by {:.2f}\n", steps, furthest, most, most_tilt);
  EXPECT_GT(last.position.x, 0.2f);
  EXPECT_GT(most_tilt, 0.3f);
  EXPECT_EQ(displaced_in("river"), 0);
  const Now n = now();
  EXPECT_NEAR(n.total(), first.total(), 1e-9 * first.total());
  EXPECT_GT(n.water[1].particles, 10);
  const auto height = field("lake.height");
  load(body, 0.64, wide);
  advance(steps);
  const bodies::BodyState again = state();
  EXPECT_EQ(std::memcmp(&again, &last, sizeof last), 0);
  EXPECT_EQ(field("lake.height"), height);
}

// tests/long.cmake: floats on in a lake with waves.
TEST_F(CouplingBodies, CrateTravelsFromSpringToLake) {
  load(fmt::format(R"({{{}, "position": [-0.35, 0.64, 0.02]}})", crate), 0.64, wide);
  const Now first = now();
  bodies::BodyState last = state();
  double furthest = 0, booked = 0, hull = 0;
  constexpr int rounds = 300, mean_of = 100;
  for (int k = 0; k < rounds; ++k) {
    advance(5);
    const bodies::BodyState s = state();
    const double went = glm::length(glm::dvec3(s.position) - glm::dvec3(last.position));
    const double fastest = std::max(glm::length(glm::dvec3(s.velocity)), glm::length(glm::dvec3(last.velocity)));
    EXPECT_LE(went, 0.05 * fastest + 0.5 * 9.81 * 0.05 * 0.05) << k;
    furthest = std::max(furthest, went);
    last = s;
    if (k < rounds - mean_of) continue;
    booked += displaced_in("lake") / mean_of;
    hull += static_cast<double>(s.volume) / mean_of;
  }
  const Now n = now();
  fmt::print(
      "ends at {:.3f} {:.3f} {:.3f}; at most {:.3f} m in 0.05 s; weighs {:.4g} m3, displaces {:.4g}, booked {:.4g}\n",
      last.position.x, last.position.y, last.position.z, furthest, weight, hull, booked);
  EXPECT_GT(last.position.x, 0.3f);
  EXPECT_NEAR(hull, weight, 0.02 * weight);
  EXPECT_NEAR(booked, weight, 0.04 * weight);
  EXPECT_EQ(displaced_in("river"), 0);
  EXPECT_NEAR(n.total(), first.total(), 1e-9 * first.total());
}

// Slab of two facets to a side, with one corner in a crest: the columns absorb its displacement there.
TEST_F(CouplingBodies, CornerInACrestDisplacesItsOwnVolume) {
  std::filesystem::copy_file(UNDINE_TESTS_DIR "/data/slab.gltf", folder_.file("slab.gltf"));
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.008},
      "water": [
        {"name": "river", "solver": "shallow", "cells": [80, 64], "size": [4, 3.2], "origin": [-2, 1, 0], "edges": {"+x": "open"},
          "initial": [{"shape": "level", "level": 1.25}, {"shape": "disc", "center": [-1, 1], "radius": 0.25, "level": 1.35}]},
        {"name": "fall", "solver": "sph", "spacing": 0.05, "capacity": 20000,
          "domain": {"min": [-0.05, -0.1, -1.7], "max": [2.6, 1.5, 1.7]},
          "sinks": [{"box": {"min": [-0.05, -0.1, -1.7], "max": [2.6, 0.05, 1.7]}}]}],
      "exchanges": [{"name": "sill", "from": "river", "to": "fall"}],
      "bodies": [{"shape": "mesh", "gltf": "slab.gltf", "density": 300, "position": [-2, 1.32, 0]}]})",
            folder_.file("scene.json"));
  for (int k = 0; k < 6; ++k) {
    advance(1);
    const bodies::BodyState s = state();
    EXPECT_GT(s.volume, 0.01) << k;
    EXPECT_LT(displaced_in("river"), 1.3 * static_cast<double>(s.volume)) << k;
    EXPECT_LT(glm::length(s.velocity), 1.0f) << k;
  }
}

struct CouplingBodiesAtInterface : CouplingBodies, testing::WithParamInterface<const char*> {};

// A crate drifts across the interface of two waters: it stays afloat and displaces its weight all the way, on the
// interface in both together. Volume is conserved. The run ends before the bore returns from the pool's closed end.
TEST_P(CouplingBodiesAtInterface, CrateCrossesAnInterface) {
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
      "water": [
        {{"name": "river", "solver": "shallow", "cells": [40, 16], "size": [2, 0.8], "origin": [-1, 0, 0], "velocity": [0.4, 0],
          "edges": {{"+x": "level"}}, "initial": [{{"shape": "level", "level": 0.25}}]}},
        {{"name": "pool", "solver": "shallow", {}, "origin": [1, 0, 0], "velocity": [0.4, 0],
          "initial": [{{"shape": "level", "level": 0.25}}]}}],
      "exchanges": [{{"name": "line", "from": "river", "to": "pool"}}],
      "bodies": [{{{}, "position": [-0.15, 0.25, 0.02], "velocity": [0.4, 0, 0]}}]}})",
                        GetParam(), crate));
  const Now first = now();
  EXPECT_NEAR(displaced_in("river"), weight, 0.02 * weight);
  bodies::BodyState last = state();
  double most = 0, worst = 0, both = 0, highest = 0, lost = 0, on_line = 0;
  for (int k = 0; k < 105; ++k) {
    advance(1);
    const bodies::BodyState s = state();
    const double river = displaced_in("river"), pool = displaced_in("pool");
    most = std::max(most, glm::length(glm::dvec3(s.velocity) - glm::dvec3(last.velocity)));
    worst = std::max(worst, std::abs(static_cast<double>(s.volume) / weight - 1));
    highest = std::max(highest, std::abs(static_cast<double>(s.position.y) - 0.25));
    both = std::max(both, std::min(river, pool));
    const double off = std::abs((river + pool) / weight - 1);
    lost = std::max(lost, off);
    if (std::min(river, pool) > 0) on_line = std::max(on_line, off);
    last = s;
  }
  const Now n = now();
  fmt::print(
      "ends at {:.3f}; at most {:.4f} m/s in a step, {:.3f} of its weight off, {:.4f} m off the level; {:.2f} of it "
      "in either, the sum of both {:.3f} of it off at most, {:.3f} on the line; total off by {:.1e}\n",
      last.position.x, most, worst, highest, both / weight, lost, on_line, n.total() / first.total() - 1);
  EXPECT_GT(last.position.x, 0.1f);
  EXPECT_GT(both, 0.4 * weight);
  EXPECT_LT(on_line, 0.06);
  EXPECT_LT(lost, 0.12);  // the calm level in its lee is lower
  EXPECT_LT(most, 0.02);
  EXPECT_LT(worst, 0.07);
  EXPECT_LT(highest, 0.005);
  EXPECT_EQ(displaced_in("river"), 0);
  EXPECT_NEAR(last.volume, weight, 0.05 * weight);
  EXPECT_NEAR(n.total(), first.total(), 1e-9 * first.total());
}

INSTANTIATE_TEST_SUITE_P(Cells, CouplingBodiesAtInterface,
                         testing::Values(R"("cells": [40, 16], "size": [2, 0.8])",
                                         R"("cells": [20, 8], "size": [2, 0.8])"),
                         [](const auto& p) { return p.index == 0 ? "Even" : "Coarse"; });

// A grid's wall stops bodies beside a lake and beside particles that extend further; its open edge does not.
TEST_F(CouplingBodies, WallsHoldBodies) {
  load(fmt::format(R"({{{0}, "position": [-0.06, 0.66, 0.1], "velocity": [0, 0, 1]}},
                      {{{0}, "position": [-0.5, 0.66, -0.1], "velocity": [0, 0, -1]}},
                      {{{0}, "water": "river", "position": [1.0, 0.3, 0.2], "velocity": [0, 0, 1]}})",
                   crate),
       0.64, wide);
  double furthest = 0;
  for (int k = 0; k < 8; ++k) {
    advance(5);
    const auto all = states();
    for (std::size_t i = 0; i < 2; ++i) furthest = std::max(furthest, std::abs(static_cast<double>(all[i].position.z)));
  }
  EXPECT_LT(furthest, 0.2 - 0.06 + 0.005);
  EXPECT_GT(states()[2].position.z, 0.28f);  // beyond the particle domain, in the lake
}

// A hull that lands with corners inside the edge of a bed step is not thrown out of it.
TEST_F(CouplingBodies, EdgesDoNotAccelerateBodies) {
  load(fmt::format(R"({{{}, "water": "river", "position": [0.09, 0.3, 0]}})", crate), 0.5, wide);
  float fastest = 0;
  for (int k = 0; k < 12; ++k) {
    advance(1);
    fastest = std::max(fastest, state().velocity.x);
  }
  fmt::print("let out at {:.3f} m/s at most\n", fastest);
  EXPECT_GT(fastest, 0.05f);
  EXPECT_LT(fastest, 0.9f);
}

// Two particle solvers in one group push the same body, each of them; one without contact does not change a bit.
TEST_F(CouplingBodies, TwoNappesPushOneBody) {
  const std::string body = fmt::format(R"({{{}, "water": "river", "position": [0.1, 0.45, 0]}})", crate);
  const std::string drop = R"({"sphere": {"center": [0.1, 0.65, 0], "radius": 0.1}, "velocity": [0, -3, 0]},)";
  const std::string jet =
      R"({"emitter": {"position": [0.65, 0.5, 0.1], "direction": [0, 1, 0], "radius": 0.05, "speed": 1}})";
  const auto with = [&](const std::string& fall, const std::string& fall2) {
    std::string text = scene(body, 0.5, wide);
    text.replace(text.find(R"("fluid": [])"), 11, fmt::format(R"("fluid": [{}])", fall));
    if (fall2.empty()) return text;
    text.insert(text.find(R"({"name": "lake")"),
                fmt::format(R"({{"name": "fall2", "solver": "sph", "spacing": 0.05, "capacity": 1500, "fluid": [{}],
      "compressibility": 0.1, "domain": {{"min": [-0.2, -0.1, -0.25], "max": [0.8, 0.9, 0.25]}}}},)",
                            fall2));
    text.insert(text.find(R"({"name": "foot")"), R"({"name": "foot2", "from": "fall2", "to": "lake"},)");
    return text;
  };
  std::vector<bodies::BodyState> ends;
  for (const std::string& text : {with(drop + jet, ""), with(drop + jet, jet), with(jet, drop + jet), with(jet, "")}) {
    load_text(text, folder_.file("scene.json"));
    advance(8);
    ends.push_back(state());
  }
  EXPECT_LT(ends[0].velocity.y, ends[3].velocity.y - 0.05f);  // particles hit it
  EXPECT_EQ(std::memcmp(&ends[0], &ends[1], sizeof ends[0]), 0);
  EXPECT_NEAR(ends[2].velocity.y, ends[0].velocity.y, 0.1f * std::abs(ends[0].velocity.y - ends[3].velocity.y));
}

TEST_F(CouplingBodies, NineCoupledWatersAreRefused) {
  std::string text = scene(fmt::format(R"({{{}, "position": [-0.2, 0.64, 0]}})", crate), 0.64, wide);
  std::string waters, exchanges;
  for (int k = 0; k < 6; ++k) {
    waters += fmt::format(
        R"({{"name": "w{0}", "solver": "shallow", "cells": [4, 4], "size": [1, 1], "origin": [{0}, 0, 5]}},)", k);
    exchanges += fmt::format(R"({{"name": "e{0}", "from": "fall", "to": "w{0}"}},)", k);
  }
  text.insert(text.find(R"({"name": "lake")"), waters);
  text.insert(text.find(R"({"name": "foot")"), exchanges);
  try {
    load_text(text, folder_.file("scene.json"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("cross 9 waters"), std::string::npos) << e.what();
  }
}

}  // namespace undine
