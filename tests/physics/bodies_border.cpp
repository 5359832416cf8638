// Bodies outside the grid of their water, across its border, and wider than it.
#include <cmath>

#include "engine/core/error.h"
#include "tests/support/body_runner.h"

namespace undine {
namespace {

class BodiesBorder : public test::BodyTest {
 protected:
  void place(const std::string& water, const std::string& bodies, const std::string& meshes = "",
             double step = 1.0 / 120) {
    load_text(fmt::format(R"({{"version": 1, "clock": {{"step": {}}}, "meshes": [{}], "water": [{}], "bodies": [{}]}})",
                          step, meshes, water, bodies));
  }
  // Largest horizontal speed and distance of the first body, and the largest speed.
  struct Motion {
    double speed = 0, way = 0, any = 0;
  };
  Motion motion(int steps, int stride = 6) {
    const glm::dvec3 start(state().position);
    Motion out;
    for (int i = 0; i < steps; i += stride) {
      advance(stride);
      const bodies::BodyState s = state();
      const glm::dvec3 v(s.velocity), off = glm::dvec3(s.position) - start;
      out.speed = std::max(out.speed, std::hypot(v.x, v.z));
      out.any = std::max(out.any, glm::length(v));
      out.way = std::max(out.way, std::hypot(off.x, off.z));
    }
    return out;
  }
};

const std::string waters[] = {
    R"({"name": "w", "solver": "wave", "cells": [32, 32], "size": [4, 4]})",
    R"({"name": "w", "solver": "shallow", "cells": [32, 32], "size": [4, 4], "origin": [0, -1, 0],
        "initial": [{"shape": "level", "level": 1}]})",
    R"({"name": "w", "solver": "pipes", "cells": [32, 32], "size": [4, 4], "origin": [0, -1, 0],
        "initial": [{"shape": "level", "level": 1}]})",
    R"({"name": "w", "solver": "fluid", "cells": [32, 32], "size": [4, 4]})"};

TEST_F(BodiesBorder, ACrateOnADeckBesideThePoolStays) {
  for (const std::string& water : waters)
    for (const glm::dvec2 at : {glm::dvec2(5, 0), glm::dvec2(-24, 3)}) {
      SCOPED_TRACE(water + fmt::format(" {} {}", at.x, at.y));
      place(water, fmt::format(R"({{"size": [0.4, 0.4, 0.4], "position": [{}, 0.3, {}]}})", at.x, at.y),
            fmt::format(R"({{"shape": "box", "size": [8, 0.2, 8], "translate": [{}, 0, {}], "solid": true}})",
                        at.x + 1.2 * (at.x > 0 ? 1 : -1), at.y));
      const Motion m = motion(48);
      EXPECT_LT(m.speed, 0.01);
      EXPECT_LT(m.way, 0.003);
      EXPECT_NEAR(static_cast<double>(state().volume), 0, 1e-9);
    }
}

TEST_F(BodiesBorder, DrySidesOfAHullOverTheBorderAreNotPressed) {
  // Plate with its center outside, half a meter under water: only its part inside displaces.
  for (std::size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(waters[i]);
    place(waters[i], R"({"size": [2, 0.1, 1], "density": 900, "position": [2.4, -0.5, 0.3], "displaces": false})");
    advance(1);
    EXPECT_NEAR(static_cast<double>(state().volume), 0.6 * 0.1, 0.01 * 0.06);
  }
}

TEST_F(BodiesBorder, ABodyOverACornerIsMovedInGently) {
  for (const glm::dvec3 size : {glm::dvec3(3, 0.6, 1), glm::dvec3(1, 0.5, 1), glm::dvec3(6, 1, 4)}) {
    SCOPED_TRACE(size.x);
    place(R"({"name": "w", "solver": "wave", "cells": [64, 64], "size": [20, 20], "speed": 3})",
          fmt::format(R"({{"shape": "box", "size": [{}, {}, {}], "position": [10, 0, 10]}})", size.x, size.y, size.z));
    const Motion m = motion(180);
    EXPECT_LT(m.any, 0.5);
    const bodies::BodyState s = state();
    EXPECT_LE(static_cast<double>(s.position.x), 10 - size.x / 2 + 0.01);
    EXPECT_LE(static_cast<double>(s.position.z), 10 - size.z / 2 + 0.01);
    EXPECT_GT(static_cast<double>(s.position.x), 6);
    EXPECT_NEAR(static_cast<double>(s.position.y), 0, 0.05);
  }
}

TEST_F(BodiesBorder, ABodyWhoseCenterLiesBeyondACornerIsNotThrown) {
  for (const glm::dvec2 at : {glm::dvec2(10.2, 10.1), glm::dvec2(10.3, 4), glm::dvec2(3, -10.05)}) {
    SCOPED_TRACE(at.x);
    place(R"({"name": "w", "solver": "wave", "cells": [64, 64], "size": [20, 20], "speed": 3})",
          fmt::format(R"({{"size": [3, 0.6, 1], "position": [{}, 0, {}]}})", at.x, at.y));
    EXPECT_LT(motion(180).speed, 1.5);
  }
}

TEST_F(BodiesBorder, ABodyWiderThanItsWaterIsRefused) {
  for (const char* size : {"[30, 1, 2]", "[2, 1, 21]", "[25, 0.2, 25]"}) {
    try {
      place(R"({"name": "w", "solver": "wave", "cells": [64, 64], "size": [20, 20], "speed": 3})",
            fmt::format(R"({{"size": {}, "position": [0, 0, 0]}})", size));
      FAIL() << size;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      EXPECT_NE(std::string(e.what()).find("/bodies/0"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find("20 x 20 m"), std::string::npos) << e.what();
    }
  }
  // A periodic axis has no border.
  place(R"({"name": "w", "solver": "wave", "cells": [64, 64], "size": [20, 20], "speed": 3,
            "edges": {"-x": "periodic", "+x": "periodic"}})",
        R"({"size": [3, 0.6, 1], "position": [10, 0, 0]})");
  EXPECT_LT(motion(120).any, 0.3);
}

TEST_F(BodiesBorder, BodyThatFallsIntoAPoolFromOutsideFloats) {
  // Thrown over the border from the deck: dry until above the water, then afloat and confined.
  place(R"({"name": "w", "solver": "wave", "cells": [64, 64], "size": [8, 8], "speed": 3})",
        R"({"size": [0.4, 0.4, 0.4], "position": [5, 1.2, 0], "velocity": [-4, 0, 0]})");
  advance(30);
  EXPECT_EQ(state().volume, 0.0f);
  const Motion m = motion(420);
  EXPECT_LT(m.any, 8);
  const bodies::BodyState s = state();
  EXPECT_LT(std::abs(static_cast<double>(s.position.x)), 3.81);
  EXPECT_NEAR(static_cast<double>(s.position.y), 0, 0.05);
}

}  // namespace
}  // namespace undine
