// Momentum of absorbed particles: the grid gains it, or the ledger records it as discarded.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/coupling_runs.h"
#include "tests/support/refused.h"

namespace undine {
namespace {

using test::CouplingRuns;
using test::Json;
using test::number;

// Momentum terms of the solver "channel" along an axis, as differences between two rows of the ledger.
struct FlowChange {
  const Json &from, &to;
  int axis = 0;
  double at(const Json& row, const char* item) const {
    return number(row, "/water/channel/momentum/" + std::string(item) + "/" + std::to_string(axis));
  }
  double of(const char* item) const { return at(to, item) - at(from, item); }
  double lost() const { return -(of("pushes") + of("edges") + of("pressure") + of("friction") + of("transport")); }
  // Momentum balance: the ledger names every force on the flow.
  void expect_closed() const {
    EXPECT_TRUE(from.contains(Json::json_pointer("/water/channel/momentum/now")));
    EXPECT_EQ(of("now"), of("exchanges") - lost());  // in whole quanta
  }
};

// Channel of 240 columns of 25 mm.
struct CouplingChannel : CouplingRuns {
  // Channel momentum over density, m^4/s.
  double momentum(const std::string& solver) {
    const bool pipes = solver == "pipes", fluid = solver == "fluid";
    std::vector<float> v, depth, discharge;
    for (const Field& f : session->world().fields()) {
      if (f.name == "channel.discharge") test::read_field(session->graph(), f, discharge);
      if (f.name == "channel.velocity") test::read_field(session->graph(), f, v);
      if (f.name == "channel.depth") test::read_field(session->graph(), f, depth);
    }
    session->run();
    session->executor().finish();
    double sum = 0;
    for (std::size_t i = 0; i < v.size() / 2; ++i) {
      // Beyond an open end the pressure is 0 at the center of the next cell, so half a cell more moves with the flow.
      const double share = fluid && (i % 240 == 0 || i % 240 == 239) ? 1.5 : 1;
      const double q = fluid   ? 0.4 * static_cast<double>(v[2 * i])
                       : pipes ? static_cast<double>(v[2 * i]) * static_cast<double>(depth[i])
                               : static_cast<double>(discharge[2 * i]);
      sum += share * q * 0.025 * 0.025;
    }
    return sum;
  }
};

// Jet of 1 kg/s at 2 m/s into a closed channel: the water gains 2 N until waves reach the ends. The absorbed
// momentum is either in the water or discarded.
struct CouplingJet : CouplingChannel, testing::WithParamInterface<const char*> {};

TEST_P(CouplingJet, ChannelGainsTheMomentumOfAJet) {
  open(Json::parse(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.005}}, "water": [
    {{"name": "channel", "solver": "{}", "cells": [240, 8], "size": [6, 0.2], "friction": 0, "origin": [0, 0, 0],
      "initial": [{{"shape": "level", "level": 0.4}}]}},
    {{"name": "jet", "solver": "sph", "spacing": 0.01, "capacity": 2000, "viscosity": 0,
      "fluid": [{{"emitter": {{"position": [-0.5, 0.42, 0], "direction": [1, 0, 0], "radius": 0.012616, "rate": 0.001}}}}],
      "domain": {{"min": [-0.6, 0, -0.1], "max": [0.6, 0.6, 0.1]}}}}],
    "exchanges": [{{"name": "foot", "from": "jet", "to": "channel"}}]}})",
                               GetParam())));
  advance(40);
  const double before = momentum(GetParam());
  const Json first = row();
  advance(60);
  const double gained = momentum(GetParam()) - before;
  const Json last = row();
  const auto change = [&](const char* at) { return number(last, at) - number(first, at); };
  const double caught = change("/exchanges/foot/momentum/0"), lost = change("/exchanges/foot/lost_momentum/0");
  fmt::print("{}: {:.4f} N gained, {:.4f} N caught, {:.2e} N lost; ledger off by {:.2e}\n", GetParam(),
             1000 * gained / 0.3, 1000 * caught / 0.3, 1000 * lost / 0.3, (caught - lost - gained) / caught);
  EXPECT_NEAR(1000 * gained / 0.3, 2, 0.02);
  EXPECT_NEAR(caught, gained + lost, 1e-5 * caught);
  // The bed stops the fall.
  EXPECT_NEAR(change("/exchanges/foot/lost_momentum/1"), change("/exchanges/foot/momentum/1"), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Columns, CouplingJet, testing::Values("shallow", "pipes"));

