// Ledger over whole runs: reloads that remove solvers in mid-run, full or dry receivers, and identical bytes for
// every way to reach a step.
#include "tests/support/coupling_runs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/files/npy.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

using test::Json;
using test::number;

// River whose bed drops by half a meter in its middle.
struct CouplingRuns : test::CouplingRuns {
  Json bed_step_inside(const test::TempFolder& folder, int capacity) {
    std::vector<float> ground(65 * 17);
    for (std::size_t i = 0; i < ground.size(); ++i) ground[i] = i % 65 < 32 ? 0.5f : 0;
    const std::uint32_t shape[2] = {17, 65};
    files::write_npy(folder.file("ground.npy"), shape, ground);
    Json sill = Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.01},
      "terrain": {"size": [0.8, 0.2], "heightmap": "ground.npy"},
      "water": [
        {"name": "river", "solver": "shallow", "cells": [16, 4], "size": [0.8, 0.2],
         "initial": [{"shape": "box", "center": [-0.2, 0], "size": [0.4, 0.2], "depth": 0.15}]},
        {"name": "fall", "solver": "sph", "spacing": 0.04, "fluid": [], "compressibility": 0.1,
         "domain": {"min": [-0.4, -0.1, -0.2], "max": [0.6, 0.9, 0.2]}}],
      "exchanges": [{"name": "sill", "from": "river", "to": "fall", "drop": 0.3}]})");
    sill["water"][1]["capacity"] = capacity;
    file = folder.file("runs.json");
    return sill;
  }
};

// The receiver restarts during a fall: its pending volume returns to the source.
TEST_F(CouplingRuns, RestartedReceiverReturnsPendingVolume) {
  open(cascade_json());
  advance(40);
  const Json before = row();
  const double pending = number(before, "/exchanges/sill/owed");
  ASSERT_GT(pending, 0);
  ASSERT_GT(number(before, "/water/fall/particles"), 0);
  Json next = cascade_json();
  next["water"][1]["capacity"] = 1600;
  session->change(scene_of(next));
  session->run();
  const Json after = row();
  EXPECT_EQ(after["step"], 40);
  EXPECT_NEAR(number(after, "/reloads/returned"), pending, 1e-15);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/fall/volume"), 1e-15);
  EXPECT_NEAR(number(after, "/water/upper/volume"), number(before, "/water/upper/volume") + pending, 1e-12);
  EXPECT_EQ(number(after, "/exchanges/sill/owed"), 0);
  advance(70);
  EXPECT_GT(number(row(), "/exchanges/foot/caught"), 0);
}

TEST_F(CouplingRuns, ReloadReportsRemovedWater) {
  open(cascade_json());
  advance(40);
  const Json before = row();
  // Without a receiver below.
  Json next = cascade_json();
  next["water"].erase(2);
  next["exchanges"].erase(1);
  session->change(scene_of(next));
  session->run();
  advance(20);
  const Json without_lower = row();
  EXPECT_NEAR(number(without_lower, "/reloads/removed"), number(before, "/water/lower/volume"), 1e-9);
  EXPECT_GT(number(without_lower, "/water/fall/particles"), number(before, "/water/fall/particles"));
  // Without particles: the edge is an open boundary again, and its account records the outflow.
  Json alone = next;
  alone["water"].erase(1);
  alone.erase("exchanges");
  session->change(scene_of(alone));
  session->run();
  EXPECT_EQ(session->world().steps(), 60u);
  const Json lone = row();
  EXPECT_NEAR(number(lone, "/reloads/returned"),
              number(before, "/exchanges/sill/owed") + number(without_lower, "/exchanges/sill/owed"), 1e-15);
  advance(20);
  EXPECT_GT(number(row(), "/water/upper/budget/out/edges"), 0);
}

// The source restarts: falling water continues, and the ledger records its pending volume as removed.
TEST_F(CouplingRuns, RestartedSourceLeavesFallingWater) {
  open(cascade_json());
  advance(40);
  const Json before = row();
  Json next = cascade_json();
  next["water"][0]["initial"][0]["level"] = 0.9;
  session->change(scene_of(next));
  session->run();
  const Json after = row();
  EXPECT_EQ(number(after, "/water/fall/particles"), number(before, "/water/fall/particles"));
  EXPECT_NEAR(number(after, "/reloads/removed"),
              number(before, "/water/upper/volume") + number(before, "/exchanges/sill/owed"), 1e-12);
  EXPECT_NEAR(number(after, "/reloads/added"), number(after, "/water/upper/volume"), 1e-12);
  advance(40);
  row();
}

