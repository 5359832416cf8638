// The sea on the GPU against direct sums of its components in double precision.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "engine/core/hash.h"
#include "passes/sea/sea_waves.h"
#include "tests/support/body_runner.h"

namespace undine {
namespace {

using sea::Component;

// Elevation and displacement of one patch by direct summation.
struct DirectSum {
  const std::vector<Component>& components;
  double length;
  int n;
  double depth, choppiness;
  struct At {
    double elevation = 0;
    glm::dvec2 displacement{0};
  };
  At at(glm::dvec2 q, double time) const {
    At out;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const Component& c = components[static_cast<std::size_t>(j) * n + i];
        if (c.amplitude == 0.0) continue;
        const glm::dvec2 k = 2 * std::numbers::pi / length * glm::dvec2(i < n / 2 ? i : i - n, j < n / 2 ? j : j - n);
        const std::complex<double> wave =
            c.amplitude * std::polar(1.0, glm::dot(k, q) - 2 * std::numbers::pi * c.frequency * time);
        out.elevation += wave.real();
        const double excursion = depth > 0 ? 1 / std::tanh(glm::length(k) * depth) : 1;
        out.displacement -= choppiness * excursion * k / glm::length(k) * wave.imag();
      }
    return out;
  }
  // Elevation over a place in space.
  double over(glm::dvec2 place, double time) const {
    glm::dvec2 q = place;
    for (int i = 0; i < 60; ++i) q = place - at(q, time).displacement;
    return at(q, time).elevation;
  }
};

struct Sea {
  int texels;
  double height, period, depth, choppiness, time;
};

// The sea at any time: it is a function of it.
class SeaTest : public test::BodyTest {
 protected:
  void go_to(double time) {
    graph::Graph g(*live.back());
    world->water().front().solver->step(g, {.index = 0, .time = time - 0.01, .dt = 0.01});
    run(g);
  }
};

class SeaTransform : public SeaTest, public testing::WithParamInterface<Sea> {
 protected:
  static std::string text(const Sea& s, double size, double origin) {
    return fmt::format(
        R"({{"version": 1, "meshes": [], "clock": {{"step": 0.1, "seed": 11}}, "water": [{{"name": "sea", "solver": "sea",
        "cells": [{}, {}], "size": [{}, {}], "origin": [{}, 2, 0], "depth": {}, "texels": {}, "patches": 1, "length": 400,
        "choppiness": {}, "spectra": [{{"shape": "jonswap", "height": {}, "period": {}, "direction": 40}}]}}]}})",
        s.texels, s.texels, size, size, origin, s.depth > 0 ? fmt::format("{}", s.depth) : "\"deep\"", s.texels,
        s.choppiness, s.height, s.period);
  }
};

TEST_P(SeaTransform, HeightsAreTheSumOfTheComponents) {
  const Sea p = GetParam();
  constexpr double length = 400;
  begin(parse_scene(text(p, length, 0), "sea.json"));
  go_to(p.time);
  const std::vector<float> got = field(".height");
  const auto& settings = dynamic_cast<const sea::SeaSettings&>(*scene_.water.front().settings);
  Hash seed;  // of the first water (World::context_of)
  seed.word(static_cast<std::uint64_t>(scene_.clock.seed));
  seed.word(std::uint64_t{0});
  const sea::SeaWaves waves(settings, scene_.gravity, seed.value());
  const DirectSum sum{waves.components(0), length, p.texels, p.depth, p.choppiness};
  double worst = 0;
  const int every = std::max(1, p.texels / 16) | 1;  // odd: all residues of the transform's steps
  for (int j = 0; j < p.texels; j += every)
    for (int i = 0; i < p.texels; i += every) {
      const glm::dvec2 place = length * ((glm::dvec2(i, j) + 0.5) / static_cast<double>(p.texels) - 0.5);
      const double want = 2 + (p.choppiness > 0 ? sum.over(place, p.time) : sum.at(place, p.time).elevation);
      worst = std::max(worst, std::abs(got[static_cast<std::size_t>(j) * p.texels + i] - want));
    }
  // At texels only rounding is left: of the transform, and of single-precision elevations.
  EXPECT_LT(worst, (p.choppiness > 0 ? 2e-3 : 1e-5) * p.height + 3e-7);
}

