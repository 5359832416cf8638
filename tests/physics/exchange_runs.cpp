// The ledger over whole runs: after reloads that take waters away under way, with receivers that are full or dry, and
// the same bytes whichever way a run has come to its end.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/app/session/session.h"
#include "engine/app/session/stats.h"
#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/scene/exchange.h"
#include "tests/support/field_values.h"
#include "tests/support/refused.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

using Json = nlohmann::json;

struct ExchangeRuns : testing::Test {
  static std::string cascade() {
    return files::read_file(std::string(UNDINE_TESTS_DIR) + "/data/exchange_cascade.json", 1 << 20);
  }
  static Json cascade_json() { return Json::parse(cascade()); }
  Scene scene_of(const Json& json) const { return parse_scene(json.dump(), file); }

  void open(const Json& json, bool no_alias = false) {
    log.reset();
    session::CommandLine line;
    line.validation = true;
    line.no_alias = no_alias;
    session = std::make_unique<session::Session>(scene_of(json), line,
                                                 session::SessionParts{.device = true, .books = Books::audited});
    session->start();
    session->run();
    log = std::make_unique<session::StatsLog>(*session);
    row();
  }
  void advance(int steps) {
    for (; steps > 0; steps -= 20) {
      session->step(static_cast<std::uint32_t>(std::min(steps, 20)));
      session->run();
    }
  }
  // Of the ledger as it stands; it closes, or the test fails.
  Json row() {
    log->declare();
    session->run();
    session->executor().finish();
    EXPECT_NO_THROW(log->audit());
    return Json::parse(log->json()).at("steps").back();
  }
  std::vector<std::vector<std::byte>> bytes() {
    std::vector<Field> fields = session->world().fields();
    std::vector<std::vector<std::byte>> out(2 * fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const FieldView view = fields[i].publish(session->graph());
      const auto keep = [&out](std::size_t k) {
        return [&out, k](std::span<const std::byte> b) { out[k].assign(b.begin(), b.end()); };
      };
      session->graph().readback("field", view.buffer, keep(2 * i));
      if (view.rows) session->graph().readback("rows", view.rows, keep(2 * i + 1));
    }
    session->run();
    session->executor().finish();
    return out;
  }
  ~ExchangeRuns() override {
    if (session) {
      EXPECT_EQ(session->result(), Exit::done);
    }
  }
  std::string file = "runs.json";
  std::unique_ptr<session::Session> session;
  std::unique_ptr<session::StatsLog> log;
};

double number(const Json& row, const std::string& at) {
  const Json::json_pointer pointer(at);
  return row.contains(pointer) ? row.at(pointer).get<double>() : 0;
}

// The particles end while water falls: what they were owed is the giver's again.
TEST_F(ExchangeRuns, AReceiverThatARestartEmptiesGivesBackWhatItIsOwed) {
  open(cascade_json());
  advance(40);
  const Json before = row();
  const double owed = number(before, "/exchanges/sill/owed");
  ASSERT_GT(owed, 0);
  ASSERT_GT(number(before, "/water/fall/particles"), 0);
  Json next = cascade_json();
  next["water"][1]["capacity"] = 1600;
  session->change(scene_of(next));
  session->run();
  const Json after = row();
  EXPECT_EQ(after["step"], 40);
  EXPECT_NEAR(number(after, "/reloads/returned"), owed, 1e-15);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/fall/volume"), 1e-15);
  EXPECT_NEAR(number(after, "/water/upper/volume"), number(before, "/water/upper/volume") + owed, 1e-12);
  EXPECT_EQ(number(after, "/exchanges/sill/owed"), 0);
  advance(70);
  EXPECT_GT(number(row(), "/exchanges/foot/caught"), 0);
}