// Two-way couplings, and a reload while water is in transit.
struct CouplingRollback : CouplingRuns {
  // Volume of all solvers and pending volume of all couplings: a reload counts each exactly once.
  static double all(const Json& row) {
    double sum = 0;
    for (const auto& [name, water] : row["water"].items()) sum += water["volume"].get<double>();
    for (const auto& [name, exchange] : row["exchanges"].items()) sum += number(exchange, "/owed");
    return sum;
  }
  void change(const Json& next) {
    session->change(scene_of(next));
    session->run();
  }
  // A reload changes the volume only by what it reports; the ledger continues from there.
  void expect_counted(const Json& before, const Json& after) {
    EXPECT_NEAR(all(after), all(before) + number(after, "/reloads/added") - number(after, "/reloads/removed"),
                1e-11 * all(before));
    advance(5);
    row();
  }
  // Water falls half a meter at an interface, faster than the last cells of the pool can supply.
  static Json join() {
    return Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [
      {"name": "river", "solver": "shallow", "cells": [100, 2], "size": [10, 0.4], "origin": [-5, -1, 0],
       "edges": {"+x": "level"}, "initial": [{"shape": "level", "level": -0.8}]},
      {"name": "pool", "solver": "shallow", "cells": [100, 1], "size": [10, 0.4], "origin": [5, 0, 0],
       "initial": [{"shape": "level", "level": 0.5}]}],
    "exchanges": [{"name": "mouth", "from": "river", "to": "pool"}]})");
  }
};

// The river restarts while its pool has a pending volume for it. The pool pays from its cells, and the ledger records
// the rest as removed.
TEST_F(CouplingRollback, InterfaceWithRestartedRiver) {
  open(join());
  advance(60);
  const Json before = row();
  const double pending = number(before, "/exchanges/mouth/owed");
  ASSERT_LT(pending, 0);
  Json next = join();
  next["water"][0]["initial"][0]["level"] = -0.7;
  change(next);
  const Json after = row();
  const double back = number(after, "/reloads/returned");
  EXPECT_LT(back, 0);
  EXPECT_NEAR(number(after, "/water/pool/volume"), number(before, "/water/pool/volume") + back, 1e-11);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/river/volume") + pending - back, 1e-11);
  EXPECT_EQ(number(after, "/exchanges/mouth/owed"), 0);
  expect_counted(before, after);
}

// The pool ends with a pending volume: the ledger discards it.
TEST_F(CouplingRollback, InterfaceWithRemovedPool) {
  open(join());
  advance(60);
  const Json before = row();
  const double pending = number(before, "/exchanges/mouth/owed");
  ASSERT_LT(pending, 0);
  Json next = join();
  next["water"].erase(1);
  next.erase("exchanges");
  change(next);
  const Json after = row();
  EXPECT_EQ(number(after, "/reloads/returned"), 0);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/pool/volume") + pending, 1e-11);
  EXPECT_EQ(number(after, "/water/river/volume"), number(before, "/water/river/volume"));
  expect_counted(before, after);
}

// A bed step inside a grid has a pending volume for the upstream columns.
TEST_F(CouplingRollback, BedStepWithRemovedParticles) {
  const test::TempFolder folder;
  Json sill = bed_step_inside(folder, 1500);
  open(sill);
  advance(20);
  const Json before = row();
  const double pending = number(before, "/exchanges/sill/owed");
  ASSERT_GT(pending, 0);
  ASSERT_GT(number(before, "/water/fall/particles"), 0);
  sill["water"][1]["capacity"] = 1600;
  change(sill);
  const Json after = row();
  EXPECT_NEAR(number(after, "/reloads/returned"), pending, 1e-15);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/fall/volume"), 1e-15);
  EXPECT_NEAR(number(after, "/water/river/volume"), number(before, "/water/river/volume") + pending, 1e-12);
  expect_counted(before, after);
}