// The same jet into a flow of constant depth. The flow gains the momentum, the absorbed volume leaves over the open
// ends, and ripples gain as much volume until they reach the ends.
struct CouplingFlow : CouplingRuns {
  static Json scene(const char* ends, double depth, const char* first = nullptr) {
    return Json::parse(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.005}}, "water": [
    {{"name": "channel", "solver": "fluid", "cells": [120, 8], "size": [6, 0.4], "depth": {1}, "viscosity": 0,
      "edges": {{"-x": "{2}", "+x": "{0}", "-z": "slip", "+z": "slip"}}, "pressure": {{"tolerance": 1e-6}},
      "relief": 0, "waves": {{"speed": 1, "damping": 0}}}},
    {{"name": "jet", "solver": "sph", "spacing": 0.01, "capacity": 2000, "viscosity": 0,
      "fluid": [{{"emitter": {{"position": [-0.5, 0.02, 0], "direction": [1, 0, 0], "radius": 0.012616, "rate": 0.001}}}}],
      "domain": {{"min": [-0.6, -0.2, -0.2], "max": [0.6, 0.2, 0.2]}}}}],
    "exchanges": [{{"name": "foot", "from": "jet", "to": "channel"}}]}})",
                                   ends, depth, first ? first : ends));
  }
  // Momentum over density, m^4/s, and volume of the ripples, m^3. Beyond an open end the pressure is 0 at the center
  // of the next cell, so half a cell before either end moves with the flow.
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

TEST_F(CouplingFlow, GainsMomentumAndOverflows) {
  test::expect_refused([&] { open(scene("slip", 0.4)); },
                       {"/exchanges/0", "\"jet\" to \"channel\"", "cannot rise", "\"outflow\""});
  open(scene("outflow", 0.4));
  // The flow applies absorbed momentum one clock step later.
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
  fmt::print("{:.4f} N gained, {:.4f} N caught, {:.2e} N lost; {:.6g} liters caught, ripples {:.6g}\n",
             1000 * gained.x / 0.3, 1000 * caught / 0.3, 1000 * lost / 0.3, 1000 * volume, 1000 * gained.y);
  EXPECT_NEAR(1000 * gained.x / 0.3, 2, 0.02);
  EXPECT_NEAR(gained.x, caught, 0.01 * caught);
  EXPECT_NEAR(gained.y, volume, 0.01 * volume);  // ripples are advected by values, not by fluxes
  EXPECT_EQ(number(end, "/water/channel/budget/out/edges"), number(end, "/exchanges/foot/caught"));
  EXPECT_NEAR(lost, 0, 1e-6 * caught);
  const FlowChange flow{second, end};
  fmt::print("transport {:.2e} N, edges {:.2e} N, pressure {:.2e} N; ledger off by {:.1e}\n",
             1000 * flow.of("transport") / 0.3, 1000 * flow.of("edges") / 0.3, 1000 * flow.of("pressure") / 0.3,
             (caught - lost - flow.lost() - gained.x) / caught);
  flow.expect_closed();
  EXPECT_NEAR(caught, gained.x + lost + flow.lost(), 1e-5 * caught);
  EXPECT_NEAR(flow.of("pressure"), 0, 1e-5 * caught);  // it is 0 beyond either end
}

