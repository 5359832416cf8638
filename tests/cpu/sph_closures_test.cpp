// Closures of submerged bodies (added mass and drag) against closed forms and tables.
#include "passes/sph/sph_closures.h"

#include <gtest/gtest.h>

#include <numbers>

#include "engine/scene/scene.h"

namespace undine::sph {

// [Lamb 1932], articles 92 and 114: a sphere, and a spheroid with axes 2 : 1.
TEST(SphClosures, EllipsoidsHaveLambsAddedMass) {
  const glm::dvec3 ball = added_mass(Symmetric::ellipsoid, {0.3, 0.3, 0.3});
  const glm::dvec3 spheroid = added_mass(Symmetric::ellipsoid, {1, 2, 1});
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(ball[a], 0.5, 0.01);
    EXPECT_NEAR(spheroid[a], a == 1 ? 0.2095 : 0.7024, 0.03 * (a == 1 ? 0.2095 : 0.7024));
  }
  EXPECT_NEAR(added_mass(Symmetric::capsule, {1, 1, 1}).y, 0.5, 0.01);
}

// [DNV-RP-C205], table of three-dimensional bodies: prisms along their axis, cylinders across it.
TEST(SphClosures, BoxesAndCylindersHaveTabulatedAddedMass) {
  EXPECT_NEAR(added_mass(Symmetric::box, {1, 1, 1}).x, 0.68, 0.06 * 0.68);
  EXPECT_NEAR(added_mass(Symmetric::box, {1, 2, 1}).y, 0.36, 0.08 * 0.36);
  EXPECT_NEAR(added_mass(Symmetric::box, {1, 5, 1}).y, 0.15, 0.08 * 0.15);
  EXPECT_NEAR(added_mass(Symmetric::cylinder, {1, 2.5, 1}).x, 0.78, 0.06 * 0.78);
  EXPECT_NEAR(added_mass(Symmetric::cylinder, {1, 5, 1}).z, 0.90, 0.06 * 0.90);
}

TEST(SphClosures, ShellsAndDragFollowTheShape) {
  const auto closure = [](const std::string& body) {
    const Scene scene =
        parse_scene(R"({"version": 1, "meshes": [], "water": [{"name": "w", "solver": "sph", "spacing": 0.05,
      "domain": {"min": [0, 0, 0], "max": [1, 1, 1]}, "fluid": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]}],
      "bodies": [)" + body +
                        "]}",
                    "closure.json");
    return closure_of(bodies::make_fleet(scene), 0, 0.05);
  };
  const double pi = std::numbers::pi;
  const Closure ball = closure(R"({"shape": "sphere", "radius": 0.3, "position": [0.5, 0.5, 0.5]})");
  EXPECT_NEAR(ball.displaced, 4.0 / 3 * pi * 0.027, 1e-5);
  EXPECT_NEAR(ball.drag.y, 0.4 * pi * 0.09, 1e-6);
  EXPECT_NEAR(ball.room, 4.0 / 3 * pi * (0.45 * 0.45 * 0.45 - 0.027), 1e-4);
  const Closure box = closure(R"({"shape": "box", "size": [0.2, 0.4, 0.1], "position": [0.5, 0.5, 0.5]})");
  EXPECT_NEAR(box.displaced, 0.008, 1e-6);
  EXPECT_NEAR(box.drag.x, 1.05 * 0.04, 1e-6);
  EXPECT_NEAR(box.drag.y, 1.05 * 0.02, 1e-6);
  EXPECT_NEAR(box.room, 0.1 * 0.28 + pi * 0.01 * 0.7 + 4.0 / 3 * pi * 0.001, 1e-5);
  // Too large for a closure: pressure moves the body.
  EXPECT_EQ(closure(R"({"shape": "sphere", "radius": 0.9, "position": [0.5, 0.5, 0.5]})").displaced, 0);
}

}  // namespace undine::sph
