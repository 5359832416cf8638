// Spray, foam and leaves across a coupling: each particle that leaves one water arrives in the other with its place
// and velocity.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/files/npy.h"
#include "passes/agents/leaves_params.h"
#include "passes/spray/spray_params.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/temp_folder.h"

namespace undine {

using agents::LeafState;
using spray::SprayParticle;

struct CouplingSpray : test::LedgerTest {
  // River 0.5 m above a lake, as in CouplingBodies; its waters do not create spray or foam.
  void cascade(const std::string& more, bool lake_has = true, const std::string& river = "",
               const std::string& fall = "") {
    test::write_cliff(folder_.file("ground.npy"));
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {0}}},
      "terrain": {{"heightmap": "ground.npy", "size": [3.8, 2.4], "origin": [0.7, 0, 0]}},
      "water": [
        {{"name": "river", "solver": "shallow", "cells": [12, 4], "size": [1.2, 0.4], "origin": [-0.6, 0, 0], {1},
          "edges": {{"+x": "open"}}, "initial": [{{"shape": "level", "level": 0.64}}]}},
        {{"name": "fall", "solver": "sph", "spacing": 0.05, "capacity": 1500, "fluid": [], "compressibility": 0.1, {2},
          "domain": {{"min": [-0.2, -0.1, -0.25], "max": [0.8, 0.9, 0.25]}}}},
        {{"name": "lake", "solver": "shallow", "cells": [24, 24], "size": [2.4, 2.4], "origin": [1.2, 0, 0]{3},
          "initial": [{{"shape": "level", "level": 0.2}}]}}],
      "exchanges": [{{"name": "sill", "from": "river", "to": "fall"}}, {{"name": "foot", "from": "fall", "to": "lake"}}]
      {4}}})",
                          step, river.empty() ? none : river, fall.empty() ? none : fall,
                          lake_has ? fmt::format(", {}", none) : "", more),
              folder_.file("scene.json"));
  }
  // Adds `n` foam particles to a water's store along z at x, identified by their random numbers.
  void put(std::size_t water, std::size_t n, double x, double y, double width, glm::vec3 velocity) {
    const SpraySet set = world->water()[water].spray->show();
    std::vector<SprayParticle> room(set.capacity);
    for (std::size_t i = 0; i < n; ++i) {
      const double z = width * ((static_cast<double>(i) + 0.5) / static_cast<double>(n) - 0.5);
      room[i] = {glm::vec3(x, y, z), velocity, 0, 100, spray::spray_foam, (static_cast<float>(i) + 0.5f) / 1000};
    }
    spray::SprayControl control{};
    control.alive = static_cast<std::uint32_t>(n);
    graph::Graph g(*live.back());
    g.upload("put", set.particles, room);
    g.upload("put_count", set.control, std::vector<spray::SprayControl>{control});
    run(g);
  }
  SprayFigures figures(std::size_t water) {
    SprayFigures out;
    graph::Graph g(*live.back());
    world->water()[water].spray->stats(g, [&](const SprayFigures& f) { out = f; });
    run(g);
    executor->finish();
    return out;
  }
  // Particles alive in any water, by their random numbers.
  std::map<float, SprayParticle> alive() {
    std::map<float, SprayParticle> out;
    for (std::size_t w = 0; w < world->water().size(); ++w) {
      if (!world->water()[w].spray) continue;
      const SpraySet set = world->water()[w].spray->show();
      const std::uint32_t count = figures(w).alive;
      graph::Graph g(*live.back());
      g.readback("particles", set.particles, [&](std::span<const std::byte> bytes) {
        for (std::uint32_t i = 0; i < count; ++i) {
          SprayParticle q;
          std::memcpy(&q, bytes.data() + i * sizeof q, sizeof q);
          EXPECT_TRUE(out.emplace(q.part, q).second) << "in two waters at once";
        }
      });
      run(g);
      executor->finish();
    }
    return out;
  }
  std::vector<LeafState> leaves() {
    std::vector<LeafState> out;
    for (Field& f : world->lists()) {
      if (f.name != "leaves.state") continue;
      graph::Graph g(*live.back());
      const FieldView view = f.publish(g);
      g.readback("rows", view.buffer, [&](std::span<const std::byte> bytes) {
        out.resize(bytes.size() / sizeof(LeafState));
        std::memcpy(out.data(), bytes.data(), out.size() * sizeof(LeafState));
      });
      run(g);
      executor->finish();
    }
    return out;
  }
  static constexpr double step = 0.01;
  const std::string none = R"("spray": {"count": 200, "life": [50, 100], "amount": 0})";
  test::TempFolder folder_;
};