TEST_F(CouplingRuns, FullParticlesLeaveVolumePending) {
  Json scene = cascade_json();
  scene["water"][1]["capacity"] = 150;
  scene["exchanges"].erase(1);
  scene["water"].erase(2);
  open(scene);
  advance(120);
  const Json now = row();
  EXPECT_EQ(number(now, "/water/fall/particles"), 150);
  EXPECT_GT(number(now, "/exchanges/sill/waiting"), 0);
  EXPECT_GT(number(now, "/exchanges/sill/owed"), 20 * 0.04 * 0.04 * 0.04);
  EXPECT_EQ(now["exchanges"]["sill"]["quanta"]["given"].get<std::int64_t>(),
            now["exchanges"]["sill"]["quanta"]["owed"].get<std::int64_t>() +
                150 * now["exchanges"]["sill"]["quanta"]["particle"].get<std::int64_t>());
}

// Full receiver for good: after a second the edge is as open as without the coupling. The flow over it does not
// change, and the ledger records all discarded volume.
TEST_F(CouplingRuns, FullParticlesReopenTheEdge) {
  Json scene = cascade_json();
  scene["water"][1]["capacity"] = 60;
  scene["exchanges"].erase(1);
  scene["water"].erase(2);
  open(scene);
  advance(100);
  const Json filled = row();
  ASSERT_GT(number(filled, "/exchanges/sill/owed"), 0);
  advance(200);
  const Json now = row();
  const Json& sill = now["exchanges"]["sill"];
  const std::int64_t particle = sill["quanta"]["particle"], given = sill["quanta"]["given"];
  EXPECT_EQ(number(now, "/water/fall/particles"), 60);
  EXPECT_EQ(number(now, "/exchanges/sill/waiting"), 0);
  EXPECT_LT(number(now, "/exchanges/sill/owed"), number(filled, "/exchanges/sill/owed") / 4);
  EXPECT_GT(number(now, "/exchanges/sill/spilled"), number(filled, "/exchanges/sill/owed"));
  EXPECT_EQ(std::llround(sill["spilled"].get<double>() / CouplingFigures::quantum),
            given - sill["quanta"]["owed"].get<std::int64_t>() - 60 * particle);
  const auto heights = [&] {
    std::vector<float> out;
    for (const Field& f : session->world().fields())
      if (f.name == "upper.depth") test::read_field(session->graph(), f, out);
    session->run();
    session->executor().finish();
    return out;
  };
  const std::vector<float> given_away = heights();
  scene["water"].erase(1);
  scene.erase("exchanges");
  open(scene);
  advance(300);
  EXPECT_EQ(heights(), given_away);
}

// Full receiver for a while: delayed particles enter as soon as there is capacity, and the edge stops discarding.
TEST_F(CouplingRuns, ParticlesWithRoomGetPendingVolume) {
  Json scene = cascade_json();
  scene["water"][1]["capacity"] = 60;
  open(scene);
  double spilled = 0, before = -1, emitted = 0;
  for (int k = 0; k < 8 && before != spilled; ++k) {
    advance(100);
    const Json now = row();
    before = k == 0 ? -1 : spilled;
    spilled = number(now, "/exchanges/sill/spilled");
    emitted = number(now, "/exchanges/sill/emitted");
    fmt::print("step {}: {:.6f} m3 spilled, {:.6f} emitted, {:.6f} pending\n", now["step"].get<int>(), spilled, emitted,
               number(now, "/exchanges/sill/owed"));
  }
  EXPECT_GT(spilled, 0);
  EXPECT_EQ(before, spilled);
  EXPECT_GT(emitted, 60 * 0.04 * 0.04 * 0.04);
  EXPECT_LT(number(row(), "/exchanges/sill/owed"), 8 * 0.04 * 0.04 * 0.04);
}

