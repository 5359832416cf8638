// Faces against thin obstacles: posts, ridges, ends of walls; at rest, moving, and fast.
#include "tests/support/contact_runner.h"

namespace undine {
namespace {

class ContactsPost : public test::ContactTest {};

TEST_F(ContactsPost, StopsABarge) {
  load_text(
      R"({"version": 1, "meshes": [{"shape": "box", "size": [0.3, 4, 0.3], "translate": [3, 0, 0], "solid": true}],
      "water": [{"name": "w", "solver": "wave", "cells": [64, 64], "size": [20, 20]}],
      "bodies": [{"shape": "box", "size": [2, 0.5, 3], "position": [0, 0, 0], "velocity": [2, 0, 0],
                  "drag": {"normal": 0, "tangential": 0}}]})");
  double farthest = 0;
  for (int k = 0; k < 25; ++k) {
    advance(8);
    farthest = std::max(farthest, static_cast<double>(state().position.x));
  }
  EXPECT_NEAR(farthest, 1.85, 0.03);
}

class ContactsPostShare : public test::ContactTest, public testing::WithParamInterface<double> {};

// Distance from a point in plan to a crate of side 1; negative inside.
double outside(const bodies::BodyState& s, glm::dvec2 at, double side = 1) {
  const glm::dquat turn(s.rotation.w, s.rotation.x, s.rotation.y, s.rotation.z);
  const glm::dvec3 local = glm::conjugate(turn) * (glm::dvec3(at.x, s.position.y, at.y) - glm::dvec3(s.position));
  return std::max(std::abs(local.x), std::abs(local.z)) - 0.5 * side;
}

// Crates slide against posts of this share of their face, between its corners, center and edge. A post off the center
// rotates its crate, which may then pass it, but not penetrate it.
TEST_P(ContactsPostShare, StopsACrate) {
  const double width = GetParam(), thick = std::max(0.02, 0.2 * width);
  std::string meshes, bodies;
  std::vector<glm::dvec2> posts;
  for (int k = 0; k < 3; ++k) {
    const double z = 4 * k - 4, off = (0.5 - 0.5 * width) * (0.37 * k);
    posts.push_back({2, z + off});
    meshes += fmt::format(R"({}{{"shape": "box", "size": [{}, 3, {}], "translate": [2, 1.5, {}], "solid": true}})",
                          k ? ", " : "", thick, width, z + off);
    bodies +=
        fmt::format(R"({}{{"size": [1, 1, 1], "position": [0.9, 0.5, {}], "velocity": [3, 0, 0], "friction": 0.05}})",
                    k ? ", " : "", z);
  }
  place(bodies, meshes);
  for (int k = 0; k < 20; ++k) {
    advance(3);
    const auto s = floating();
    EXPECT_LT(s[0].position.x, 1.52f) << "straight ahead";
    for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(outside(s[i], posts[i]), 0.5 * std::min(thick, width) - 0.02) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Widths, ContactsPostShare, testing::Values(0.01, 0.1, 0.3, 0.6, 1.0));

TEST_F(ContactsPost, ARidgeHoldsABox) {
  place(
      R"({"size": [1, 1, 1], "position": [0, 1.7, 0], "restitution": 0}, {"size": [2, 0.4, 0.5], "position": [0, 1.3, 5]},
           {"shape": "cylinder", "radius": 0.4, "length": 0.5, "position": [0, 1.26, -5]})",
      R"({"shape": "box", "size": [0.3, 1, 3], "translate": [0, 0.5, 0], "solid": true},
           {"shape": "box", "size": [0.3, 1, 0.3], "translate": [0, 0.5, 5], "solid": true},
           {"shape": "box", "size": [3, 1, 0.3], "translate": [0, 0.5, -5], "solid": true})");
  advance(120);
  const auto s = floating();
  EXPECT_NEAR(s[0].position.y, 1.5, 0.005);
  EXPECT_NEAR(s[1].position.y, 1.2, 0.005);
  EXPECT_NEAR(s[2].position.y, 1.25, 0.005);
}

TEST_F(ContactsPost, AMovingPostPushesACrate) {
  place(R"({"size": [1, 1, 1], "position": [0, 0.5, 0]}, {"shape": "sphere", "radius": 0.4, "position": [0, 0.4, 4]})",
        R"({"shape": "box", "size": [0.1, 2, 0.1], "translate": [-1, 1, 0.1], "solid": true,
            "motion": {"keys": [{"time": 0}, {"time": 2, "translate": [3, 0, 0]}]}},
           {"shape": "box", "size": [0.1, 2, 0.1], "translate": [-1, 1, 4], "solid": true,
            "motion": {"keys": [{"time": 0}, {"time": 2, "translate": [3, 0, 0]}]}})");
  advance(115);
  EXPECT_GT(state().position.x, 2.0f);
  EXPECT_GT(floating()[1].position.x, 1.8f);
}

