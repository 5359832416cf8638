// Aerial perspective: a black wall keeps the share of its contrast that Koschmieder's law leaves.
#include "passes/deferred/haze.h"

#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/screen.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class HazeTest : public test::GpuTest {};

TEST_F(HazeTest, TakesContrastByDistance) {
  const glm::uvec2 size(8, 6);
  Scene scene;
  View view;
  view.size = size;
  view.eye = {0, 2, 0};
  view.target = {0, 2, -1};
  const deferred::Camera camera = deferred::make_camera(view, scene);
  for (const double visibility : {50.0, 400.0, 0.0}) {
    for (const double away : {5.0, 100.0}) {
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
      deferred::draw_haze(g, camera, sky, {color, depth}, visibility);
      std::vector<std::uint64_t> texels;
      g.readback("read", color, [&](std::span<const std::byte> bytes) {
        texels.resize(bytes.size() / 8);
        std::memcpy(texels.data(), bytes.data(), bytes.size());
      });
      run(g);
      executor->finish();
      const glm::dvec4 middle(glm::unpackHalf4x16(texels[3 * size.x + 4]));
      const glm::dvec2 off = (glm::dvec2(4.5, 3.5) / glm::dvec2(size) - 0.5) * 2.0;
      const double slope = std::tan(glm::radians(view.fov) / 2);
      const double path = away * std::sqrt(1 + std::pow(off.x * slope * 8 / 6, 2) + std::pow(off.y * slope, 2));
      const double share = visibility > 0 ? 1 - std::exp(-3.912 * path / visibility) : 0;
      EXPECT_NEAR(middle.r, 2 * share, 2e-3) << visibility << " " << away;
      EXPECT_NEAR(middle.b, 0.5 * share, 1e-3) << visibility << " " << away;
    }
  }
}

}  // namespace
}  // namespace undine
