// Width of the averaging window of the level that moves bodies in waves: its share of a body's own waves, against
// sums over fine cells.
#include "passes/bodies/bodies_window.h"

#include <gtest/gtest.h>

#include "passes/bodies/bodies_hull.h"

namespace undine::bodies {
namespace {

Shadow shadow_of(glm::dvec3 size) { return largest_shadow(make_hull({.size = size})); }

// Value and slope of a cubic B-spline with its mirror images in the walls at 0 and `size`.
glm::dvec2 weight(double x, double size, double knot, double at) {
  const auto spline = [&](double t) {
    const double u = t / knot, a = std::abs(u), side = u < 0 ? -1 : 1;
    if (a < 1)
      return glm::dvec2((2.0 / 3 - a * a + a * a * a / 2) / knot, side * (1.5 * a * a - 2 * a) / (knot * knot));
    if (a < 2) return glm::dvec2((2 - a) * (2 - a) * (2 - a) / 6 / knot, -side * (2 - a) * (2 - a) / 2 / (knot * knot));
    return glm::dvec2(0);
  };
  glm::dvec2 sum(0);
  for (int k = -3; k <= 3; ++k) sum += spline(2 * k * size + x - at) + spline(2 * k * size - x - at);
  return sum;
}

glm::dvec2 squares(double size, double knot, double at) {
  constexpr int cells = 20000;
  glm::dvec2 sum(0);
  for (int i = 0; i < cells; ++i) {
    const glm::dvec2 w = weight((i + 0.5) * size / cells, size, knot, at);
    sum += w * w * (size / cells);
  }
  return sum;
}

TEST(BodiesWindow, FeedbackIsTheSumOverTheWater) {
  const Shadow s = shadow_of({2, 0.2, 0.3});
  EXPECT_NEAR(s.area, 0.6, 1e-12);
  EXPECT_NEAR(s.moment, 0.3 * 8 / 12, 1e-12);
  EXPECT_NEAR(s.length, 2, 1e-12);
  EXPECT_NEAR(s.width(), 0.3, 1e-12);
  for (const glm::dvec2 size : {glm::dvec2(20, 30), glm::dvec2(4, 1), glm::dvec2(2.3, 2.1)})
    for (const glm::dvec2 at : {0.5 * size, glm::dvec2(0.1, 0.5 * size.y), glm::dvec2(0.4, 0.3)}) {
      const glm::dvec2 knots = glm::min(glm::dvec2(0.9), 0.5 * size);
      const glm::dvec2 x = squares(size.x, knots.x, at.x), z = squares(size.y, knots.y, at.y);
      const Returned r = returned(s, size, knots, at);
      EXPECT_NEAR(r.level, s.area * x[0] * z[0], 1e-6) << size.x << " " << at.x;
      const double turned = std::min(size.y / 2, 1.0);  // half length that fits along z
      EXPECT_NEAR(r.slope, s.moment * std::max(x[1] * z[0], turned * turned * x[0] * z[1]), 1e-6)
          << size.x << " " << at.x;
    }
}

// Squat bodies in open water have the width with a feedback of 0.4; the feedback reaches 1 only for bodies that cover
// nearly all of the water.
TEST(BodiesWindow, NoBodyGetsBackWhatItGives) {
  EXPECT_NEAR(level_knots(shadow_of({1, 0.5, 1}), {100, 100}, 1).x, 0.758, 1e-3);
  EXPECT_NEAR(level_knots(shadow_of({1, 0.5, 1}), {100, 100}, 99).y, 0.758, 1e-3);
  const Shadow square = shadow_of({1, 0.5, 1});
  EXPECT_NEAR(returned(square, {100, 100}, {0.758, 0.758}, {50, 50}).level, 0.4, 1e-3);
  for (const double length : {0.3, 1.0, 3.0})
    for (const double times : {0.03, 0.1, 0.3, 1.0})
      for (const glm::dvec2 size : {glm::dvec2(40, 40), glm::dvec2(4, 1.1), glm::dvec2(3.3, 3.3)}) {
        const double width = length * times;
        if (width > size.y) continue;
        const Shadow s = shadow_of({length, 0.1, width});
        const glm::dvec2 knots = level_knots(s, size, 1);
        const Returned middle = returned(s, size, knots, 0.5 * size),
                       beside =
                           returned(s, size, knots, glm::min(glm::dvec2(0.5 * length, 0.5 * s.width()), 0.5 * size));
        const double covered = s.area / (size.x * size.y);
        EXPECT_LE(middle.level, std::max(0.5, 1.12 * covered)) << length << " " << width << " in " << size.y;
        EXPECT_LE(std::max(middle.slope, beside.slope), 0.85) << length << " " << width << " in " << size.y;
        EXPECT_LE(beside.level, std::max(0.85, 1.2 * covered)) << length << " " << width << " in " << size.y;
        EXPECT_LE(std::max(knots.x / size.x, knots.y / size.y), 1);
      }
}

}  // namespace
}  // namespace undine::bodies
