// Undamped bodies in waves: the total energy does not grow, and symmetry is preserved.
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesEnergy : public test::BodyTest {
 protected:
  double total() {
    const BodyStats b = body_stats();
    const Stats w = water_stats();
    EXPECT_TRUE(b.afloat && w.joules);
    return *w.joules + b.afloat->kinetic + b.afloat->potential + b.afloat->buoyant;
  }
  // Largest and last total relative to the first one.
  std::pair<double, double> run_for(double seconds, double step) {
    const double start = total();
    double most = 0, now = start;
    for (int k = 0; k < static_cast<int>(seconds / step / 20); ++k) {
      advance(20);
      now = total();
      most = std::max(most, now);
    }
    return {most / start, now / start};
  }
  static constexpr const char* basin = R"("cells": [32, 32], "size": [4, 4], "speed": 1, "damping": 0)";
  static constexpr const char* no_drag = R"("drag": {"normal": 0, "tangential": 0})";
};

TEST_F(BodiesEnergy, DroppedBodiesFeedNoWaves) {
  for (const char* added : {"0", "0.5"}) {
    for (const std::string body :
         {R"("shape": "sphere", "radius": 0.25, "density": 400, "position": [0, 0.6, 0])",
          R"("size": [0.6, 0.3, 0.4], "density": 500, "position": [0.3, 0.4, -0.2], "rotation": [15, 0, 25])",
          R"("size": [0.6, 0.3, 0.4], "density": 500, "position": [0.3, -0.4, -0.2], "rotation": [5, 0, 10])"}) {
      load("{" + body + ", \"added_mass\": " + added + "}", basin, 1.0 / 60);
      const auto [most, last] = run_for(15, 1.0 / 60);
      EXPECT_LT(most, 1.01) << body << added;
      EXPECT_LT(last, 1) << body << added;
    }
  }
}

TEST_F(BodiesEnergy, WithoutDragItIsKept) {
  for (const std::string body : {R"("shape": "sphere", "radius": 0.25, "density": 400, "position": [0, 0.15, 0])",
                                 R"("size": [0.6, 0.3, 0.4], "density": 500, "position": [0.2, 0.1, 0.1])"}) {
    load("{" + body + ", " + no_drag + "}", basin, 1.0 / 120);
    const auto [most, last] = run_for(20, 1.0 / 120);
    EXPECT_LT(most, 1.005) << body;
    EXPECT_GT(last, 0.99) << body;
  }
}

// Roll transfers energy to the waves by the moment of the displacement, and their slope returns it.
TEST_F(BodiesEnergy, RollingWithoutDragKeepsItToo) {
  load(std::string(R"({"size": [0.9, 0.2, 0.6], "density": 500, "position": [0.2, 0, 0.1], "rotation": [0, 0, 14], )") +
           no_drag + "}",
       basin, 1.0 / 120);
  const auto [most, last] = run_for(4, 1.0 / 120);
  EXPECT_LT(most, 1.005);
  EXPECT_GT(last, 0.995);
}

// Planks and hulls that fill a narrow pool: without drag, with initial waves of 2 cm.
TEST_F(BodiesEnergy, LongHullsMakeNone) {
  const auto wave = [](const char* water) {
    return std::string(water) + R"(, "speed": 2.2, "damping": 0,
      "initial": [{"shape": "gaussian", "height": 0.02, "radius": 0.3, "center": [-1.6, 0.1]}])";
  };
  constexpr const char *narrow = R"("cells": [80, 20], "size": [4, 1])", *wide = R"("cells": [80, 80], "size": [4, 4])";
  for (const auto& [body, water] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"("size": [3.2, 0.2, 0.9])", narrow},
           {R"("size": [3.2, 0.2, 0.4])", narrow},
           {R"("size": [3.9, 0.2, 0.95])", narrow},
           {R"("size": [3.9, 0.2, 3.9])", wide},
           {R"("size": [3.2, 0.1, 0.1])", wide},
           {R"("size": [3.2, 0.2, 0.2], "position": [0, 0, 1.88])", wide},
           {R"("size": [2, 0.05, 0.05], "rotation": [0, 40, 0])", wide}}) {
    load("{" + std::string(body) + R"(, "density": 500, )" + no_drag + "}", wave(water), 0.01);
    const auto [most, last] = run_for(8, 0.01);
    EXPECT_LT(most, 1.005) << body;
    EXPECT_GT(last, 0.98) << body;
  }
}

