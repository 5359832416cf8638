// External forces on a river: wind and the pointer.
#include <numbers>

#include "tests/support/pipes_runner.h"

namespace undine {

struct PipesOutside : test::PipesTest {
  void lake(glm::uvec2 cells, glm::dvec2 size, double depth, pipes::PipesSettings s = {}) {
    s.cells = cells;
    s.size = size;
    const std::size_t count = std::size_t{cells.x} * cells.y;
    pipes(s, std::vector<double>(count, 0.0), std::vector<double>(count, depth));
  }
};

// Steady state in a closed basin: g h dh/dx = tau / rho, so that h squared is linear. The depths at the ends of a
// pipe satisfy this in every column.
TEST_F(PipesOutside, WindSetsUpAClosedBasin) {
  for (const double depth : {0.2, 2.0}) {
    SCOPED_TRACE(depth);
    pipes::PipesSettings s;
    s.friction = 0.15;
    s.wind = {.speed = 25, .direction = 180, .drag = 0.002};
    lake({60, 3}, {60, 3}, depth, s);
    advance(0.1, 6000);
    const auto h = field("depth"), u = field("velocity");
    EXPECT_LT(test::largest(u), 1e-5) << "steady";
    const double stress = 1.225e-3 * 0.002 * 25 * 25;
    const double rise = double(h[0]) * h[0] - double(h[59]) * h[59];
    EXPECT_NEAR(rise, 2 * stress / 9.81 * 59, 1e-3 * rise) << "higher where the wind blows to";
    const double middle = double(h[20]) * h[20] - double(h[40]) * h[40];
    EXPECT_NEAR(middle, 2 * stress / 9.81 * 20, 1e-3 * middle);
    EXPECT_NEAR(*stats().volume, 180 * depth, 180 * depth * 1e-6);
  }
}

TEST_F(PipesOutside, APressMovesWaterAndMakesNone) {
  pipes::PipesSettings s;
  s.origin = {5, 0, 0};
  lake({64, 64}, {6.4, 6.4}, 0.5, s);
  const double before = *stats().volume;
  double hollow = 0;
  for (int i = 0; i < 12; ++i) {
    solver->disturb({.point = {5, 0.5, 0}, .radius = 0.6});
    advance(1.0 / 60, 1);
    hollow = std::max(hollow, 0.5 - field("depth")[32 * 64 + 32]);
  }
  EXPECT_GT(hollow, 0.05) << "pressed down under the pointer";
  EXPECT_LT(hollow, 0.5);
  const auto h = field("depth");
  EXPECT_GT(*std::max_element(h.begin(), h.end()), 0.51f) << "raised around it";
  // Radially symmetric, as the press.
  for (std::size_t k = 0; k < 32; ++k) {
    EXPECT_NEAR(h[32 * 64 + k], h[32 * 64 + 63 - k], 1e-5f);
    EXPECT_NEAR(h[32 * 64 + k], h[k * 64 + 32], 1e-5f);
  }
  EXPECT_NEAR(*stats().volume, before, 1e-9 * before);
  // It lasts two pictures and no longer: nothing gains energy afterwards.
  advance(1.0 / 60, 2);
  const double energy = stats().energy;
  advance(1.0 / 60, 60);
  EXPECT_NEAR(*stats().volume, before, 1e-9 * before);
  EXPECT_NEAR(stats().energy, energy, 2e-3 * energy);
}

// One step from rest: u = -dt g grad(head), head = 0.4 radii (1 - (r / radius)^2)^2.
TEST_F(PipesOutside, APressGivesTheMomentumOfItsHead) {
  lake({80, 80}, {4, 4}, 0.5);
  const double dt = 1e-3, radius = 1.2, strength = 0.3;
  solver->disturb({.point = {0, 0.5, 0}, .radius = radius, .strength = strength});
  advance(dt, 1);
  const auto u = field("velocity");
  double wrong = 0, all = 0;
  for (std::size_t j = 0; j < 80; ++j)
    for (std::size_t i = 0; i < 80; ++i) {
      const glm::dvec2 at = (glm::dvec2(i, j) + 0.5) * 0.05 - 2.0;
      const double s = glm::dot(at, at) / (radius * radius);
      const glm::dvec2 want =
          s >= 1 ? glm::dvec2(0) : dt * 9.81 * 0.4 * radius * strength * 4 * (1 - s) / (radius * radius) * at;
      const glm::dvec2 off = glm::dvec2(u[2 * (80 * j + i)], u[2 * (80 * j + i) + 1]) - want;
      wrong += glm::dot(off, off);
      all += glm::dot(want, want);
    }
  EXPECT_GT(std::sqrt(all / 6400), 5e-4);
  EXPECT_LT(std::sqrt(wrong / all), 0.02);
}

TEST_F(PipesOutside, APressThatMovesDrivesABowWave) {
  lake({96, 48}, {9.6, 4.8}, 0.3);
  for (int i = 0; i < 30; ++i) {
    solver->disturb({.point = {-2 + 0.02 * i, 0.3, 0}, .motion = {0.02, 0, 0}, .radius = 0.3});
    advance(1.0 / 60, 1);
  }
  const auto h = field("depth");
  double ahead = 0, behind = 0;
  for (std::size_t i = 0; i < 96; ++i) {
    const double x = (double(i) + 0.5) * 0.1 - 4.8, rise = h[24 * 96 + i] - 0.3;
    if (x > -1.4 && x < -0.6) ahead = std::max(ahead, rise);
    if (x > -2.6 && x < -2.0) behind = std::max(behind, rise);
  }
  EXPECT_GT(ahead, 1.5 * behind);
  EXPECT_GT(ahead, 0.01);
}

// The pointer's ray is given by its point at the rest level; the water here lies 2 m lower.
TEST_F(PipesOutside, TheRayIsFollowedDownToTheWater) {
  pipes::PipesSettings s;
  s.cells = {80, 20};
  s.size = {8, 2};
  std::vector<double> bed(1600, 0.0), depth(1600, 0.25);
  for (std::size_t i = 0; i < 1600; ++i)
    if (i % 80 < 10) bed[i] = 2, depth[i] = 0.25;
  pipes(s, bed, depth);
  // From (-3, 2.25, 0), 45 degrees down: the water at (-1, 0.25, 0).
  const double before = *stats().volume;
  Disturbance pour{.point = {-3, 2.25, 0}, .seconds = 1e-6, .radius = 0.4, .strength = 5e4, .pour = true};
  pour.along = {std::sqrt(0.5), -std::sqrt(0.5), 0};
  solver->disturb(pour);
  advance(1e-6, 1);
  const auto h = field("depth");
  EXPECT_GT(h[10 * 80 + 30], 0.29f);
  EXPECT_NEAR(h[10 * 80 + 9], 0.25f, 1e-5f);
  EXPECT_NEAR(*stats().volume - before, 0.2 * 0.4 * std::acos(-1.0) * 0.16 / 2, 0.0005);
  // A ray that meets nothing pours where it is said to be, here beyond the grid.
  pour.point.x = 30;
  pour.along = {1, 0, 0};
  solver->disturb(pour);
  advance(1e-6, 1);
  EXPECT_NEAR(*stats().volume - before, 0.2 * 0.4 * std::acos(-1.0) * 0.16 / 2, 0.0005);
}

// One second of pouring in frames of 1, 4 and 15 clock steps, and with frames without a step.
TEST_F(PipesOutside, APourIsARateWhateverThePictures) {
  constexpr double dt = 1.0 / 60, rate = 4 * 0.4 * 0.16 / 2 * std::numbers::pi;  // m/s in the middle, m^2
  std::vector<float> first;
  for (int steps : {1, 4, 15, 0}) {
    SCOPED_TRACE(steps);
    lake({64, 64}, {6.4, 6.4}, 0.5);
    const double before = *stats().volume;
    for (int done = 0, picture = 0; done < 60; ++picture) {
      const int due = steps > 0 ? steps : picture % 2;
      solver->disturb({.point = {0, 0.5, 0}, .seconds = due * dt, .radius = 0.4, .pour = true});
      if (done == 0 && due > 0) {
        advance(dt, 1);  // all of the picture's water is not there at once
        EXPECT_NEAR(*stats().volume - before, rate * dt, 0.01 * rate * dt);
        advance(dt, due - 1);
      } else {
        advance(dt, due);
      }
      done += due;
    }
    EXPECT_NEAR(*stats().volume - before, rate, 0.01 * rate);
    advance(dt, 10);  // the last one has ended
    EXPECT_NEAR(*stats().volume - before, rate, 0.01 * rate);
    const std::vector<float> h = field("depth");
    if (first.empty()) first = h;
    EXPECT_EQ(h, first) << "same bytes";
  }
}

}  // namespace undine
