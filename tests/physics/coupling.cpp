// Coupling of solvers: it conserves volume, an overflow edge discharges like a weir, and the nappe follows its
// parabola.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct CouplingLedger : test::LedgerTest {
  using Now = LedgerTest::Now;
  static std::string cascade() {
    return files::read_file(std::string(UNDINE_TESTS_DIR) + "/data/exchange_cascade.json", 1 << 20);
  }
};

// Total volume with fractions of a quantum that have left.
double kept(const CouplingLedger::Now& n) {
  double sum = n.total();
  for (const Stats& s : n.water) sum -= s.counts_exchanged ? 0 : s.budget->net();
  return sum;
}

struct CouplingOf : CouplingLedger, testing::WithParamInterface<const char*> {};

TEST_P(CouplingOf, ClosedCascadeConservesVolume) {
  std::string text = cascade();
  for (std::size_t at = 0; (at = text.find("\"shallow\"", at)) != std::string::npos; ++at)
    text.replace(at, 9, fmt::format("\"{}\"", GetParam()));
  load_text(text);
  const Now first = now();
  for (int k = 0; k < 3; ++k) {
    advance(70);
    const Now n = now();
    const CouplingFigures &sill = n.exchanges[0], &foot = n.exchanges[1];
    EXPECT_EQ(sill.given, sill.pending + sill.particles * sill.particle);
    EXPECT_EQ(n.water[1].particles, sill.particles - foot.particles);
    EXPECT_NEAR(n.total(), first.total(), 1e-9 * first.total()) << k;
    EXPECT_GT(sill.particles, 200 * k);
    // The nappe conserves horizontal momentum except for rounding and contacts.
    for (const Stats& s : n.water) EXPECT_TRUE(s.warnings.empty()) << s.warnings.front();
  }
  const Now n = now();
  EXPECT_GT(n.exchanges[1].particles, 300);
  EXPECT_NEAR(*n.water[2].volume - *first.water[2].volume,
              static_cast<double>(n.exchanges[1].particles * n.exchanges[1].particle) * CouplingFigures::quantum,
              1e-11);
}

INSTANTIATE_TEST_SUITE_P(Columns, CouplingOf, testing::Values("shallow", "pipes"));

// At a tenth of the size, a quantum per strip exceeds a billionth of the water.
TEST_P(CouplingOf, TinyWaterConservesVolume) {
  const std::string text = fmt::format(
      R"({{"version": 1, "meshes": [], "clock": {{"step": 0.00316}}, "water": [
        {{"name": "upper", "solver": "{0}", "cells": [16, 8], "size": [0.08, 0.04], "origin": [-0.04, 0.08, 0],
          "edges": {{"+x": "open"}}, "initial": [{{"shape": "level", "level": 0.095}}]}},
        {{"name": "fall", "solver": "sph", "spacing": 0.004, "capacity": 1500, "fluid": [], "compressibility": 0.1,
          "domain": {{"min": [-0.004, -0.02, -0.04], "max": [0.12, 0.12, 0.04]}}}},
        {{"name": "lower", "solver": "{0}", "cells": [24, 16], "size": [0.12, 0.08], "origin": [0.06, 0, 0],
          "initial": [{{"shape": "level", "level": 0.01}}]}}],
        "exchanges": [{{"name": "sill", "from": "upper", "to": "fall"}},
                      {{"name": "foot", "from": "fall", "to": "lower"}}]}})",
      GetParam());
  accounting = Accounting::audited;
  load_text(text);
  const Now first = now();
  for (int k = 0; k < 30; ++k) {
    advance(1);
    EXPECT_NEAR(kept(now()), kept(first), 1e-9 * first.total()) << k;
  }
  EXPECT_GT(now().exchanges[0].particles, 40);
}

// Two such flasks with an interface.
TEST_F(CouplingLedger, TinyInterfacesConserveVolume) {
  accounting = Accounting::audited;
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.002}, "water": [
      {"name": "a", "solver": "shallow", "cells": [16, 8], "size": [0.16, 0.08], "origin": [-0.08, 0, 0],
       "edges": {"+x": "level"}, "initial": [{"shape": "level", "level": 0.012}]},
      {"name": "b", "solver": "shallow", "cells": [16, 16], "size": [0.16, 0.08], "origin": [0.08, 0, 0],
       "initial": [{"shape": "level", "level": 0.01}]}],
      "exchanges": [{"name": "line", "from": "a", "to": "b"}]})");
  const Now first = now();
  for (int k = 0; k < 60; ++k) {
    advance(1);
    EXPECT_NEAR(kept(now()), kept(first), 1e-9 * first.total()) << k;
  }
}