TEST_F(ExchangeRuns, AWaterThatAReloadTakesAwayIsSaid) {
  open(cascade_json());
  advance(40);
  const Json before = row();
  // Nothing catches any longer.
  Json next = cascade_json();
  next["water"].erase(2);
  next["exchanges"].erase(1);
  session->change(scene_of(next));
  session->run();
  advance(20);
  const Json without_lower = row();
  EXPECT_NEAR(number(without_lower, "/reloads/removed"), number(before, "/water/lower/volume"), 1e-9);
  EXPECT_GT(number(without_lower, "/water/fall/particles"), number(before, "/water/fall/particles"));
  // Nothing falls any longer: the edge is as open as before, and what flows out is the edge's.
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

// The giver begins anew: what fell from it goes on, what it still owed is gone with it and said.
TEST_F(ExchangeRuns, AGiverThatARestartFillsLeavesWhatFalls) {
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

// Waters that exchange either way, and a reload while water is under way.
struct ExchangeHandsBack : ExchangeRuns {
  // Of all waters, and what exchanges owe: said once, by what ends or by what goes on.
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
  // Nothing is lost by a reload but what it says; then the ledger goes on.
  void expect_counted(const Json& before, const Json& after) {
    EXPECT_NEAR(all(after), all(before) + number(after, "/reloads/added") - number(after, "/reloads/removed"),
                1e-11 * all(before));
    advance(5);
    row();
  }
  // A channel whose middle is particles; a hump comes down it. It goes on in a pool.
  static Json region() {
    return Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.016666666667}, "water": [
      {"name": "river", "solver": "shallow", "cells": [50, 2], "size": [2, 0.08], "origin": [0, 0, 0],
       "edges": {"+x": "level"},
       "initial": [{"shape": "level", "level": 0.2}, {"shape": "box", "center": [-0.6, 0], "size": [0.4, 0.08], "level": 0.22}]},
      {"name": "splash", "solver": "sph", "spacing": 0.02, "capacity": 20000,
       "domain": {"min": [-0.2, 0, -0.04], "max": [0.2, 0.4, 0.04]},
       "fluid": [{"box": {"min": [-0.2, 0, -0.04], "max": [0.2, 0.2, 0.04]}}]},
      {"name": "pool", "solver": "shallow", "cells": [25, 2], "size": [1, 0.08], "origin": [1.5, 0, 0],
       "initial": [{"shape": "level", "level": 0.2}]}],
    "exchanges": [{"name": "reach", "from": "river", "to": "splash", "two_way": true},
                  {"name": "mouth", "from": "river", "to": "pool"}]})");
  }
  // Water falls half a metre over a line, faster than the last cells of the pool can give.
  static Json join() {
    return Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [
      {"name": "river", "solver": "shallow", "cells": [100, 2], "size": [10, 0.4], "origin": [-5, -1, 0],
       "edges": {"+x": "level"}, "initial": [{"shape": "level", "level": -0.8}]},
      {"name": "pool", "solver": "shallow", "cells": [100, 1], "size": [10, 0.4], "origin": [5, 0, 0],
       "initial": [{"shape": "level", "level": 0.5}]}],
    "exchanges": [{"name": "mouth", "from": "river", "to": "pool"}]})");
  }
};

// The pool ends, and with it its join. River and particles go on: what the region's strips owe or are owed is settled
// with the columns, which begin a new account.
TEST_F(ExchangeHandsBack, ARegionWhoseExchangesAreMadeAnew) {
  for (const int steps : {6, 26}) {
    SCOPED_TRACE(steps);
    open(region());
    advance(steps);
    const Json before = row();
    const double reach = number(before, "/exchanges/reach/owed"), mouth = number(before, "/exchanges/mouth/owed");
    ASSERT_EQ(reach > 0, steps == 6) << reach;  // the columns give, then are given
    Json next = region();
    next["water"].erase(2);
    next["exchanges"].erase(1);
    change(next);
    const Json after = row();
    EXPECT_EQ(after["step"], steps);
    EXPECT_EQ(number(after, "/exchanges/reach/owed"), 0);
    EXPECT_NEAR(number(after, "/reloads/returned"), reach, 1e-15);
    EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/pool/volume") + mouth, 1e-12);
    EXPECT_NEAR(number(after, "/water/river/volume"), number(before, "/water/river/volume") + reach, 1e-12);
    EXPECT_EQ(number(after, "/water/splash/particles"), number(before, "/water/splash/particles"));
    expect_counted(before, after);
  }
}

// Particles that stand in for columns are a part of what these are: a reload that takes them away, or makes them
// otherwise, begins with all waters full, and with nothing owed.
TEST_F(ExchangeHandsBack, ARegionThatAReloadTakesAwayLeavesWholeColumns) {
  open(region());
  advance(5);
  row();
  Json next = region();
  next["water"].erase(1);
  next["exchanges"].erase(0);
  change(next);
  const Json whole = row();
  EXPECT_EQ(whole["step"], 0);
  EXPECT_EQ(number(whole, "/reloads/removed"), 0);
  EXPECT_GT(number(whole, "/water/river/volume"), 2 * 0.08 * 0.2);
  change(region());
  const Json again = row();
  EXPECT_EQ(again["step"], 0);
  EXPECT_NEAR(number(again, "/water/river/volume"), number(whole, "/water/river/volume") - 0.4 * 0.08 * 0.2, 1e-4);
  EXPECT_EQ(number(again, "/exchanges/reach/owed"), 0);
  advance(5);
  row();
}