// With one end closed the water stands still: the pressure on that end balances the jet's momentum.
TEST_F(CouplingFlow, ClosedEndTakesTheMomentum) {
  open(scene("outflow", 0.4, "slip"));
  advance(39);
  const Json first = row();
  advance(1);
  const double before = sums(0.4).x;
  const Json second = row();
  advance(59);
  const Json last = row();
  advance(1);
  const double gained = sums(0.4).x - before;
  const Json end = row();
  const auto change = [&](const char* at) { return number(last, at) - number(first, at); };
  const double caught = change("/exchanges/foot/momentum/0"), lost = change("/exchanges/foot/lost_momentum/0");
  const FlowChange flow{second, end};
  fmt::print("{:.4f} N caught, {:.1e} N gained, pressure {:.4f} N, transport {:.1e} N, edges {:.1e} N; off by {:.1e}\n",
             1000 * caught / 0.3, 1000 * gained / 0.3, 1000 * flow.of("pressure") / 0.3,
             1000 * flow.of("transport") / 0.3, 1000 * flow.of("edges") / 0.3,
             (caught - lost - flow.lost() - gained) / caught);
  flow.expect_closed();
  EXPECT_NEAR(caught, gained + lost + flow.lost(), 1e-5 * caught);
  EXPECT_NEAR(gained, 0, 1e-3 * caught);
  EXPECT_NEAR(flow.of("pressure"), -caught, 0.02 * caught);
}

// A periodic boundary is not a wall: water that falls beside it pushes both sides, and momentum is conserved.
TEST_F(CouplingFlow, PeriodicBorderKeepsTheMomentum) {
  const auto caught_at = [this](double corner) {
    Json scene = CouplingFlow::scene("periodic", 0.4);
    Json& flow = scene["water"][0];
    flow["edges"]["-z"] = flow["edges"]["+z"] = "outflow";
    flow["origin"] = {3 - corner, 0, 0};
    scene["water"][1]["fluid"] = Json::parse(R"([{"box": {"min": [0, 0.02, -0.05], "max": [0.04, 0.06, 0.05]},
        "velocity": [1, -1, 0.5]}])");
    scene["water"][1]["domain"] = Json::parse(R"({"min": [0, -0.2, -0.2], "max": [0.3, 0.2, 0.2]})");
    open(scene);
    advance(60);
    const Json end = row();
    FlowChange{end, end}.expect_closed();
    glm::dvec3 sum{0};
    std::vector<float> v;
    for (const Field& f : session->world().fields())
      if (f.name == "channel.velocity") test::read_field(session->graph(), f, v);
    session->run();
    session->executor().finish();
    for (std::size_t i = 0; i < v.size() / 2; ++i) sum.x += static_cast<double>(v[2 * i]) * 0.4 * 0.05 * 0.05;
    sum.y = number(end, "/exchanges/foot/momentum/0");
    sum.z = number(end, "/exchanges/foot/lost_momentum/0");
    return sum;
  };
  const glm::dvec3 border = caught_at(0), middle = caught_at(3);
  fmt::print("at the border {:.3e} of {:.3e} m^4/s gained, {:.1e} lost; in the middle {:.3e} of {:.3e}\n", border.x,
             border.y, border.z, middle.x, middle.y);
  EXPECT_GT(border.y, 1e-4);
  EXPECT_NEAR(border.y, middle.y, 1e-3 * middle.y);
  EXPECT_NEAR(border.z, 0, 1e-6 * border.y);
  EXPECT_NEAR(border.x, middle.x, 1e-3 * middle.x);
}