// tests/long.cmake
TEST_F(CouplingLedger, CascadeConservesVolumeOverTwentyThousandSteps) {
  load_text(cascade());
  const Now first = now();
  for (int k = 0; k < 20; ++k) {
    advance(1000);
    const Now n = now();
    const CouplingFigures& sill = n.exchanges[0];
    EXPECT_EQ(sill.given, sill.pending + sill.particles * sill.particle);
    EXPECT_NEAR(n.total(), first.total(), 1e-9 * first.total()) << k;
    fmt::print("step {}: off by {:.3g} of the water, {} particles in the air, {:.3f} particles pending in 8 strips\n",
               1000 * (k + 1), (n.total() - first.total()) / first.total(), n.water[1].particles,
               static_cast<double>(sill.pending) / static_cast<double>(sill.particle));
  }
  const Now n = now();
  EXPECT_LE(n.water[1].particles, 1);
  EXPECT_LT(n.exchanges[0].pending, n.exchanges[0].particle);
}

TEST_F(CouplingLedger, RestartGivesTheSameBytes) {
  load_text(cascade());
  advance(55);
  const auto depth = field("lower.depth"), place = field("fall.position");
  EXPECT_GT(*std::ranges::max_element(depth), 0.1);
  graph::Graph g(*live.back());
  world->start(g);
  run(g);
  advance(55);
  EXPECT_EQ(field("lower.depth"), depth);
  EXPECT_EQ(field("fall.position"), place);
}

// Broad-crested weir: q = (2/3)^(3/2) sqrt(g) H^(3/2) with the energy head H over the crest.
TEST_F(CouplingLedger, OverflowEqualsWeirDischarge) {
  test::TempFolder folder;
  constexpr std::uint32_t nx = 80, nz = 2;
  std::vector<float> ground(std::size_t{nx} * nz);
  for (std::uint32_t z = 0; z < nz; ++z)
    for (std::uint32_t x = 0; x < nx; ++x) {
      const double at = (x + 0.0) / (nx - 1.0) * 8;  // a rise of half a meter, then a bed step of a meter
      ground[z * nx + x] = static_cast<float>(at > 7 ? 0.5 : at > 5 ? 0.25 * (at - 5) : 0);
    }
  const std::uint32_t shape[2] = {nz, nx};
  files::write_npy(folder.file("ground.npy"), shape, ground);
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.02}},
    "terrain": {{"heightmap": "{}", "size": [8, 0.4], "origin": [-4, 1, 0]}},
    "water": [
      {{"name": "upper", "solver": "shallow", "cells": [320, 4], "size": [8, 0.1], "origin": [-4, 1, 0],
        "edges": {{"+x": "open"}}, "initial": [{{"shape": "level", "level": 1.7}}]}},
      {{"name": "fall", "solver": "sph", "spacing": 0.07, "capacity": 2000, "compressibility": 0.2,
        "domain": {{"min": [-0.1, 0.8, -0.4], "max": [1.1, 1.8, 0.4]}},
        "sinks": [{{"box": {{"min": [-0.1, 0.8, -0.4], "max": [1.1, 1.1, 0.4]}}}}]}}],
    "exchanges": [{{"name": "sill", "from": "upper", "to": "fall"}}]}})",
                        "ground.npy"),
            folder.file("scene.json"));
  advance(150);            // the first waves have left
  const auto head = [&] {  // on the crest
    const auto depth = field("upper.depth"), speed = field("upper.velocity");
    double sum = 0;
    for (std::size_t x = 290; x < 310; ++x)
      sum += static_cast<double>(depth[x]) + std::pow(static_cast<double>(speed[2 * x]), 2) / (2 * 9.81);
    return sum / 20;
  };
  const CouplingFigures before = now().exchanges[0];
  double expected = 0;
  for (int k = 0; k < 10; ++k) {
    const double before_it = head();
    advance(10);
    expected += 0.2 * 0.1 * std::sqrt(9.81) * std::pow(2.0 / 3 * 0.5 * (before_it + head()), 1.5);
  }
  const CouplingFigures after = now().exchanges[0];
  const double given = static_cast<double>(after.given - before.given) * CouplingFigures::quantum;
  fmt::print("weir: {:.5f} m3 in 2 s, {:.5f} by the law\n", given, expected);
  EXPECT_NEAR(given, expected, 0.01 * expected);
  EXPECT_EQ(after.given, after.pending + after.particles * after.particle);

  // The lower side of the nappe is the parabola of a jet from a section at zero pressure.
  const double mass = static_cast<double>((after.particles - before.particles) * after.particle);
  const double speed = static_cast<double>(after.momentum[0] - before.momentum[0]) / mass;
  const auto place = field("fall.position");
  std::vector<double> lowest(8, 1e9);
  for (std::size_t i = 0; i + 2 < place.size(); i += 3) {
    const double x = place[i], y = place[i + 1];
    if (x < 0.05 || x > 0.85 || y < 1.15) continue;
    double& low = lowest[static_cast<std::size_t>((x - 0.05) / 0.1)];
    low = std::min(low, y - 0.035 - (1.5 - 0.5 * 9.81 * x * x / (speed * speed)));
  }
  fmt::print("nappe: {:.3f} m/s, under side off by {:.4f} m\n", speed, fmt::join(lowest, " "));
  for (std::size_t k = 0; k < lowest.size(); ++k)
    if (lowest[k] < 1e8) {
      EXPECT_LT(std::abs(lowest[k]), 0.07) << k;
    }
}

