// Waves with exact dispersion against closed forms of linear theory [Airy 1845, Cauchy, Poisson].
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <numeric>
#include <sstream>

#include "engine/files/npy.h"
#include "tests/support/body_runner.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

using std::numbers::pi;

class WaveAiry : public test::BodyTest {
 protected:
  void water(const std::string& settings, double step) {
    begin(parse_scene(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}}, "water": [{{"name": "w",
      "solver": "wave", "dispersion": "airy", {}}}]}})",
                                  step, settings),
                      "airy.json"));
  }
};

struct Mode {
  double depth;  // 0: deep
  int nx, nz, mx, mz;
  double size, step;
};
class WaveAiryMode : public WaveAiry, public testing::WithParamInterface<Mode> {};

// A cosine between walls swings at the frequency of its wavelength: phase speed within 1e-4 for any kd, at long steps.
TEST_P(WaveAiryMode, SwingsAtItsFrequency) {
  const Mode m = GetParam();
  const double sz = m.size * m.nz / m.nx;
  water(fmt::format(R"("cells": [{}, {}], "size": [{}, {}], "depth": {}, "initial": [{{"shape": "cosine", "height": 0.1,
    "mode": [{}, {}]}}])",
                    m.nx, m.nz, m.size, sz, m.depth > 0 ? fmt::format("{}", m.depth) : "\"deep\"", m.mx, m.mz),
        m.step);
  const std::vector<float> before = field(".height");
  constexpr int steps = 200;
  advance(steps);
  const std::vector<float> after = field(".height");
  const double k = pi * std::hypot(m.mx / m.size, m.mz / sz);
  const double omega = std::sqrt(9.81 * k * (m.depth > 0 ? std::tanh(k * m.depth) : 1));
  // Amplitude by projection; the phase from cos(omega t) where that is steep enough to tell it.
  const double overlap = std::inner_product(before.begin(), before.end(), after.begin(), 0.0) /
                         std::inner_product(before.begin(), before.end(), before.begin(), 0.0);
  EXPECT_NEAR(overlap, std::cos(omega * steps * m.step), 1e-4 * omega * steps * m.step);
  double rest = 0;
  for (std::size_t i = 0; i < after.size(); ++i) rest = std::max(rest, std::abs(after[i] - overlap * before[i]));
  EXPECT_LT(rest, 1e-5);
}
INSTANTIATE_TEST_SUITE_P(Depths, WaveAiryMode,
                         testing::Values(Mode{1, 64, 32, 2, 0, 60, 0.05}, Mode{1, 64, 64, 8, 3, 12, 0.05},
                                         Mode{1, 128, 64, 30, 8, 6, 0.02}, Mode{0, 256, 32, 7, 2, 30, 0.1},
                                         Mode{0.2, 32, 32, 1, 1, 4, 0.03}, Mode{20, 512, 32, 5, 0, 800, 0.5}));

// The hump of Cauchy and Poisson, deep and 1 m deep, at the five times of the published integrals.
TEST_F(WaveAiry, AHumpSpreadsAsCauchyAndPoissonSay) {
  std::ifstream file(UNDINE_SOURCE_DIR "/tests/data/cauchy_poisson_hump.csv");
  ASSERT_TRUE(file);
  std::map<std::pair<double, double>, std::vector<std::pair<double, double>>> tables;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || (!std::isdigit(line[0]) && line[0] != '-')) continue;
    std::ranges::replace(line, ',', ' ');
    std::istringstream in(line);
    double depth, time, radius, elevation;
    in >> depth >> time >> radius >> elevation;
    tables[{depth, time}].emplace_back(radius, elevation);
  }
  ASSERT_EQ(tables.size(), 5u);
  constexpr int n = 256;
  constexpr double size = 25.6, cell = size / n;
  for (const auto& [at, table] : tables) {
    const auto [depth, time] = at;
    water(
        fmt::format(R"("cells": [{0}, {0}], "size": [{1}, {1}], "depth": {2}, "edges": {{"-x": "absorb", "+x": "absorb",
      "-z": "absorb", "+z": "absorb"}}, "initial": [{{"shape": "gaussian", "height": 1, "radius": 0.5, "center":
      [{3}, {3}]}}])",
                    n, size, depth > 0 ? fmt::format("{}", depth) : "\"deep\"", 0.5 * cell),
        0.05);
    advance(static_cast<int>(std::lround(time / 0.05)));
    const std::vector<float> h = field(".height");
    double most = 0, worst = 0;
    for (const auto& [radius, elevation] : table) {
      const double place = radius / cell;
      const auto i = static_cast<std::size_t>(std::lround(place));
      if (radius > 11) continue;
      ASSERT_NEAR(place, static_cast<double>(i), 1e-6);
      most = std::max(most, std::abs(elevation));
      worst = std::max(worst, std::abs(h[std::size_t{n / 2} * n + n / 2 + i] - elevation));
    }
    EXPECT_LT(worst, 0.02 * most) << depth << " m, " << time << " s";
  }
}