// All forces on a flow at once: the ledger accounts for each along both axes.
TEST_F(CouplingFlow, LedgerListsEveryForce) {
  Json all = scene("outflow", 0.4);
  all["water"][0].update(Json::parse(R"({"viscosity": 1e-3, "vorticity": 0.5, "cells": [60, 16], "size": [3, 0.8],
    "edges": {"-x": {"inflow": [0.3, 0]}, "+x": "outflow", "-z": "wall", "+z": "outflow"},
    "initial": [{"shape": "flow", "velocity": [0.3, 0.1]}],
    "obstacles": [{"shape": "disc", "center": [0.9, 0.1], "radius": 0.12, "velocity": [-0.05, 0]}],
    "emitters": [{"center": [-1, 0], "radius": 0.15, "velocity": [0.5, 0.2], "push": 2}]})"));
  open(all);
  advance(20);
  const Json first = row();
  advance(40);
  const Json last = row();
  for (int axis = 0; axis < 2; ++axis) {
    const FlowChange flow{first, last, axis};
    flow.expect_closed();
    for (const char* item : {"now", "pushes", "edges", "pressure", "friction", "transport"})
      EXPECT_NE(flow.of(item), 0) << item << " " << axis;
  }
  const FlowChange flow{first, last};
  EXPECT_GT(flow.of("pushes"), 0);  // the emitter
  EXPECT_LT(flow.of("friction"), 0);
  EXPECT_NEAR(flow.of("exchanges"), 2e-3 * 0.2, 0.1 * 2e-3 * 0.2);
  EXPECT_NEAR((FlowChange{first, last, 1}.of("exchanges")), 0, 0.01 * 2e-3 * 0.2);  // it falls straight
  // Flux over the sides in one step, from velocities in the adjacent cells.
  std::vector<float> v;
  for (const Field& f : session->world().fields())
    if (f.name == "channel.velocity") test::read_field(session->graph(), f, v);
  session->run();
  session->executor().finish();
  const auto at = [&](int x, int z) { return glm::dvec2(v[2 * (z * 60 + x)], v[2 * (z * 60 + x) + 1]); };
  glm::dvec2 in{0}, out{0};
  for (int z = 0; z < 16; ++z) in += at(0, z) * at(0, z).x, out += at(59, z) * at(59, z).x;
  for (int x = 0; x < 60; ++x) out += at(x, 15) * at(x, 15).y;
  advance(1);
  const Json next = row();
  for (int axis = 0; axis < 2; ++axis) {
    const double through = 0.4 * 0.05 * 0.005, want = through * (in[axis] - out[axis]);
    fmt::print("over the edges {:.3e}, of cells {:.3e}\n", FlowChange{last, next, axis}.of("edges"), want);
    EXPECT_NEAR(FlowChange({last, next, axis}).of("edges"), want, 0.1 * std::abs(want));
  }
}

// Without a ledger the flow does not run its accounting kernels.
TEST_F(CouplingFlow, CountsOnlyOnRequest) {
  for (const Accounting accounting : {Accounting::none, Accounting::volumes}) {
    const Scene parsed = scene_of(scene("outflow", 0.4));
    graph::State state;
    session::World world(state, parsed, accounting);
    graph::Graph g(state);
    world.start(g);
    world.step(g);
    const auto counts = [](const graph::Node& n) { return n.shader == "fluid/momentum.comp"; };
    EXPECT_EQ(std::ranges::any_of(g.nodes(), counts), accounting == Accounting::volumes);
  }
}

