// Aerial perspective: a black wall retains the contrast of Koschmieder's law.
#include "passes/sky/haze.h"

#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/screen.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class HazeTest : public test::GpuTest {
 protected:
  HazeTest() {
    view.size = size;
    view.eye = {0, 2, 0};
    view.target = {0, 2, -1};
  }

  // Light of a black wall at a pixel off the center. elevation: of a water around the eye, over its rest level at 4
  // m.
  glm::dvec4 wall(double away, double visibility, std::optional<double> elevation) {
    const deferred::Camera camera = deferred::make_camera(view, scene);
    graph::Graph g(state);
    const graph::Image sky = g.image("sky", {{4, 2}, graph::Format::rgba16_float});
    const graph::Image color = g.image("color", {{size.x, size.y}, graph::Format::rgba16_float});
    const graph::Image depth = g.image("depth", {{size.x, size.y}, graph::Format::d32_float});
    g.clear("fill_sky", sky, {2, 1, 0.5f, 1});
    g.clear("fill", color, {0, 0, 0, 1});
    g.draw("wall", "deferred/screen.vert", "deferred/shadow.frag")
        .depth(depth, graph::Load::clear, camera.sun_direction.w / static_cast<float>(away))
        .raster(deferred::no_depth)
        .draw({});
    deferred::Light light{.sky = sky};
    if (elevation) {
      SurfaceField field;
      field.surface = g.image("surface", {{4, 4}, graph::Format::rgba32_float});
      g.clear("fill_surface", field.surface, {static_cast<float>(*elevation), 0, 0, 1});
      field.cells = {4, 4};
      field.size = {50, 50};
      field.origin = {0, 4, 0};
      light.levels = deferred::draw_levels(g, scene, {&field, 1});
    }
    deferred::draw_haze(g, camera, light, {color, depth}, visibility);
    std::vector<std::uint64_t> texels;
    g.readback("read", color, [&](std::span<const std::byte> bytes) {
      texels.resize(bytes.size() / 8);
      std::memcpy(texels.data(), bytes.data(), bytes.size());
    });
    run(g);
    executor->finish();
    return glm::dvec4(glm::unpackHalf4x16(texels[3 * size.x + 4]));
  }

  const glm::uvec2 size{8, 6};
  Scene scene;
  View view;
};

TEST_F(HazeTest, TakesContrastByDistance) {
  for (const double visibility : {50.0, 400.0, 0.0}) {
    for (const double away : {5.0, 100.0}) {
      const glm::dvec2 off = (glm::dvec2(4.5, 3.5) / glm::dvec2(size) - 0.5) * 2.0;
      const double slope = std::tan(glm::radians(view.fov) / 2);
      const double path = away * std::sqrt(1 + std::pow(off.x * slope * 8 / 6, 2) + std::pow(off.y * slope, 2));
      const double share = visibility > 0 ? 1 - std::exp(-3.912 * path / visibility) : 0;
      const glm::dvec4 middle = wall(away, visibility, {});
      EXPECT_NEAR(middle.r, 2 * share, 2e-3) << visibility << " " << away;
      EXPECT_NEAR(middle.b, 0.5 * share, 1e-3) << visibility << " " << away;
    }
  }
}

// The local level over the eye determines immersion, not that of the highest water: a river slopes.
TEST_F(HazeTest, IsInTheAirAlone) {
  EXPECT_GT(wall(100, 400, -3.0).r, 1);  // 1 m below the eye, though the grid's rest level is 2 m above it
  EXPECT_EQ(wall(100, 400, -1.0).r, 0);  // 1 m above the eye
}

}  // namespace
}  // namespace undine