TEST_F(WaveAiry, TheEnergyOfABasinStays) {
  water(
      R"("cells": [64, 32], "size": [8, 4], "depth": 1, "initial": [{"shape": "gaussian", "height": 0.1, "radius": 0.5,
    "center": [1, -0.5]}])",
      0.02);
  advance(20);
  const Stats before = water_stats();
  advance(10000);
  const Stats after = water_stats();
  EXPECT_NEAR(after.energy, before.energy, 1e-4 * before.energy);
  EXPECT_NEAR(*after.volume, *before.volume, 1e-5 * 32);  // 10 um of level over 32 m²: rounding of the transforms
}

// An audited run takes rounding back.
TEST_F(WaveAiry, AnAuditedBasinKeepsItsVolume) {
  accounting = Accounting::audited;
  water(
      R"("cells": [64, 32], "size": [8, 4], "depth": 1, "initial": [{"shape": "gaussian", "height": 0.1, "radius": 0.5}],
    "drops": {"rate": 4, "radius": 0.4, "depth": 0.02}, "sources": [{"region": {"center": [1, 0], "size": [1, 1]},
    "rate": 0.01}])",
      0.02);
  const Stats before = water_stats();
  advance(1000);
  const Stats after = water_stats();
  ASSERT_TRUE(after.budget && before.budget);
  EXPECT_NEAR(*after.volume - *before.volume, after.budget->net() - before.budget->net(), 1e-9);
}

class WaveAiryEdge : public WaveAiry, public testing::WithParamInterface<double> {};

// Echo of absorbing edges and corners, against a basin too large to answer.
TEST_P(WaveAiryEdge, SendsLittleBack) {
  // Without volume: the spectrum exp(-(k r)^2 / 4) - exp(-(k r)^2) is largest at k r = 1.36.
  const double kd = GetParam(), radius = 1.36 / kd, cell = radius / 2.5;
  constexpr int n = 64, large = 512;  // with the narrowest margin: half of it on each side
  const double crossing = n * cell / std::sqrt(9.81 / kd * std::tanh(kd));
  const int steps = 60;
  const auto run = [&](int cells, const char* edge) {
    water(fmt::format(
              R"("cells": [{0}, {0}], "size": [{1}, {1}], "depth": 1, "edges": {{"-x": "{2}", "+x": "{2}", "-z": "{2}",
      "+z": "{2}"}}, "initial": [{{"shape": "gaussian", "height": 0.1, "radius": {3}}},
      {{"shape": "gaussian", "height": -0.025, "radius": {4}}}])",
              cells, cells * cell, edge, radius, 2 * radius),
          std::min(1.0, 3.0 * crossing / steps));
  };
  run(large, "periodic");
  std::vector<std::vector<float>> reference;
  double arrived = 0;
  for (int i = 0; i < steps; i += 6) {
    advance(6);
    const std::vector<float> h = field(".height");
    std::vector<float> part;
    for (int z = 0; z < n; ++z)
      for (int x = 0; x < n; ++x)
        part.push_back(h[static_cast<std::size_t>((z + (large - n) / 2) * large + x + (large - n) / 2)]);
    for (int x = 0; x < n; ++x) arrived = std::max(arrived, std::abs(double{part[static_cast<std::size_t>(x)]}));
    reference.push_back(std::move(part));
  }
  run(n, "absorb");
  double worst = 0;
  for (const std::vector<float>& expected : reference) {
    advance(6);
    const std::vector<float> h = field(".height");
    for (std::size_t i = 0; i < h.size(); ++i) worst = std::max(worst, std::abs(double{h[i]} - expected[i]));
  }
  EXPECT_GT(arrived, 1e-4);
  EXPECT_LT(worst, 0.05 * arrived);
}
INSTANTIATE_TEST_SUITE_P(Humps, WaveAiryEdge, testing::Values(0.3, 1.0, 3.0, 6.0));