// Pool of few cells: the ledger records the rounding residual of its floats, a share of 1e-9 of the inflow.
TEST_F(CouplingRuns, RoundingOfLevelsIsCounted) {
  open(Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.01},
    "water": [
      {"name": "pool", "solver": "wave", "cells": [32, 18], "size": [2.4, 2], "speed": 0.5, "damping": 0.5},
      {"name": "jet", "solver": "sph", "spacing": 0.04, "capacity": 4000,
       "domain": {"min": [-1.2, -0.4, -1], "max": [1.2, 2, 1]},
       "fluid": [{"emitter": {"position": [0, 1.2, 0], "direction": [0.01, 0.3, 0], "radius": 0.15, "speed": 0.7}}]}],
    "exchanges": [{"name": "foot", "from": "jet", "to": "pool"}]})"));
  double worst = 0;
  for (int k = 0; k < 25; ++k) {
    advance(8);
    const Json now = row();
    const double in = number(now, "/water/jet/budget/in/sources"), there = number(now, "/water/jet/volume");
    worst = std::max(worst, std::abs(in - there - number(now, "/water/pool/volume")) / in);
  }
  fmt::print("off by {:.1e} of the water at most\n", worst);
  EXPECT_GT(number(row(), "/exchanges/foot/caught"), 0.03);
  EXPECT_LT(worst, 2e-11);
}

// Delayed particles enter one after the other, not all at one place.
TEST_F(CouplingRuns, DelayedParticlesKeepTheirSpacing) {
  open(Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.01},
    "water": [
      {"name": "low", "solver": "wave", "cells": [30, 20], "size": [2.6, 1.7], "origin": [1.2, 0.1, 0], "speed": 2},
      {"name": "fall", "solver": "sph", "spacing": 0.06, "capacity": 200, "fluid": [],
       "domain": {"min": [-0.1, -0.4, -0.75], "max": [2, 2.4, 0.75]}},
      {"name": "up", "solver": "shallow", "cells": [31, 12], "size": [2.3, 0.9], "origin": [-1.15, 1.2, 0],
       "edges": {"+x": "open"}, "initial": [{"shape": "level", "level": 1.6}]}],
    "exchanges": [{"name": "sill", "from": "up", "to": "fall"}, {"name": "foot", "from": "fall", "to": "low"}]})"));
  double waiting = 0, nearest = 1;
  for (int k = 0; k < 30; ++k) {
    advance(5);
    waiting = std::max(waiting, number(row(), "/exchanges/sill/waiting"));
    std::vector<float> x;
    for (const Field& f : session->world().fields())
      if (f.name == "fall.position") test::read_field(session->graph(), f, x);
    session->run();
    session->executor().finish();
    for (std::size_t i = 0; i + 2 < x.size(); i += 3)
      for (std::size_t j = 0; j < i; j += 3)
        nearest =
            std::min(nearest, std::hypot(static_cast<double>(x[i]) - x[j], static_cast<double>(x[i + 1]) - x[j + 1],
                                         static_cast<double>(x[i + 2]) - x[j + 2]));
  }
  fmt::print("{:.0f} at most wait, {:.2f} spacings at least lie between two\n", waiting, nearest / 0.06);
  EXPECT_GT(waiting, 20);
  EXPECT_GT(nearest, 0.05 * 0.06);  // 0 if all enter at once; particles that return to the edge collide there
}

// A bed step inside the grid becomes an ordinary face: its water flows to the column below.
TEST_F(CouplingRuns, FullParticlesReopenTheBedStep) {
  const test::TempFolder folder;
  open(bed_step_inside(folder, 12));
  advance(200);
  const Json now = row();
  EXPECT_EQ(number(now, "/water/fall/particles"), 12);
  advance(100);
  const Json later = row();
  EXPECT_EQ(later["exchanges"]["sill"]["quanta"], now["exchanges"]["sill"]["quanta"]);
  EXPECT_EQ(number(later, "/exchanges/sill/spilled"), 0);
  std::vector<float> depth;
  for (const Field& f : session->world().fields())
    if (f.name == "river.depth") test::read_field(session->graph(), f, depth);
  session->run();
  session->executor().finish();
  double below = 0;
  for (std::size_t i = 0; i < depth.size(); ++i)
    if (i % 16 >= 8) below += static_cast<double>(depth[i]) * 0.05 * 0.05;
  EXPECT_GT(below, 20 * 0.04 * 0.04 * 0.04);
}

