// Moorings: a spring's period, a pendulum, a crate that a current carries, a spring of another program beside the
// scene's.
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

using std::numbers::pi;

class BodiesMoorings : public test::BodyTest {
 protected:
  static constexpr double step = 1.0 / 240;
  // Seconds between rises through zero, and the largest value after the last of them.
  struct Swing {
    double period = 0, height = 0;
  };
  static Swing swing_of(const std::vector<double>& y) {
    std::vector<double> rises;
    Swing out;
    for (std::size_t i = 1; i < y.size(); ++i) {
      if (y[i - 1] < 0 && y[i] >= 0) {
        rises.push_back(step * (static_cast<double>(i) - y[i] / (y[i] - y[i - 1])));
        out.height = 0;
      }
      out.height = std::max(out.height, y[i]);
    }
    out.period = (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
    return out;
  }
};

// A ball of 500 kg/m^3 with a radius of 0.1 m, in air.
constexpr double ball_mass = 500 * 4.0 / 3 * pi * 1e-3;

TEST_F(BodiesMoorings, SpringsSwingWithTheirPeriod) {
  for (const double stiffness : {200.0, 2000.0}) {
    SCOPED_TRACE(stiffness);
    const double rest = 4 - 0.9 - ball_mass * 9.81 / stiffness, lift = 0.05;
    load(fmt::format(R"({{"shape": "sphere", "radius": 0.1, "density": 500, "position": [0, {}, 0],
           "moorings": [{{"to": [0, 4, 0], "length": 0.9, "stiffness": {}, "pushes": true}}]}})",
                     rest + lift, stiffness),
         R"("cells": [32, 32], "size": [16, 16], "speed": 3)", step);
    const double period = 2 * pi * std::sqrt(ball_mass / stiffness);
    std::vector<double> y;
    while (static_cast<double>(y.size()) * step < 10.2 * period) {
      y.push_back(static_cast<double>(state().position.y) - rest);
      advance(1);
    }
    const Swing swing = swing_of(y);
    EXPECT_NEAR(swing.period / period, 1, 0.01);
    EXPECT_NEAR(swing.height / lift, 1, 0.02) << "after ten periods";
  }
}

// Another program reads the state of every clock step and applies the force of the same spring.
TEST_F(BodiesMoorings, ProgramsSpringsSwingAlike) {
  const double stiffness = 200, rest = 3.1 - ball_mass * 9.81 / stiffness, lift = 0.05;
  load(fmt::format(R"({{"shape": "sphere", "radius": 0.1, "density": 500, "position": [0, {}, 0]}})", rest + lift),
       R"("cells": [32, 32], "size": [16, 16], "speed": 3)", step);
  std::vector<double> y;
  for (int i = 0; i < 600; ++i) {
    const double at = static_cast<double>(state().position.y);
    y.push_back(at - rest);
    world->bodies()->load(0, {0, stiffness * (3.1 - at), 0}, {0, 0, 0});
    advance(1);
  }
  EXPECT_NEAR(swing_of(y).period / (2 * pi * std::sqrt(ball_mass / stiffness)), 1, 0.01);
}

TEST_F(BodiesMoorings, ABallOnALineIsAPendulum) {
  const double length = 0.8, angle = 0.1, below = length * std::cos(angle), aside = length * std::sin(angle);
  load(fmt::format(R"({{"shape": "sphere", "radius": 0.1, "density": 500, "position": [{}, {}, 0],
         "moorings": [{{"to": [0, 4, 0], "stiffness": 1e9}}]}})",
                   aside, 4 - below),
       R"("cells": [32, 32], "size": [16, 16], "speed": 3)", step);
  std::vector<double> x;
  double longest = 0;
  for (int i = 0; i < 1500; ++i) {
    const glm::dvec3 at(state().position);
    x.push_back(at.x);
    longest = std::max(longest, glm::distance(at, glm::dvec3(0, 4, 0)));
    advance(1);
  }
  EXPECT_NEAR(swing_of(x).period / (2 * pi * std::sqrt(length / 9.81) * (1 + angle * angle / 16)), 1, 0.01);
  EXPECT_LT(longest, 1.002 * length);
}