// A disturbance that moves at 3 m/s along x, and the heights behind it.
class WaveAiryWake : public WaveAiry {
 protected:
  static constexpr double v = 3;
  void run(double depth) {  // 0: deep
    constexpr int steps = 420;
    water(fmt::format(R"("cells": [{}, {}], "size": [{}, {}], "depth": {}, "edges": {{"-x": "absorb", "+x": "absorb",
      "-z": "absorb", "+z": "absorb"}})",
                      nx, nz, size_x, size_z, depth > 0 ? fmt::format("{}", depth) : "\"deep\""),
          dt);
    const double begin_x = -0.5 * size_x + 20;
    for (int i = 0; i < steps; ++i) {
      world->water().front().solver->disturb({.point = {begin_x + v * i * dt, 0, 0}, .radius = 1.5, .strength = 0.2});
      advance(1);
    }
    h_ = field(".height");
    at_ = begin_x + v * steps * dt;
  }
  // `back` and `aside` of the disturbance, m; bilinear.
  double height(double back, double aside) const {
    const double i = (at_ - back + 0.5 * size_x) / cell - 0.5, j = (aside + 0.5 * size_z) / cell - 0.5;
    const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
    const double f = i - static_cast<double>(a), g = j - static_cast<double>(b);
    const auto value = [&](std::size_t p, std::size_t q) { return double{h_[q * nx + p]}; };
    return (1 - g) * ((1 - f) * value(a, b) + f * value(a + 1, b)) +
           g * ((1 - f) * value(a, b + 1) + f * value(a + 1, b + 1));
  }
  // Largest height beside the track between two angles from it, degrees.
  double largest(double from, double to, double nearest, double farthest) const {
    double out = 0;
    for (double back = nearest; back < farthest; back += 0.5)
      for (double z = 0; z < 36; z += 0.5)
        if (const double angle = std::atan2(z, back) * 180 / pi; angle >= from && angle < to)
          out = std::max(out, std::abs(height(back, z)));
    return out;
  }

 private:
  static constexpr double cell = 0.5, dt = 0.1, size_x = 170, size_z = 80;
  static constexpr int nx = 340, nz = 160;
  std::vector<float> h_;
  double at_ = 0;
};