// Momentum in transit: it returns to the river when the fall ends, and the ledger discards it when the river ends.
TEST_F(CouplingRuns, PendingMomentumIsReturnedOrDiscarded) {
  const auto momentum = [&] {
    std::vector<float> q;
    for (const Field& f : session->world().fields())
      if (f.name == "upper.discharge") test::read_field(session->graph(), f, q);
    session->run();
    session->executor().finish();
    double sum = 0;
    for (std::size_t i = 0; i < q.size(); i += 2) sum += static_cast<double>(q[i]) * 0.05 * 0.05;
    return sum;
  };
  const auto change = [&](const char* water, Json value) {
    open(cascade_json());
    advance(40);
    Json next = cascade_json();
    next[Json::json_pointer(water)] = std::move(value);
    const double before = momentum();
    session->change(scene_of(next));
    session->run();
    return before;
  };
  const double before = change("/water/1/capacity", 1600), back = momentum() - before;
  const Json goes_on = row();
  change("/water/0/initial/0/level", 0.9);
  const Json ends = row();
  const double lost = number(ends, "/reloads/lost_momentum/0");
  fmt::print("{:.4e} m4/s back, {:.1e} lost; {:.4e} lost\n", back, number(goes_on, "/reloads/lost_momentum/0"), lost);
  EXPECT_GT(lost, 1e-6);
  EXPECT_NEAR(back + number(goes_on, "/reloads/lost_momentum/0"), lost, 1e-4 * lost);
}

TEST_F(CouplingRuns, DryGroundAbsorbsParticles) {
  Json scene = cascade_json();
  scene["water"][2].erase("initial");
  open(scene);
  EXPECT_EQ(number(row(), "/water/lower/volume"), 0);
  advance(100);
  const Json now = row();
  EXPECT_GT(number(now, "/exchanges/foot/particles"), 50);
  EXPECT_NEAR(number(now, "/water/lower/volume"), number(now, "/exchanges/foot/caught"), 1e-12);
}

// Closed cascade after a number of steps, reached in different ways.
struct CouplingRunsFor : CouplingRuns, testing::WithParamInterface<int> {};

TEST_P(CouplingRunsFor, RestartsGiveTheSameBytes) {
  const int steps = GetParam(), part = steps / 2;
  open(cascade_json());
  advance(steps);
  const Json plain = row();
  const auto expected = bytes();
  const auto ends_alike = [&](const char* way) {
    EXPECT_EQ(row()["exchanges"], plain["exchanges"]) << way;
    EXPECT_EQ(row()["water_total"], plain["water_total"]) << way;
    EXPECT_TRUE(bytes() == expected) << way;
  };
  session->restart();
  session->run();
  advance(steps);
  ends_alike("after a restart");
  // Halfway, then the file is saved with another camera.
  session->restart();
  session->run();
  advance(part);
  Json next = cascade_json();
  next["camera"]["eye"] = {0, 3, 3};
  session->change(scene_of(next));
  advance(steps - part);
  ends_alike("after a reload under way");
  // A reload that restarts all solvers.
  session->begin_anew();
  session->run();
  advance(steps);
  ends_alike("after a reload");
  open(cascade_json(), true);
  advance(steps);
  ends_alike("without aliasing");
}

TEST_P(CouplingRunsFor, ConservesVolumeAtEveryClockStep) {
  for (const double step : {0.005, 0.01, 0.02}) {
    Json scene = cascade_json();
    scene["clock"]["step"] = step;
    open(scene);
    for (int k = 0; k < 2; ++k) {
      advance(static_cast<int>(GetParam() * 0.01 / step) / 2);
      const Json now = row();
      fmt::print("{} s, step {}: off by {:.3g} of {:.6f} m3\n", step, now["step"].get<int>(), now["off"].get<double>(),
                 now["water_total"].get<double>());
      EXPECT_NEAR(number(now, "/off"), 0, 1e-9 * number(now, "/water_total"));
    }
    if (GetParam() < 20000) continue;
    const Json now = row();
    EXPECT_LE(number(now, "/water/fall/particles"), 1);
    EXPECT_LT(number(now, "/exchanges/sill/owed"), 0.04 * 0.04 * 0.04);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, CouplingRunsFor, testing::Values(60, 20000));

}  // namespace
}  // namespace undine