// Thin walls, broadside and end-on, at 5 to 60 m/s.
class ContactsFast : public test::ContactTest, public testing::WithParamInterface<double> {};

TEST_P(ContactsFast, BodiesDoNotPassAThinWall) {
  const double v = GetParam();
  place(fmt::format(R"({{"shape": "sphere", "radius": 0.05, "position": [0, 1, -4], "velocity": [{0}, 0, 0]}},
                       {{"size": [0.2, 0.2, 0.2], "position": [0, 1, -2], "velocity": [{0}, 0, 0], "rotation": [20, 30, 0]}},
                       {{"shape": "capsule", "radius": 0.05, "length": 0.4, "position": [0, 1, 0], "velocity": [{0}, 0, 0]}},
                       {{"shape": "cylinder", "radius": 0.1, "length": 0.3, "position": [0, 1, 2], "velocity": [{0}, 0, 0]}},
                       {{"size": [0.4, 0.4, 0.4], "position": [0, 1, 6.1], "velocity": [{0}, 0, 0]}})",
                    v),
        R"({"shape": "box", "size": [0.01, 3, 10], "translate": [2, 1.5, -1], "solid": true},
           {"shape": "box", "size": [2, 3, 0.02], "translate": [3, 1.5, 6], "solid": true})");
  for (int k = 0; k < 12; ++k) {
    advance(5);
    const auto s = floating();
    for (std::size_t i = 0; i < 4; ++i) ASSERT_LT(s[i].position.x, 2.0f) << i;
    // The last one hits the slab's end off its center and rotates past it.
    for (double x = 2; x <= 4; x += 0.1) ASSERT_GT(outside(s[4], {x, 6}, 0.4), -0.02) << x;
  }
}
INSTANTIATE_TEST_SUITE_P(Speeds, ContactsFast, testing::Values(5.0, 20.0, 60.0));

// Joints between slabs do not stop sliding bodies.
TEST_F(ContactsPost, SlabsSideBySideAreSmooth) {
  std::string slabs;
  for (int k = 0; k < 6; ++k)
    slabs += fmt::format(R"({}{{"shape": "box", "size": [1, 0.5, 4], "translate": [{}, 0.25, 0], "solid": true}})",
                         k ? ", " : "", k);
  place(R"({"size": [0.4, 0.2, 0.4], "position": [0, 0.6, 0], "velocity": [4, 0, 0], "friction": 0, "restitution": 0}, {
           "shape": "sphere", "radius": 0.1, "position": [0, 0.6, 1], "velocity": [4, 0, 0], "friction": 0, "restitution": 0})",
        slabs);
  advance(60);
  for (const bodies::BodyState& s : floating()) {
    EXPECT_NEAR(s.velocity.x, 4, 0.01);
    EXPECT_NEAR(s.position.x, 4, 0.01);
  }
}

}  // namespace
}  // namespace undine