TEST_F(BodiesMoorings, ACurrentCarriesACrateToTheEndOfItsLine) {
  const auto crate = [](const std::string& mooring) {
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.016666667}},
      "water": [{{"name": "w", "solver": "shallow", "cells": [60, 20], "size": [30, 10], "velocity": [1, 0],
        "initial": [{{"shape": "level", "level": 1}}], "edges": {{"-x": {{"discharge": 1}}, "+x": "transmissive"}}}}],
      "bodies": [{{"size": [0.6, 0.4, 0.6], "density": 500, "position": [-8, 1, 0] {}}}]}})",
                       mooring);
  };
  load_text(crate(""));
  advance(360);
  EXPECT_GT(state().position.x, -5) << "carried away without a line";
  load_text(crate(
      R"(, "moorings": [{"at": [-0.3, 0, 0], "to": [-9, 0.2, 0], "length": 2, "stiffness": 2000, "damping": 100}])"));
  advance(10);
  EXPECT_LT(state().velocity.x, 0.6) << "slack at first: nothing but the current pushes";
  advance(590);
  const bodies::BodyState s = state();
  EXPECT_NEAR(glm::distance(glm::dvec3(s.position) - glm::dvec3(0.3, 0, 0), glm::dvec3(-9, 0.2, 0)), 2, 0.15);
  EXPECT_LT(glm::length(s.velocity), 0.15);
}

// Each of these alone is as stiff as a sub-step resolves.
TEST_F(BodiesMoorings, ManyOfTheStiffestAreStable) {
  const std::string line =
      R"({"at": [0.2, 0, 0], "to": [1, 3, 0], "stiffness": 1e12, "damping": 1e12, "pushes": true})";
  std::string lines = line;
  for (int i = 0; i < 11; ++i) lines += ", " + line;
  load(R"({"size": [0.4, 0.4, 0.4], "position": [0, 3, 0], "velocity": [0.5, 1, 0], "moorings": [)" + lines + "]}",
       R"("cells": [32, 32], "size": [16, 16], "speed": 3)", step);
  advance(240);
  const bodies::BodyState s = state();
  EXPECT_LT(glm::length(s.velocity), 10.0f);
  EXPECT_LT(glm::distance(glm::dvec3(s.position), glm::dvec3(1, 3, 0)), 1.1);
}

// Two balls of unequal mass on a spring, in free fall: they swing with the period of their reduced mass, and their
// center of mass keeps its place along the spring.
TEST_F(BodiesMoorings, ASpringBetweenTwoBodiesKeepsTheirMomentum) {
  const double masses[2] = {ball_mass, 3 * ball_mass}, reduced = 0.75 * ball_mass, stiffness = 3000, lift = 0.05;
  load(fmt::format(R"({{"name": "light", "shape": "sphere", "radius": 0.1, "density": 500, "position": [-0.6, 3.8, 0]}},
         {{"name": "heavy", "shape": "sphere", "radius": 0.1, "density": 1500, "position": [0.2, 3.8, 0],
           "moorings": [{{"body": "light", "to": [0, 0, 0], "length": {}, "stiffness": {}, "pushes": true}}]}})",
                   0.8 - lift, stiffness),
       R"("cells": [32, 32], "size": [16, 16], "speed": 3)", step);
  std::vector<double> x;
  const double middle = (masses[0] * -0.6 + masses[1] * 0.2) / (masses[0] + masses[1]);
  for (int i = 0; i < 180; ++i) {
    const glm::dvec3 a(states()[0].position), b(states()[1].position);
    x.push_back(b.x - a.x - (0.8 - lift));
    EXPECT_NEAR((masses[0] * a.x + masses[1] * b.x) / (masses[0] + masses[1]), middle, 2e-6) << i;
    EXPECT_NEAR(a.y, b.y, 1e-6) << i;
    advance(1);
  }
  const Swing swing = swing_of(x);
  EXPECT_NEAR(swing.period / (2 * pi * std::sqrt(reduced / stiffness)), 1, 0.01);
  EXPECT_NEAR(swing.height / lift, 1, 0.05);
}

// A cube that hangs from two springs without length, at the ends of an edge: a physical pendulum about this edge.
TEST_F(BodiesMoorings, TwoSpringsWithoutLengthAreAHinge) {
  const double side = 0.4, arm = side / 2, angle = 0.1;  // the edge lies above the cube's middle
  const std::string spring =
      R"({{"at": [0, {0}, {1}], "to": [0, 3.5, {1}], "length": 0, "stiffness": 1e7, "damping": 1000, "pushes": true}})";
  load(fmt::format(R"({{"size": [{0}, {0}, {0}], "density": 500, "position": [{1}, {2}, 0], "rotation": [0, 0, {3}],
         "moorings": [)",
                   side, arm * std::sin(angle), 3.5 - arm * std::cos(angle), angle * 180 / pi) +
           fmt::format(fmt::runtime(spring), arm, -0.2) + ", " + fmt::format(fmt::runtime(spring), arm, 0.2) + "]}",
       R"("cells": [32, 32], "size": [16, 16], "speed": 3)", step);
  std::vector<double> x;
  double farthest = 0;
  for (int i = 0; i < 900; ++i) {
    const glm::dvec3 at(state().position);
    x.push_back(at.x);
    farthest = std::max(farthest, std::abs(glm::distance(at, glm::dvec3(0, 3.5, 0)) - arm));
    EXPECT_NEAR(at.z, 0, 1e-4);
    advance(1);
  }
  const double inertia = side * side / 6 + arm * arm;  // about the edge, of unit mass
  EXPECT_NEAR(swing_of(x).period / (2 * pi * std::sqrt(inertia / (9.81 * arm)) * (1 + angle * angle / 16)), 1, 0.01);
  EXPECT_LT(farthest, 0.002);
}