// Down the river, over the bed step, among the particles and into the lake: the count is constant. Each particle
// keeps its age and moves without jumps.
TEST_F(CouplingSpray, FoamPassesABedStep) {
  cascade("");
  constexpr std::size_t n = 100;
  put(0, n, -0.06, 0.64, 0.3, {0.4f, 0, 0});
  auto before = alive();
  ASSERT_EQ(before.size(), n);
  double furthest = 0;
  for (int k = 0; k < 40; ++k) {
    advance(3);
    const auto now = alive();
    ASSERT_EQ(now.size(), n) << k;
    for (const auto& [part, q] : now) {
      EXPECT_NEAR(q.age, before[part].age + 3 * step, 1e-4);
      const double went = glm::length(glm::dvec3(q.position) - glm::dvec3(before[part].position));
      const double fastest =
          std::max(glm::length(glm::dvec3(q.velocity)), glm::length(glm::dvec3(before[part].velocity)));
      furthest = std::max(furthest, went - 3 * step * fastest);
    }
    before = now;
  }
  const SprayFigures river = figures(0), fall = figures(1), lake = figures(2);
  fmt::print("river {} left; fall {} came, {} left; lake {} came, {} alive; jumps of {:.3f} m\n", river.left, fall.came,
             fall.left, lake.came, lake.alive, furthest);
  EXPECT_EQ(river.left, fall.came);
  EXPECT_EQ(fall.left, lake.came);
  EXPECT_EQ(river.alive + fall.alive + lake.alive, n);
  EXPECT_GT(river.left, n * 9 / 10);
  EXPECT_GT(lake.came, n * 8 / 10);
  EXPECT_EQ(river.refused + fall.refused + lake.refused, 0u);
  EXPECT_LT(furthest,
            0.06);  // a particle that starts to fall gains g dt; a particle that surfaces moves to the level
  for (const auto& [part, q] : before)
    if (q.position.x > 0.3f) {
      EXPECT_NEAR(q.position.y, 0.2, 0.12) << "afloat, or bubbles under the foot";
    }
}

// If the lake has no spray store, foam ends at the lake's surface, and not earlier.
TEST_F(CouplingSpray, FoamDoesNotFallThroughTheLake) {
  cascade("", false);
  put(0, 100, -0.06, 0.64, 0.3, {0.4f, 0, 0});
  float lowest = 1;
  for (int k = 0; k < 40; ++k) {
    advance(3);
    for (const auto& [part, q] : alive()) lowest = std::min(lowest, q.position.y);
  }
  EXPECT_LT(lowest, 0.35f);
  EXPECT_GT(lowest, 0.12f);
  EXPECT_LT(figures(0).alive + figures(1).alive, 20u);
}

// Foam advected over the river's edge continues as clumps of the same area.
TEST_F(CouplingSpray, ColumnFoamFalls) {
  std::uint32_t born[2] = {};
  double expected = 0;
  for (const int k : {0, 1}) {
    const std::string births = R"("spray": {"count": 20000, "life": [50, 100], "amount": 1, "size": 0.02})";
    cascade("", true, fmt::format(R"({}, "velocity": [1.6, 0], "foam": {{"amount": {}}})", none, 100 * k), births);
    for (int i = 0; i < 60; ++i) {
      advance(1);
      if (k == 0) continue;
      const auto foam = field("river.foam"), velocity = field("river.velocity");
      for (std::size_t row = 0; row < 4; ++row) {
        const std::size_t at = 12 * row + 11;
        expected += static_cast<double>(foam[at]) * static_cast<double>(velocity[2 * at]) * 0.1 * step / (0.02 * 0.02);
      }
    }
    born[k] = figures(1).born;
  }
  fmt::print("born {} with foam above, {} without; of its area {:.1f}\n", born[1], born[0], expected);
  EXPECT_GT(expected, 30);
  EXPECT_NEAR(born[1] - born[0], expected, 0.1 * expected + 2);
}