// Drifts around a periodic pool repeatedly: its water level is continuous everywhere.
TEST_F(BodiesEnergy, AHullThatFillsAPeriodicPoolGoesRound) {
  load(std::string(R"({"size": [3.8, 0.2, 3.42], "density": 500, "position": [0.3, 0, 0], "velocity": [1.2, 0, 0], )") +
           no_drag + "}",
       R"("cells": [64, 64], "size": [4, 4], "speed": 2.2, "damping": 0, "edges": {"-x": "periodic", "+x": "periodic"},
          "initial": [{"shape": "gaussian", "height": 0.02, "radius": 0.3, "center": [-1.6, 0.1]}])",
       0.01);
  const auto [most, last] = run_for(10, 0.01);
  EXPECT_LT(most, 1.00003);
  EXPECT_GT(last, 0.99997);
}

// Side by side, each is in the other's waves, too.
TEST_F(BodiesEnergy, RaftsMakeNone) {
  for (const std::string body :
       {R"("size": [2, 0.2, 0.2], "count": 6, "grid": {"cells": [1, 6], "spacing": [1, 0.26]})",
        R"("size": [0.2, 0.2, 2], "count": 9, "grid": {"cells": [9, 1], "spacing": [0.3, 1]})",
        R"("size": [1, 0.2, 0.5], "count": 6, "grid": {"cells": [1, 6], "spacing": [1, 0.6]})",
        R"("size": [0.95, 0.2, 0.95], "count": 16, "grid": {"cells": [4, 4], "spacing": [1, 1]})",
        R"("size": [3.6, 0.2, 1], "count": 3, "grid": {"cells": [1, 3], "spacing": [1, 1.2]})"}) {
    load("{" + body + R"(, "density": 500, )" + no_drag + "}",
         R"("cells": [80, 80], "size": [4, 4], "speed": 2.2, "damping": 0,
            "initial": [{"shape": "gaussian", "height": 0.02, "radius": 0.3, "center": [-1.6, -1.2]}])",
         0.01);
    const auto [most, last] = run_for(6, 0.01);
    EXPECT_LT(most, 1.005) << body;
  }
}

// Two waters with bodies in alternating order: each interacts with its own bodies.
TEST_F(BodiesEnergy, BodiesOfTwoWatersMayComeInAnyOrder) {
  std::string bodies;
  for (const auto& [water, x] : std::initializer_list<std::pair<const char*, double>>{
           {"b", 4.5}, {"a", -0.5}, {"b", 5.5}, {"a", 0.5}, {"b", 5}, {"a", 0}})
    bodies += fmt::format(R"({}{{"water": "{}", "size": [0.4, 0.2, 0.4], "density": 500, "position": [{}, 0.05, {}]}})",
                          bodies.empty() ? "" : ", ", water, x, x == 5 || x == 0 ? 0.6 : 0.0);
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}}, "water": [
    {{"name": "a", "solver": "wave", "cells": [64, 64], "size": [4, 4], "speed": 2}},
    {{"name": "b", "solver": "wave", "cells": [64, 64], "size": [4, 4], "speed": 2, "origin": [5, 0, 0]}}],
    "bodies": [{}]}})",
                        bodies));
  advance(300);
  for (const bodies::BodyState& s : states()) EXPECT_NEAR(s.position.y, 0, 0.02) << s.position.x;
}

TEST_F(BodiesEnergy, ABallInTheMiddleStaysInTheMiddle) {
  load(R"({"shape": "sphere", "radius": 0.25, "density": 400, "position": [0, 0.6, 0]})", basin, 1.0 / 60);
  advance(1800);
  EXPECT_LT(std::abs(state().position.x), 1e-3f);
  EXPECT_LT(std::abs(state().position.z), 1e-3f);
}

TEST_F(BodiesEnergy, ABoxRidesWavesHigherThanItself) {
  load(
      R"({"size": [0.3, 0.1, 0.3], "density": 500, "position": [-1, 0.14, 0]})",
      R"("cells": [32, 32], "size": [4, 4], "speed": 2, "initial": [{"shape": "cosine", "height": 0.2, "mode": [1, 0]}])");
  double apart = 0;
  for (int k = 0; k < 60; ++k) {
    advance(6);
    const bodies::BodyState s = state();
    const std::vector<float> h = height();
    const auto at = [](double x) { return static_cast<std::size_t>(std::clamp((x + 2) * 8, 0.0, 31.0)); };
    const float level = h[at(static_cast<double>(s.position.z)) * 32 + at(static_cast<double>(s.position.x))];
    apart = std::max(apart, std::abs(static_cast<double>(s.position.y - level)));
  }
  EXPECT_LT(apart, 0.06);
}

}  // namespace
}  // namespace undine
