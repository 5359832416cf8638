// The ledger over whole runs: after reloads that take waters away under way, with receivers that are full or dry, and
// the same bytes whichever way a run has come to its end.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/app/session/session.h"
#include "engine/app/session/stats.h"
#include "engine/files/files.h"
#include "engine/scene/exchange.h"
#include "tests/support/field_values.h"

namespace undine {
namespace {

using Json = nlohmann::json;

struct ExchangeRuns : testing::Test {
  static std::string cascade() {
    return files::read_file(std::string(UNDINE_TESTS_DIR) + "/data/exchange_cascade.json", 1 << 20);
  }
  static Json cascade_json() { return Json::parse(cascade()); }
  static Scene scene_of(const Json& json) { return parse_scene(json.dump(), "runs.json"); }

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