// The river begins anew while its pool owes it water: the pool pays what its cells have, the rest is said.
TEST_F(ExchangeHandsBack, AJoinWhoseRiverARestartFills) {
  open(join());
  advance(60);
  const Json before = row();
  const double owed = number(before, "/exchanges/mouth/owed");
  ASSERT_LT(owed, 0);
  Json next = join();
  next["water"][0]["initial"][0]["level"] = -0.7;
  change(next);
  const Json after = row();
  const double back = number(after, "/reloads/returned");
  EXPECT_LT(back, 0);
  EXPECT_NEAR(number(after, "/water/pool/volume"), number(before, "/water/pool/volume") + back, 1e-11);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/river/volume") + owed - back, 1e-11);
  EXPECT_EQ(number(after, "/exchanges/mouth/owed"), 0);
  expect_counted(before, after);
}

// The pool ends while it owes: nobody pays, and that is said too.
TEST_F(ExchangeHandsBack, AJoinWhosePoolAReloadTakesAway) {
  open(join());
  advance(60);
  const Json before = row();
  const double owed = number(before, "/exchanges/mouth/owed");
  ASSERT_LT(owed, 0);
  Json next = join();
  next["water"].erase(1);
  next.erase("exchanges");
  change(next);
  const Json after = row();
  EXPECT_EQ(number(after, "/reloads/returned"), 0);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/pool/volume") + owed, 1e-11);
  EXPECT_EQ(number(after, "/water/river/volume"), number(before, "/water/river/volume"));
  expect_counted(before, after);
}

// A sill inside of a grid owes to columns before it.
TEST_F(ExchangeHandsBack, ASillWhoseParticlesEnd) {
  std::vector<float> ground(65 * 17);
  for (std::size_t i = 0; i < ground.size(); ++i) ground[i] = i % 65 < 32 ? 0.5f : 0;
  const std::uint32_t shape[2] = {17, 65};
  const test::TempFolder folder;
  files::write_npy(folder.file("ground.npy"), shape, ground);
  Json sill = Json::parse(R"({"version": 1, "meshes": [], "clock": {"step": 0.01},
    "terrain": {"size": [0.8, 0.2]},
    "water": [
      {"name": "river", "solver": "shallow", "cells": [16, 4], "size": [0.8, 0.2],
       "initial": [{"shape": "box", "center": [-0.2, 0], "size": [0.4, 0.2], "depth": 0.15}]},
      {"name": "fall", "solver": "sph", "spacing": 0.04, "capacity": 1500, "fluid": [], "compressibility": 0.1,
       "domain": {"min": [-0.4, -0.1, -0.2], "max": [0.6, 0.9, 0.2]}}],
    "exchanges": [{"name": "sill", "from": "river", "to": "fall", "drop": 0.3}]})");
  sill["terrain"]["heightmap"] = "ground.npy";
  file = folder.file("runs.json");
  open(sill);
  advance(20);
  const Json before = row();
  const double owed = number(before, "/exchanges/sill/owed");
  ASSERT_GT(owed, 0);
  ASSERT_GT(number(before, "/water/fall/particles"), 0);
  sill["water"][1]["capacity"] = 1600;
  change(sill);
  const Json after = row();
  EXPECT_NEAR(number(after, "/reloads/returned"), owed, 1e-15);
  EXPECT_NEAR(number(after, "/reloads/removed"), number(before, "/water/fall/volume"), 1e-15);
  EXPECT_NEAR(number(after, "/water/river/volume"), number(before, "/water/river/volume") + owed, 1e-12);
  expect_counted(before, after);
}