INSTANTIATE_TEST_SUITE_P(Seas, SeaTransform,
                         testing::Values(Sea{64, 2, 7, 0, 0, 3.25}, Sea{128, 2, 7, 0, 0, 1}, Sea{256, 3, 9, 12, 0, 40},
                                         Sea{512, 1, 8, 0, 0, 0.01}, Sea{64, 1, 8, 0, 0, 86400},
                                         Sea{64, 1.5, 8, 0, 1, 5}, Sea{64, 1, 8, 10, 1, 5}));

std::string two_patches(const std::string& more, const std::string& origin = "[0, 0, 0]", double step = 0.5) {
  return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}, "seed": 4}}, "water": [{{"name": "sea",
    "solver": "sea", "cells": [32, 24], "size": [64, 48], "origin": {}, "texels": 64, "patches": 2{}}}]}})",
                     step, origin, more);
}

TEST_F(SeaTest, IsAFunctionOfTime) {
  begin(parse_scene(two_patches(""), "sea.json"));
  advance(40);
  const std::vector<float> small_steps = field(".height");
  begin(parse_scene(two_patches("", "[0, 0, 0]"), "sea.json"));
  go_to(20);
  EXPECT_EQ(small_steps, field(".height"));
}

TEST_F(SeaTest, ALoopEndsWhereItBegan) {
  begin(parse_scene(two_patches(R"(, "loop": 6)"), "sea.json"));
  const std::vector<float> first = field(".height");
  advance(12);
  EXPECT_EQ(first, field(".height"));
  advance(5);
  EXPECT_NE(first, field(".height"));
}

// A grid 40 km away samples the same sea: moved by whole lengths of its patch it has the same heights.
TEST_F(SeaTest, KeepsMillimetersFarFromTheOrigin) {
  const auto one = [](double x) {
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.5}}, "water": [{{"name": "sea",
      "solver": "sea", "cells": [32, 24], "size": [64, 48], "origin": [{}, 0, {}], "texels": 64, "patches": 1,
      "length": 160}}]}})",
                       x, -x);
  };
  begin(parse_scene(one(0), "sea.json"));
  advance(1);
  const std::vector<float> here = field(".height");
  begin(parse_scene(one(250 * 160), "sea.json"));
  advance(1);
  const std::vector<float> far = field(".height");
  for (std::size_t i = 0; i < here.size(); ++i) EXPECT_NEAR(here[i], far[i], 1e-4);
}

TEST_F(SeaTest, WithoutWindItIsFlat) {
  begin(parse_scene(two_patches(R"(, "spectra": [{"shape": "jonswap", "wind": 0}])", "[0, 3, 0]"), "sea.json"));
  advance(3);
  for (float h : field(".height")) EXPECT_EQ(h, 3.0f);
}

TEST_F(SeaTest, RefusesWhatNoPatchHolds) {
  for (const char* bad : {R"(, "spectra": [{"shape": "swell", "height": 1, "period": 20}], "length": 50)",
                          R"(, "depth": 0)", R"(, "texels": 100)", R"(, "around": "nothing")", R"(, "around": "sea")"})
    EXPECT_THROW(begin(parse_scene(two_patches(bad), "sea.json")), Error) << bad;
  EXPECT_THROW(
      begin(parse_scene(R"({"version": 1, "water": [{"name": "a", "solver": "sea"}, {"name": "b", "solver": "sea"}]})",
                        "sea.json")),
      Error);
}

// Velocities are the change of displacements: at choppiness 1 of one wave each.
TEST_F(SeaTest, VelocityIsTheRateOfTheDisplacement) {
  begin(parse_scene(R"({"version": 1, "meshes": [], "clock": {"step": 0.01, "seed": 4}, "water": [{"name": "sea",
    "solver": "sea", "cells": [32, 32], "size": [400, 400], "texels": 64, "patches": 1, "length": 400,
    "depth": 8, "spectra": [{"shape": "swell", "height": 0.01, "period": 9}]}]})",
                    "sea.json"));
  const auto at = [&](double time, const char* name) {
    go_to(time);
    return field(name);
  };
  const std::vector<float> before = at(49.98, ".displacement"), after = at(50.02, ".displacement"),
                           rate = at(50, ".velocity");
  ASSERT_EQ(rate.size(), std::size_t{3} * 32 * 32);
  double most = 0, worst = 0;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    most = std::max(most, std::abs(double{rate[i]}));
    worst = std::max(worst, std::abs((double{after[i]} - before[i]) / 0.04 - rate[i]));
  }
  EXPECT_GT(most, 0.003);
  EXPECT_LT(worst, 0.01 * most);
}