// Across an interface, with the stream; the count includes those beyond the capacity.
TEST_F(CouplingSpray, FoamCrossesAnInterface) {
  for (const std::uint32_t room : {200u, 10u}) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}}, "water": [
        {{"name": "river", "solver": "shallow", "cells": [40, 8], "size": [2, 0.4], "origin": [-1, 0, 0], {0},
          "velocity": [0.5, 0], "edges": {{"-x": {{"discharge": 0.15}}, "+x": "level"}},
          "initial": [{{"shape": "level", "level": 0.3}}]}},
        {{"name": "pool", "solver": "shallow", "cells": [20, 4], "size": [2, 0.4], "origin": [1, 0, 0],
          "velocity": [0.5, 0], "edges": {{"+x": "level"}}, "initial": [{{"shape": "level", "level": 0.3}}],
          "spray": {{"count": {1}, "life": [50, 100], "amount": 0}}}}],
      "exchanges": [{{"name": "line", "from": "river", "to": "pool"}}]}})",
                          none, room));
    put(0, 100, -0.2, 0.3, 0.3, {0.5f, 0, 0});
    advance(80);
    const SprayFigures river = figures(0), pool = figures(1);
    EXPECT_EQ(river.left, 100u);
    EXPECT_EQ(pool.came + pool.refused, river.left);
    EXPECT_EQ(pool.alive, std::min(room, 100u));
    for (const auto& [part, q] : alive()) {
      EXPECT_NEAR(q.position.x, 0.2, 0.06);
      EXPECT_NEAR(q.position.y, 0.3, 0.02);
      EXPECT_EQ(q.kind, spray::spray_foam);
    }
  }
}

// Leaves pass the bed step with the river, fall no faster than in free fall, and float on the lake.
TEST_F(CouplingSpray, LeavesPassABedStep) {
  cascade(R"(, "leaves": [{"count": 12, "size": 0.02, "center": [-0.3, 0], "radius": 0.15, "water": "river"}])");
  auto before = leaves();
  std::size_t down = 0;
  for (int k = 0; k < 200; ++k) {
    advance(1);
    const auto now = leaves();
    for (std::size_t i = 0; i < now.size(); ++i) {
      const glm::dvec3 went = glm::dvec3(now[i].position) - glm::dvec3(before[i].position);
      EXPECT_LT(std::hypot(went.x, went.z), 0.02) << i << " in step " << k;
      EXPECT_GT(went.y, -step * std::sqrt(2 * 9.81 * 0.55)) << i << " in step " << k;
    }
    before = now;
  }
  const auto level = field("lake.height");
  for (const LeafState& l : before) {
    if (l.water != 2 || l.position.y > 0.25f) continue;
    ++down;
    EXPECT_NEAR(l.position.y, 0.2, 0.05);
    EXPECT_GT(l.position.x, 0.1f);
  }
  fmt::print("{} of {} leaves float in the lake\n", down, before.size());
  EXPECT_GE(down, 10u);
}

// Across an interface of two grids leaves drift as in the middle of one.
TEST_F(CouplingSpray, LeavesCrossAnInterface) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [
        {"name": "river", "solver": "shallow", "cells": [40, 8], "size": [2, 0.4], "origin": [-1, 0, 0],
          "velocity": [0.5, 0], "edges": {"-x": {"discharge": 0.15}, "+x": "level"},
          "initial": [{"shape": "level", "level": 0.3}]},
        {"name": "pool", "solver": "shallow", "cells": [20, 4], "size": [2, 0.4], "origin": [1, 0, 0],
          "velocity": [0.5, 0], "edges": {"+x": "level"}, "initial": [{"shape": "level", "level": 0.3}]}],
      "exchanges": [{"name": "line", "from": "river", "to": "pool"}],
      "leaves": [{"count": 6, "size": 0.02, "center": [-0.25, 0], "radius": 0.1}]})");
  const auto before = leaves();
  advance(100);
  const auto after = leaves();
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].water, 1u);
    EXPECT_NEAR(after[i].position.x - before[i].position.x, 0.5, 0.06);
    EXPECT_NEAR(after[i].position.y, 0.3, 0.01);
  }
}

}  // namespace undine