// In deep water: transverse waves of 2 pi V^2 / g along the track, and no waves outside of Kelvin's wedge of 19.47
// degrees to either side.
TEST_F(WaveAiryWake, InDeepWaterIsKelvins) {
  run(0);
  // Upward crossings of the level along the track. Energy follows at half the speed: the waves reach half of the way
  // back.
  std::vector<double> rises;
  for (double back = 12; back < 50; back += 0.05)
    if (height(back, 0) <= 0 && height(back + 0.05, 0) > 0) rises.push_back(back);
  ASSERT_GE(rises.size(), 6u);
  const double wave = (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
  EXPECT_NEAR(wave, 2 * pi * v * v / 9.81, 0.02 * 2 * pi * v * v / 9.81);
  EXPECT_LT(largest(24, 90, 30, 55), 0.1 * largest(0, 19.47, 30, 55));
}

// Half angle of the wedge in water of a depth, degrees: the largest angle of rays of waves that stand in the frame of
// the disturbance, with phase speed V cos(theta) and group speed along theta [Havelock 1908].
double wedge(double v, double depth) {
  double most = 0;
  for (double k = 1e-3; k < 50; k *= 1.001) {
    const double kd = k * depth, c = std::sqrt(9.81 / k * std::tanh(kd)), along = c / v;
    if (along >= 1) continue;
    const double group = 0.5 * c * (1 + 2 * kd / std::sinh(2 * kd)), aside = std::sqrt(1 - along * along);
    most = std::max(most, std::atan2(group * aside, v - group * along) * 180 / pi);
  }
  return most;
}

// In water so shallow that V is 0.6 and 0.85 of the speed of long waves.
class WaveAirySlowWake : public WaveAiryWake, public testing::WithParamInterface<double> {};
TEST_P(WaveAirySlowWake, IsWiderInShallowWater) {
  const double depth = v * v / (9.81 * GetParam() * GetParam()), half = wedge(v, depth);
  EXPECT_GT(half, 19.47);
  run(depth);
  const double within = largest(half - 8, half, 25, 45), outside = largest(half + 5, 70, 25, 45);
  fmt::print("wedge of {:.2f} degrees, {:.4f} m in it, {:.4f} m outside\n", half, within, outside);
  EXPECT_LT(outside, 0.15 * within);
}
INSTANTIATE_TEST_SUITE_P(Froude, WaveAirySlowWake, testing::Values(0.6, 0.85));

// A packet of 8 cells per wave splits in two, whose energy moves at the group speed d omega / d k.
class WaveAiryPacket : public WaveAiry, public testing::WithParamInterface<double> {};
TEST_P(WaveAiryPacket, MovesAtTheGroupSpeed) {
  constexpr std::uint32_t n = 1024, rows = 64;
  constexpr double cell = 0.1, wave = 8 * cell, wide = 6 * wave;
  const double k = 2 * pi / wave, kd = GetParam(), omega = std::sqrt(9.81 * k * std::tanh(kd)),
               group = 0.5 * omega / k * (1 + 2 * kd / std::sinh(2 * kd));
  std::vector<float> packet;
  for (std::uint32_t i = 0; i < n * rows; ++i) {
    const double x = cell * ((i % n) + 0.5 - n / 2.0);
    packet.push_back(static_cast<float>(0.1 * std::cos(k * x) * std::exp(-0.5 * x * x / (wide * wide))));
  }
  const test::TempFolder folder;
  const std::uint32_t shape[2] = {rows, n};
  files::write_npy(folder.file("packet.npy"), shape, packet);
  constexpr int steps = 400;
  const double time = 30 * wave / group;
  begin(parse_scene(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}}, "water": [{{"name": "w",
      "solver": "wave", "dispersion": "airy", "cells": [{}, {}], "size": [{}, {}], "depth": {},
      "edges": {{"-x": "periodic", "+x": "periodic", "-z": "periodic", "+z": "periodic"}},
      "initial": [{{"shape": "npy", "file": "packet.npy"}}]}}]}})",
                                time / steps, n, rows, n * cell, rows * cell, kd / k),
                    folder.file("packet.json")));
  advance(steps);
  const std::vector<float> h = field(".height");
  double energy = 0, moment = 0;
  for (std::uint32_t i = n / 2; i < n; ++i) {
    energy += double{h[i]} * h[i];
    moment += double{h[i]} * h[i] * cell * (i + 0.5 - n / 2.0);
  }
  fmt::print("k d {}: {:.4f} of the group speed\n", kd, moment / energy / time / group);
  EXPECT_NEAR(moment / energy / time, group, 0.01 * group);
}
INSTANTIATE_TEST_SUITE_P(Depths, WaveAiryPacket, testing::Values(0.3, 1.0, 3.0, 10.0));

// Makers go by the depth: a live value that is set to what it is changes nothing.
TEST_F(WaveAiry, ALiveValueKeepsTheDepth) {
  const auto run = [&](bool change) {
    water(R"("cells": [64, 32], "size": [16, 8], "depth": 1, "makers": [{"center": [-6, 0], "length": 6, "radius": 0.6,
      "height": 0.05, "period": 1.5}])",
          0.02);
    auto& solver = *world->water().front().solver;
    double rest = 0;
    for (int i = 0; i < 50; ++i) {
      if (change) {
        EXPECT_TRUE(solver.retune(*scene_.water.front().settings, {.name = "w", .gravity = scene_.gravity}));
      }
      advance(1);
      rest = water_stats().rest;
    }
    EXPECT_NEAR(rest, 16 * 8 * 1, 1e-6);  // m³ under the level
    return field(".height");
  };
  EXPECT_EQ(run(false), run(true));
}

TEST_F(WaveAiry, RefusesWhatItDoesNotKnow) {
  for (const char* bad :
       {R"("cells": [100, 64], "size": [4, 4])", R"("cells": [64, 64], "size": [4, 4], "speed": "depth")",
        R"("cells": [64, 64], "size": [4, 4], "islands": "terrain")",
        R"("cells": [64, 64], "size": [4, 4], "edges": {"-x": "wall", "+x": "fixed"})",
        R"("cells": [64, 64], "size": [4, 4], "gauges": [{"name": "a", "measures": "velocity"}])",
        R"("cells": [64, 64], "size": [4, 4], "depth": 0)"})
    EXPECT_THROW(water(bad, 0.02), Error) << bad;
}

}  // namespace
}  // namespace undine