// New spectra come in without a jump.
TEST_F(SeaTest, AChangeOfTheWindIsGradual) {
  begin(parse_scene(two_patches("", "[0, 0, 0]", 0.02), "sea.json"));
  advance(10);
  std::vector<float> before = field(".height");
  advance(1);
  double usual = 0;
  const auto change = [&] {
    const std::vector<float> now = field(".height");
    double most = 0;
    for (std::size_t i = 0; i < now.size(); ++i) most = std::max(most, std::abs(double{now[i]} - before[i]));
    before = now;
    return most;
  };
  usual = change();
  const double calm = water_stats().sea->significant_height;
  Scene windier =
      parse_scene(two_patches(R"(, "spectra": [{"shape": "jonswap", "wind": 14}])", "[0, 0, 0]", 0.02), "sea.json");
  auto& solver = *world->water().front().solver;
  ASSERT_TRUE(solver.retune(*windier.water.front().settings, {.name = "sea", .gravity = 9.81, .seed = 4}));
  double most = 0;
  for (int i = 0; i < 30; ++i) {  // and again, as a slider that is dragged does
    advance(1);
    most = std::max(most, change());
    ASSERT_TRUE(solver.retune(*windier.water.front().settings, {.name = "sea", .gravity = 9.81, .seed = 4}));
  }
  for (int i = 0; i < 200; ++i) {
    advance(1);
    most = std::max(most, change());
  }
  EXPECT_GT(water_stats().sea->significant_height, 1.3 * calm);
  EXPECT_LT(most, 4 * usual);
}

// A small buoy rides long waves: its heave is the surface's.
TEST_F(SeaTest, ABuoyRidesTheSwell) {
  begin(parse_scene(R"({"version": 1, "meshes": [], "clock": {"step": 0.05, "seed": 4}, "water": [{"name": "sea",
    "solver": "sea", "cells": [128, 128], "size": [64, 64], "texels": 64, "patches": 1, "length": 2400,
    "whitecaps": 0, "spectra": [{"shape": "swell", "height": 2, "period": 12, "spreading": 400}]}],
    "bodies": [{"name": "buoy", "shape": "cylinder", "radius": 0.6, "length": 1.2, "density": 500, "ballast": [0, -0.25, 0]}]})",
                    "sea.json"));
  advance(200);
  double surface2 = 0, heave2 = 0, product = 0, surface_mean = 0, heave_mean = 0;
  constexpr int samples = 600;
  std::vector<std::pair<double, double>> all;
  for (int i = 0; i < samples; ++i) {
    advance(2);
    const auto p = state().position;
    const std::vector<float> h = field(".height");
    const double x = (p[0] + 32) * 2 - 0.5, z = (p[2] + 32) * 2 - 0.5;
    ASSERT_TRUE(x > 0 && x < 126 && z > 0 && z < 126);
    const auto a = static_cast<std::size_t>(x), b = static_cast<std::size_t>(z);
    const double f = x - static_cast<double>(a), q = z - static_cast<double>(b);
    const auto v = [&](std::size_t c, std::size_t d) { return double{h[d * 128 + c]}; };
    all.emplace_back(
        (1 - q) * ((1 - f) * v(a, b) + f * v(a + 1, b)) + q * ((1 - f) * v(a, b + 1) + f * v(a + 1, b + 1)), p[1]);
  }
  for (const auto& [s, h] : all) surface_mean += s / samples, heave_mean += h / samples;
  for (const auto& [s, h] : all) {
    surface2 += (s - surface_mean) * (s - surface_mean);
    heave2 += (h - heave_mean) * (h - heave_mean);
    product += (s - surface_mean) * (h - heave_mean);
  }
  EXPECT_NEAR(std::sqrt(heave2 / surface2), 1, 0.02);
  EXPECT_GT(product / std::sqrt(surface2 * heave2), std::cos(2 * std::numbers::pi / 180));
}