// Ball of particles that falls into still waves.
TEST_F(CouplingLedger, BallIntoWavesMakesAnEvenRing) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.01},
    "water": [
      {"name": "pool", "solver": "wave", "cells": [65, 65], "size": [6.5, 6.5], "speed": 2},
      {"name": "ball", "solver": "sph", "spacing": 0.05, "compressibility": 0.1,
       "domain": {"min": [-1, -0.5, -1], "max": [1, 1.5, 1]},
       "fluid": [{"sphere": {"center": [0, 0.5, 0], "radius": 0.25}, "velocity": [0, -1, 0]}]}],
    "exchanges": [{"name": "splash", "from": "ball", "to": "pool"}]})");
  const Now first = now();
  const double volume = *first.water[1].volume, g = 9.81, cell = 0.1;
  const double energy = volume * (0.5 + g * 0.5 + g * 0.25);  // of the ball, over what it may be under the level
  double most = 0;
  for (int k = 0; k < 12; ++k) {
    advance(10);
    double lifted = 0;
    for (const float h : field("pool.height"))
      lifted += 0.5 * g * static_cast<double>(h) * static_cast<double>(h) * cell * cell;
    most = std::max(most, lifted);
    if (k != 3) continue;
    // The pool has absorbed the whole ball and has risen by its volume.
    const Now all = now();
    EXPECT_EQ(all.water[1].particles, 0);
    EXPECT_EQ(all.exchanges[0].particles, first.water[1].particles);
    EXPECT_NEAR(*all.water[0].volume, volume, 1e-9 * all.water[0].rest);
  }
  fmt::print("ball: {:.4f} of its energy lifted at most\n", most / energy);
  EXPECT_LT(most, energy);
  EXPECT_GT(most, 0);
  // Radially symmetric.
  const auto height = field("pool.height");
  double largest = 0, uneven = 0;
  const auto at = [&](int x, int z) { return static_cast<double>(height[static_cast<std::size_t>(z * 65 + x)]); };
  for (int z = 0; z < 65; ++z)
    for (int x = 0; x < 65; ++x) {
      largest = std::max(largest, std::abs(at(x, z)));
      uneven = std::max(uneven, std::max(std::abs(at(x, z) - at(64 - x, z)), std::abs(at(x, z) - at(z, x))));
    }
  fmt::print("ring: {:.4f} m high, uneven by {:.2f} %\n", largest, 100 * uneven / largest);
  EXPECT_LT(uneven, 0.02 * largest);
}

}  // namespace undine
