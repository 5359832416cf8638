// Rings of cells in which grass stands.
#include "passes/deferred/grass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/glm.hpp>

namespace undine::deferred {
namespace {

TEST(Grass, RingsNestAndReachTheEyesSurroundings) {
  for (const glm::vec3 forward : {glm::vec3(0, 0, -1), glm::vec3(0.6f, -0.5f, 0.62f), glm::vec3(0, -1, 0)})
    for (const double over : {0.0, 0.3, 6.0, 400.0}) {
      const glm::vec3 eye(3.3f, static_cast<float>(over), -17.2f);
      const GrassParams p = fit_grass(eye, forward, over, 0.06);
      for (int ring = 0; ring < grass_rings; ++ring) {
        const glm::vec4 own = p.rings[ring];
        const float side = own.z * grass_cells;
        EXPECT_GT(own.z, 0);
        for (int axis = 0; axis < 2; ++axis) {
          EXPECT_LT(own[axis], eye[2 * axis]) << ring;
          EXPECT_GT(own[axis] + side, eye[2 * axis]) << ring;
          // Corners are whole numbers of cells, so that blades keep their places when the eye moves.
          EXPECT_NEAR(own[axis] / own.z, std::round(own[axis] / own.z), 1e-3);
          if (ring == 0) continue;
          EXPECT_EQ(p.holes[ring][axis], p.rings[ring - 1][axis]);
          EXPECT_GE(p.holes[ring][axis], own[axis]) << ring;
          EXPECT_LE(p.holes[ring][axis + 2], own[axis] + side) << ring;
        }
      }
    }
}

TEST(Grass, CellsAreWideWhereTheEyeIsHigh) {
  const auto cell = [](double over, double height) { return fit_grass({0, 1, 0}, {0, 0, 1}, over, height).rings[0].z; };
  EXPECT_EQ(cell(0, 0.1), cell(1, 0.1));
  EXPECT_NEAR(cell(100, 0.1) / cell(50, 0.1), 2, 1e-5);
  // Steps, not a slope: blades stay when the eye sinks a little, with the seeds of their level.
  EXPECT_EQ(cell(40, 0.1), cell(47, 0.1));
  EXPECT_EQ(fit_grass({0, 1, 0}, {0, 0, 1}, 50, 0.1).level + 1, fit_grass({0, 1, 0}, {0, 0, 1}, 100, 0.1).level);
  EXPECT_NEAR(cell(0, 0.2) / cell(0, 0.1), 2, 1e-5);
}

}  // namespace
}  // namespace undine::deferred