// A current takes the whole sea along: from the water it looks as without.
TEST_F(SeaTest, ACurrentMovesItAll) {
  const auto heights = [&](const std::string& origin, const std::string& more) {
    begin(parse_scene(two_patches(more, origin), "sea.json"));
    go_to(40);
    std::vector<float> out = field(".height");
    const std::vector<float> velocity = field(".velocity");
    out.insert(out.end(), velocity.begin(), velocity.end());
    return out;
  };
  const std::vector<float> still = heights("[0, 0, 0]", ""),
                           moved = heights("[60, 0, -20]", R"(, "current": [1.5, -0.5])");
  double most = 0, worst = 0;
  constexpr std::size_t cells = std::size_t{32} * 24;
  for (std::size_t i = 0; i < still.size(); ++i) {
    const double along = i < cells ? 0 : std::array{1.5, 0.0, -0.5}[(i - cells) % 3];
    most = std::max(most, std::abs(double{still[i]}));
    worst = std::max(worst, std::abs(double{moved[i]} - still[i] - along));
  }
  EXPECT_GT(most, 0.3);
  EXPECT_LT(worst, 1e-3);
}

// Leaves go on with the mean velocity of the water at the surface, a^2 omega k of each component, and with the current.
TEST_F(SeaTest, LeavesDriftAsStokesSays) {
  begin(parse_scene(R"({"version": 1, "meshes": [], "clock": {"step": 0.05, "seed": 4}, "water": [{"name": "sea",
    "solver": "sea", "cells": [64, 64], "size": [128, 128], "texels": 64, "patches": 1, "length": 200, "current": [0, 0.25],
    "whitecaps": 0, "spectra": [{"shape": "swell", "height": 1.5, "period": 5, "spreading": 200}]}],
    "leaves": [{"count": 12, "size": 0.05, "radius": 3}]})",
                    "sea.json"));
  const auto& settings = dynamic_cast<const sea::SeaSettings&>(*scene_.water.front().settings);
  Hash seed;  // of the first water (World::context_of)
  seed.word(static_cast<std::uint64_t>(scene_.clock.seed));
  seed.word(std::uint64_t{0});
  const std::vector<Component> all = sea::SeaWaves(settings, scene_.gravity, seed.value()).components(0);
  glm::dvec2 want(0, 0.25);
  for (int j = 0; j < 64; ++j)
    for (int i = 0; i < 64; ++i) {
      const Component& c = all[static_cast<std::size_t>(j) * 64 + i];
      const glm::dvec2 k = 2 * std::numbers::pi / 200 * glm::dvec2(i < 32 ? i : i - 64, j < 32 ? j : j - 64);
      want += std::norm(c.amplitude) * 2 * std::numbers::pi * c.frequency * k;
    }
  EXPECT_GT(want.x, 0.02);
  const auto middle = [&] {
    const std::vector<float> state = field("leaves.state");
    glm::dvec2 sum(0);
    for (std::size_t i = 0; i < 12; ++i) sum += glm::dvec2(state[8 * i], state[8 * i + 2]) / 12.0;
    return sum;
  };
  advance(100);
  const glm::dvec2 from = middle();
  advance(600);
  const glm::dvec2 speed = (middle() - from) / 30.0;
  EXPECT_NEAR(speed.x, want.x, 0.05 * want.x);
  EXPECT_NEAR(speed.y, want.y, 0.05 * want.y);
}

std::string on_a_sea(const std::string& more, const std::string& edges = R"("absorb")", double level = 0) {
  return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.05, "seed": 4}}, "water": [
    {{"name": "wake", "solver": "wave", "dispersion": "airy", "on": "sea", "cells": [64, 64], "size": [64, 64],
      "origin": [0, {1}, 0], "edges": {{"-x": {0}, "+x": {0}, "-z": {0}, "+z": {0}}}{2}}},
    {{"name": "sea", "solver": "sea", "cells": [64, 64], "size": [64, 64], "texels": 64, "patches": 2, "whitecaps": 0}}]}})",
                     edges, level, more);
}