// In deep water the non-conservative transport moves almost nothing, so the ledger closes.
TEST_F(CouplingFlow, MomentumMatchesTheLedger) {
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

// A reload removes the coupling before the flow applied the last momentum: the ledger discards it.
TEST_F(CouplingFlow, ReloadDiscardsMomentum) {
  open(scene("outflow", 0.4));
  advance(59);
  const Json before = row();
  advance(1);
  const Json last = row();
  const auto kept = [](const Json& row, const char* axis) {
    return number(row, std::string("/exchanges/foot/momentum/") + axis) -
           number(row, std::string("/exchanges/foot/lost_momentum/") + axis);
  };
  const double push = kept(last, "0") - kept(before, "0");
  ASSERT_GT(push, 1e-6);
  Json next = scene("outflow", 0.4);
  next.erase("exchanges");
  session->change(scene_of(next));
  session->run();
  const Json after = row();
  EXPECT_EQ(after["step"], 60);
  EXPECT_NEAR(number(after, "/reloads/lost_momentum/0"), push, 1e-6 * push);
  EXPECT_NEAR(number(after, "/reloads/lost_momentum/2"), kept(last, "2") - kept(before, "2"), 1e-6 * push);
  EXPECT_EQ(number(after, "/reloads/lost_momentum/1"), 0);
}

// The same jet into moving water: the gain over a run without the jet equals the ledger.
struct CouplingMoving : CouplingChannel, testing::WithParamInterface<const char*> {
  static Json scene(const std::string& solver, bool with_jet) {
    Json channel = Json::parse(fmt::format(
        R"({{"name": "channel", "solver": "{}", "cells": [240, 8], "size": [6, 0.2], "origin": [0, 0, 0]}})", solver));
    if (solver == "fluid")
      channel.update(Json::parse(
          R"({"depth": 0.4, "viscosity": 0, "pressure": {"tolerance": 1e-7}, "relief": 0, "origin": [0, 0.4, 0],
              "edges": {"-x": "outflow", "+x": "outflow", "-z": "slip", "+z": "slip"},
              "initial": [{"shape": "flow", "velocity": [0.5, 0]}]})"));
    else
      channel.update(Json::parse(R"({"friction": 0, "initial": [{"shape": "level", "level": 0.4}]})"));
    if (solver == "shallow") channel["velocity"] = {0.5, 0};
    // Sloshing water: pipes begin at rest.
    if (solver == "pipes")
      channel["initial"].push_back(
          Json::parse(R"({"shape": "box", "center": [-1.5, 0], "size": [2, 0.2], "level": 0.46})"));
    Json all{{"version", 1}, {"meshes", Json::array()}, {"clock", {{"step", 0.005}}}, {"water", {channel}}};
    if (!with_jet) return all;
    all["water"].push_back(
        Json::parse(R"({"name": "jet", "solver": "sph", "spacing": 0.01, "capacity": 2000, "viscosity": 0,
      "fluid": [{"emitter": {"position": [-0.5, 0.42, 0], "direction": [1, 0, 0], "radius": 0.012616, "rate": 0.001}}],
      "domain": {"min": [-0.6, 0, -0.1], "max": [0.6, 0.6, 0.1]}})"));
    all["exchanges"] = Json::parse(R"([{"name": "foot", "from": "jet", "to": "channel"}])");
    return all;
  }
};

TEST_P(CouplingMoving, MomentumMatchesTheLedger) {
  const bool fluid = std::string(GetParam()) == "fluid";
  const int first = 40, more = 60;
  open(scene(GetParam(), false));
  advance(first);
  const double plain_before = momentum(GetParam());
  advance(more);
  const double plain = momentum(GetParam()) - plain_before;
  open(scene(GetParam(), true));
  // A flow applies absorbed momentum one clock step later.
  advance(fluid ? first - 1 : first);
  const Json before = row();
  if (fluid) advance(1);
  const Json flow_before = fluid ? row() : before;
  const double start = momentum(GetParam());
  advance(fluid ? more - 1 : more);
  const Json after = row();
  if (fluid) advance(1);
  const Json flow_after = fluid ? row() : after;
  double gained = momentum(GetParam()) - start - plain;
  const auto change = [&](const char* at) { return number(after, at) - number(before, at); };
  const FlowChange flow{flow_before, flow_after};
  if (fluid) {
    // Cell velocities of a flow are means with uniform rounding; the ledger sums those on faces.
    EXPECT_NEAR(gained, flow.of("now"), 1e-7 * std::abs(start));
    gained = flow.of("now") - plain;
  }
  const double caught = change("/exchanges/foot/momentum/0"),
               lost = change("/exchanges/foot/lost_momentum/0") + (fluid ? flow.lost() : 0);
  fmt::print("{}: {:.4f} N gained, {:.4f} N caught, {:.2e} N lost, {:.3f} N without; ledger off by {:.2e}\n",
             GetParam(), 1000 * gained / 0.3, 1000 * caught / 0.3, 1000 * lost / 0.3, 1000 * plain / 0.3,
             (caught - lost - gained) / caught);
  EXPECT_NEAR(1000 * gained / 0.3, 2, 0.02);
  EXPECT_NEAR(caught, gained + lost, 1e-5 * caught);
  if (fluid) {
    flow.expect_closed();
    fmt::print("transport {:.2e} N, edges {:.2e} N, pressure {:.2e} N\n", 1000 * flow.of("transport") / 0.3,
               1000 * flow.of("edges") / 0.3, 1000 * flow.of("pressure") / 0.3);
    EXPECT_NEAR(flow.of("pressure"), 0, 1e-6 * std::abs(start));  // rounding
  }
}

INSTANTIATE_TEST_SUITE_P(Waters, CouplingMoving, testing::Values("shallow", "pipes", "fluid"));

}  // namespace
}  // namespace undine