TEST_F(ExchangeRuns, FullParticlesAreOwedTheRest) {
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

TEST_F(ExchangeRuns, DryGroundCatchesToo) {
  Json scene = cascade_json();
  scene["water"][2].erase("initial");
  open(scene);
  EXPECT_EQ(number(row(), "/water/lower/volume"), 0);
  advance(100);
  const Json now = row();
  EXPECT_GT(number(now, "/exchanges/foot/particles"), 50);
  EXPECT_NEAR(number(now, "/water/lower/volume"), number(now, "/exchanges/foot/caught"), 1e-12);
}

// A jet of 1 kg/s at 2 m/s into a closed channel: its water gains 2 N until waves come to its ends. What is caught is
// either in the water or lost.
struct ExchangeJet : ExchangeRuns, testing::WithParamInterface<const char*> {};

TEST_P(ExchangeJet, AChannelGainsItsMomentum) {
  open(Json::parse(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.005}}, "water": [
    {{"name": "channel", "solver": "{}", "cells": [240, 8], "size": [6, 0.2], "friction": 0, "origin": [0, 0, 0],
      "initial": [{{"shape": "level", "level": 0.4}}]}},
    {{"name": "jet", "solver": "sph", "spacing": 0.01, "capacity": 2000, "viscosity": 0,
      "fluid": [{{"emitter": {{"position": [-0.5, 0.42, 0], "direction": [1, 0, 0], "radius": 0.012616, "rate": 0.001}}}}],
      "domain": {{"min": [-0.6, 0, -0.1], "max": [0.6, 0.6, 0.1]}}}}],
    "exchanges": [{{"name": "foot", "from": "jet", "to": "channel"}}]}})",
                               GetParam())));
  const auto momentum = [&] {  // over density, m^4/s
    double sum = 0;
    std::vector<float> q, depth, discharge;
    for (const Field& f : session->world().fields()) {
      if (f.name == "channel.discharge") test::read_field(session->graph(), f, discharge);
      if (f.name == "channel.velocity") test::read_field(session->graph(), f, q);
      if (f.name == "channel.depth") test::read_field(session->graph(), f, depth);
    }
    session->run();
    session->executor().finish();
    for (std::size_t i = 0; i < depth.size(); ++i)
      sum += (discharge.empty() ? static_cast<double>(q[2 * i]) * static_cast<double>(depth[i])
                                : static_cast<double>(discharge[2 * i])) *
             0.025 * 0.025;
    return sum;
  };
  advance(40);
  const double before = momentum();
  const Json first = row();
  advance(60);
  const double gained = momentum() - before;
  const Json last = row();
  const auto change = [&](const char* at) { return number(last, at) - number(first, at); };
  const double caught = change("/exchanges/foot/momentum/0"), lost = change("/exchanges/foot/lost_momentum/0");
  fmt::print("{}: {:.4f} N gained, {:.4f} N caught, {:.2e} N lost; ledger off by {:.2e}\n", GetParam(),
             1000 * gained / 0.3, 1000 * caught / 0.3, 1000 * lost / 0.3, (caught - lost - gained) / caught);
  EXPECT_NEAR(1000 * gained / 0.3, 2, 0.02);
  EXPECT_NEAR(caught, gained + lost, 1e-5 * caught);
  // What falls is stopped by the bed.
  EXPECT_NEAR(change("/exchanges/foot/lost_momentum/1"), change("/exchanges/foot/momentum/1"), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Columns, ExchangeJet, testing::Values("shallow", "pipes"));

// The same jet into a flow, whose depth does not change: it gains the momentum, what falls in leaves over its open
// ends, and its ripples rise by as much until they have come there.
struct ExchangeFlow : ExchangeRuns {
  static Json scene(const char* ends, double depth) {
    return Json::parse(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.005}}, "water": [
    {{"name": "channel", "solver": "fluid", "cells": [120, 8], "size": [6, 0.4], "depth": {1}, "viscosity": 0,
      "edges": {{"-x": "{0}", "+x": "{0}", "-z": "slip", "+z": "slip"}}, "pressure": {{"tolerance": 1e-6}},
      "relief": 0, "waves": {{"speed": 1, "damping": 0}}}},
    {{"name": "jet", "solver": "sph", "spacing": 0.01, "capacity": 2000, "viscosity": 0,
      "fluid": [{{"emitter": {{"position": [-0.5, 0.02, 0], "direction": [1, 0, 0], "radius": 0.012616, "rate": 0.001}}}}],
      "domain": {{"min": [-0.6, -0.2, -0.2], "max": [0.6, 0.2, 0.2]}}}}],
    "exchanges": [{{"name": "foot", "from": "jet", "to": "channel"}}]}})",
                                   ends, depth));
  }
  // Momentum over density, m^4/s, and volume of the ripples, m^3. Outside of an open end the pressure is 0 in the next
  // cell's middle: half a cell of water before either end moves with the flow there.
  glm::dvec2 sums(double depth) {
    glm::dvec2 sum{0};
    std::vector<float> v, height;
    for (const Field& f : session->world().fields()) {
      if (f.name == "channel.velocity") test::read_field(session->graph(), f, v);
      if (f.name == "channel.height") test::read_field(session->graph(), f, height);
    }
    session->run();
    session->executor().finish();
    for (std::size_t i = 0; i < height.size(); ++i) {
      const double share = i % 120 == 0 || i % 120 == 119 ? 1.5 : 1;
      sum += glm::dvec2(share * depth * static_cast<double>(v[2 * i]), static_cast<double>(height[i])) * 0.05 * 0.05;
    }
    return sum;
  }
};

