// What covers the terrain, by height and slope.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/app/renderer.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class RenderGround : public test::GpuTest {
 protected:
  RenderGround() {
    view.size = {48, 32};
    view.eye = {0.01, 6, 0.01};
    view.target = {0, 0, 0};
    view.show = "albedo";
    scene.terrain_settings.emplace();
  }

  // Mean linear albedo of a square of ground with this height in the middle, that rises along x.
  glm::dvec3 albedo(double height, double rise = 0) {
    Heightmap map;
    map.nx = map.nz = 33;
    map.size = {16, 16};
    for (std::uint32_t j = 0; j < map.nz; ++j)
      for (std::uint32_t i = 0; i < map.nx; ++i)
        map.height.push_back(static_cast<float>(height + rise * (i / 32.0 - 0.5) * 16));
    scene.terrain = std::move(map);
    graph::State own;
    gpu::Executor own_executor(test::device(), own, shaders);
    const std::unique_ptr<Renderer> renderer = make_renderer(own, scene);
    graph::Graph g(own);
    renderer->start(g);
    view.eye.y = height + 6;
    view.target.y = height;
    glm::dvec3 sum(0);
    g.readback("picture", renderer->draw(g, view, {}), [&](std::span<const std::byte> pixels) {
      for (std::size_t k = 0; k < pixels.size(); ++k)
        if (k % 4 < 3) sum[static_cast<int>(k % 4)] += std::pow(std::to_integer<int>(pixels[k]) / 255.0, 2.2);
    });
    own_executor.run(g);
    own_executor.finish();
    return sum / static_cast<double>(view.size.x * view.size.y);
  }

  // Which of sand, grass and rock has the colour that is nearest, whatever its brightness.
  std::string cover(const glm::dvec3& seen) const {
    const GroundSettings& s = scene.terrain_settings->look;
    std::string best;
    double least = 1e9;
    for (const auto& [name, color] : {std::pair{"sand", s.sand}, {"grass", s.grass}, {"rock", s.rock}}) {
      const double away = glm::length(glm::normalize(color) - glm::normalize(seen));
      if (away < least) best = name, least = away;
    }
    return best;
  }

  Scene scene;
  View view;
};

TEST_F(RenderGround, CoversByHeightAndSlope) {
  EXPECT_EQ(cover(albedo(0.22)), "sand");
  EXPECT_EQ(cover(albedo(4)), "grass");
  EXPECT_EQ(cover(albedo(4, 1.6)), "rock");
  scene.terrain_settings->look.grass_up_to = -2;
  EXPECT_EQ(cover(albedo(4)), "rock");
  scene.terrain_settings->look.rock_from = 80;
  scene.terrain_settings->look.grass_up_to = 100;
  EXPECT_EQ(cover(albedo(4, 1.6)), "grass");
}

TEST_F(RenderGround, IsDarkWhereItIsWet) {
  const glm::dvec3 dry = albedo(0.22);
  scene.terrain_settings->look.wet_up_to = 1;
  const glm::dvec3 wet = albedo(0.22);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(wet[c] / dry[c], 0.5, 0.03);
}

}  // namespace
}  // namespace undine