// Waves on a sea know nothing of it; what meets the surface meets the sum.
TEST_F(SeaTest, CarriesOtherWaves) {
  const std::string hump = R"(, "initial": [{"shape": "gaussian", "height": 0.4, "radius": 4}],
    "gauges": [{"name": "mast", "position": [3.5, 0, 0.5]}])";
  begin(parse_scene(on_a_sea(hump), "sea.json"));
  advance(40);
  const std::vector<float> own = field("wake.height"), level = field("wake.level"), sea = field("sea.height");
  double most = 0, worst = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    most = std::max(most, double{std::abs(own[i])});
    worst = std::max(worst, std::abs(double{level[i]} - sea[i] - own[i]));
  }
  EXPECT_GT(most, 0.02);
  EXPECT_LT(worst, 1e-3 * most);  // half-precision heights of the waves
  EXPECT_NEAR(water_stats().gauges.front().second, level[32 * 64 + 35], 1e-5);
  std::string alone = on_a_sea(hump);
  alone.replace(alone.find(R"("on": "sea", )"), 13, "");
  begin(parse_scene(alone, "sea.json"));
  advance(40);
  EXPECT_EQ(field("wake.height"), own);
}

// A body that displaces nothing rides the sea through the waves on it as it rides the sea alone.
TEST_F(SeaTest, ABodyOnCarriedWavesFeelsTheSea) {
  const auto ride = [&](const std::string& water) {
    std::string text = on_a_sea("");
    text.insert(text.rfind('}'), R"(, "bodies": [{"name": "buoy", "shape": "sphere", "radius": 0.6, "density": 500,
      "displaces": false, "water": ")" +
                                     water + R"("}])");
    begin(parse_scene(text, "sea.json"));
    std::vector<double> heights;
    for (int i = 0; i < 30; ++i) {
      advance(5);
      heights.push_back(state().position[1]);
    }
    return heights;
  };
  const std::vector<double> through = ride("wake"), alone = ride("sea");
  double most = 0;
  for (std::size_t i = 0; i < through.size(); ++i) {
    EXPECT_NEAR(through[i], alone[i], 2e-3);
    most = std::max(most, std::abs(alone[i]));
  }
  EXPECT_GT(most, 0.1);
}

TEST_F(SeaTest, RefusesWavesThatItCannotCarry) {
  const auto refuses = [&](std::string text, const char* what) {
    try {
      begin(parse_scene(text, "sea.json"));
      FAIL() << "no error with " << what;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    }
  };
  std::string nowhere = on_a_sea("");
  nowhere.replace(nowhere.find(R"("on": "sea")"), 11, R"("on": "ice")");
  refuses(nowhere, "no sea is called \"ice\"");
  refuses(on_a_sea("", R"("wall")"), "must be able to leave");
  refuses(on_a_sea("", R"("absorb")", 1.5), "rest level of these waves is 1.5 m");
  refuses(on_a_sea(R"(, "sides": 2)"), "closed sides");
  std::string flowing = on_a_sea("");
  flowing.replace(flowing.find(R"("whitecaps": 0)"), 14, R"("current": [1, 0])");
  refuses(flowing, "cannot carry the waves \"wake\"");
  std::string two = on_a_sea("");
  two.insert(two.rfind(']'), R"(, {"name": "zone", "solver": "wave", "on": "sea", "cells": [8, 8],
    "edges": {"-x": "absorb", "+x": "absorb", "-z": "absorb", "+z": "absorb"}})");
  refuses(two, "carries the waves of \"wake\" already");
}

// A sum of many components with random phases is a normal process.
TEST_F(SeaTest, ElevationsAreNormal) {
  begin(parse_scene(R"({"version": 1, "meshes": [], "clock": {"step": 0.5, "seed": 4}, "water": [{"name": "sea",
    "solver": "sea", "cells": [64, 64], "size": [900, 900], "texels": 64, "patches": 2, "choppiness": 0}]})",
                    "sea.json"));
  std::vector<double> all;
  for (int i = 0; i < 24; ++i) {
    advance(23);
    for (float h : field(".height")) all.push_back(h);
  }
  const double variance = std::pow(water_stats().sea->significant_height / 4, 2);
  std::sort(all.begin(), all.end());
  double distance = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double expected = 0.5 * std::erfc(-all[i] / std::sqrt(2 * variance));
    distance =
        std::max(distance, std::abs(expected - (static_cast<double>(i) + 0.5) / static_cast<double>(all.size())));
  }
  EXPECT_LT(distance, 0.05);
}

}  // namespace
}  // namespace undine