TEST_F(ExchangeFlow, GainsMomentumAndRunsOver) {
  test::expect_refused([&] { open(scene("slip", 0.4)); },
                       {"/exchanges/0", "\"jet\" to \"channel\"", "cannot rise", "\"outflow\""});
  open(scene("outflow", 0.4));
  // What comes in one clock step pushes the flow in the next one.
  advance(39);
  const Json first = row();
  advance(1);
  const glm::dvec2 before = sums(0.4);
  const Json second = row();
  advance(59);
  const Json last = row();
  advance(1);
  const glm::dvec2 gained = sums(0.4) - before;
  const Json end = row();
  const auto change = [](const Json& a, const Json& b, const char* at) { return number(b, at) - number(a, at); };
  const double caught = change(first, last, "/exchanges/foot/momentum/0"),
               volume = change(second, end, "/exchanges/foot/caught"),
               lost = change(first, last, "/exchanges/foot/lost_momentum/0");
  fmt::print("{:.4f} N gained, {:.4f} N caught, {:.2e} N lost; {:.6g} litres caught, ripples {:.6g}\n",
             1000 * gained.x / 0.3, 1000 * caught / 0.3, 1000 * lost / 0.3, 1000 * volume, 1000 * gained.y);
  EXPECT_NEAR(1000 * gained.x / 0.3, 2, 0.02);
  EXPECT_NEAR(gained.x, caught, 0.01 * caught);
  EXPECT_NEAR(gained.y, volume, 0.01 * volume);  // ripples are carried along by values and not by fluxes
  EXPECT_EQ(number(end, "/water/channel/budget/out/edges"), number(end, "/exchanges/foot/caught"));
  EXPECT_NEAR(lost, 0, 1e-6 * caught);
}

// Where it is so deep that its transport, which is by values, has next to nothing to move, the ledger closes.
TEST_F(ExchangeFlow, KeepsWhatTheLedgerSays) {
  open(scene("outflow", 4));
  advance(19);
  const Json ledger = row();
  advance(1);
  const double caught = number(ledger, "/exchanges/foot/momentum/0"), gained = sums(4).x;
  fmt::print("ledger of momentum off by {:.1e}\n", gained / caught - 1);
  EXPECT_GT(number(ledger, "/exchanges/foot/particles"), 15);
  EXPECT_NEAR(gained, caught - number(ledger, "/exchanges/foot/lost_momentum/0"), 1e-5 * caught);
  EXPECT_NEAR(number(ledger, "/exchanges/foot/lost_momentum/1"), number(ledger, "/exchanges/foot/momentum/1"), 1e-12);
}

// A closed cascade after `steps` steps, however it came there.
struct ExchangeRunsFor : ExchangeRuns, testing::WithParamInterface<int> {};

TEST_P(ExchangeRunsFor, EveryWayEndsInTheSameBytes) {
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
  // Half of the way, then the file is saved with another camera.
  session->restart();
  session->run();
  advance(part);
  Json next = cascade_json();
  next["camera"]["eye"] = {0, 3, 3};
  session->change(scene_of(next));
  advance(steps - part);
  ends_alike("after a reload under way");
  // A reload that begins all anew.
  session->begin_anew();
  session->run();
  advance(steps);
  ends_alike("after a reload");
  open(cascade_json(), true);
  advance(steps);
  ends_alike("without aliasing");
}

TEST_P(ExchangeRunsFor, EveryClockStepKeepsTheTotal) {
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

INSTANTIATE_TEST_SUITE_P(Steps, ExchangeRunsFor, testing::Values(60, 20000));

}  // namespace
}  // namespace undine