TEST_F(BodiesMoorings, ProgramsAddAndRemoveThem) {
  const std::string ball = R"({"name": "a", "shape": "sphere", "radius": 0.1, "density": 500, "position": [0, 3, 0])";
  const std::string water = R"("cells": [32, 32], "size": [16, 16], "speed": 3)";
  load(ball + R"(, "moorings": [{"to": [0, 4, 0], "length": 0.9, "stiffness": 400, "damping": 2, "pushes": true}]})",
       water, step);
  advance(60);
  const bodies::BodyState of_scene = state();
  load(ball + "}", water, step);
  BodyMooring mooring;
  mooring.to = {0, 4, 0};
  mooring.length = 0.9;
  mooring.stiffness = 400;
  mooring.damping = 2;
  mooring.pushes = true;
  const std::uint32_t line = world->bodies()->moor(0, mooring, std::nullopt);
  EXPECT_EQ(line, 0u);
  advance(60);
  const bodies::BodyState of_program = state();
  EXPECT_EQ(std::memcmp(&of_scene, &of_program, 13 * sizeof(float)), 0) << "the same to the bit";
  world->bodies()->unmoor(line);
  advance(1);
  const double before = static_cast<double>(state().velocity.y);
  advance(10);
  EXPECT_NEAR(static_cast<double>(state().velocity.y) - before, -9.81 * 10 * step, 1e-3) << "falls freely";
  EXPECT_EQ(world->bodies()->moor(0, mooring, std::nullopt), 0u) << "its number is free again";
}

TEST_F(BodiesMoorings, BadCallsOfProgramsAreErrors) {
  load(R"({"size": [0.2, 0.2, 0.2], "position": [0, 3, 0]})", R"("cells": [32, 32], "size": [16, 16], "speed": 3)",
       step);
  BodyMooring mooring;
  mooring.length = 1;
  Bodies& all = *world->bodies();
  EXPECT_THROW(all.moor(1, mooring, std::nullopt), Error);
  EXPECT_THROW(all.moor(0, mooring, 1), Error);
  EXPECT_THROW(all.moor(0, mooring, 0), Error) << "its own body";
  EXPECT_THROW(all.unmoor(0), Error);
  mooring.length = -1;
  EXPECT_THROW(all.moor(0, mooring, std::nullopt), Error) << "no length";
  mooring.length = 1;
  for (int i = 0; i < bodies::body_most_lines; ++i) all.moor(0, mooring, std::nullopt);
  EXPECT_THROW(all.moor(0, mooring, std::nullopt), Error) << "no room";
  all.unmoor(7);
  EXPECT_EQ(all.moor(0, mooring, std::nullopt), 7u);
  advance(2);
  EXPECT_TRUE(std::isfinite(state().position.y));
}

TEST_F(BodiesMoorings, BadOnesAreErrors) {
  const auto refused = [&](const std::string& text, const std::string& word) {
    try {
      load(R"({"size": [1, 1, 1], "position": [0, 0, 0], )" + text + "}");
      ADD_FAILURE() << text;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    }
  };
  refused(R"("moorings": [{"length": 1}])", "\"to\" is missing");
  refused(R"("moorings": [{"to": [0, 1, 0], "stiffness": -1}])", "/bodies/0/moorings/0/stiffness");
  refused(R"("count": 4, "moorings": [{"to": [0, 1, 0]}])", "4 bodies would share them");
  refused(R"("moorings": [{"body": "nobody", "to": [0, 1, 0]}])", "no body is called");
  refused(R"("name": "me", "moorings": [{"body": "me", "to": [0, 1, 0]}])", "ends at its own body");
  std::string many = R"("moorings": [{"to": [0, 1, 0]})";
  for (int i = 0; i < bodies::body_most_lines; ++i) many += R"(, {"to": [0, 1, 0]})";
  refused(many + "]", "at most 256");
}

}  // namespace
}  // namespace undine
