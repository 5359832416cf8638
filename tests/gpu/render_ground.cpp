// Ground cover of the terrain by height and slope.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/grass.h"
#include "passes/deferred/water_look.h"
#include "passes/picture/picture.h"
#include "tests/support/gpu.h"
#include "tests/support/particle_cloud.h"

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
    scene.render.of<deferred::GrassSettings>().grass = false;  // what lies under the blades
  }

  using Waters = std::function<std::vector<SurfaceField>(graph::Graph&)>;

  static Heightmap ground(const std::function<double(double x, double z)>& height) {
    Heightmap map;
    map.nx = map.nz = 65;
    map.size = {16, 16};
    for (std::uint32_t j = 0; j < map.nz; ++j)
      for (std::uint32_t i = 0; i < map.nx; ++i)
        map.height.push_back(static_cast<float>(height(i / 4.0 - 8, j / 4.0 - 8)));
    return map;
  }

  std::vector<std::uint8_t> picture(const Waters& waters = {}, const test::Cloud* cloud = nullptr) {
    graph::State own;
    gpu::Executor own_executor(test::device(), own, shaders);
    const std::unique_ptr<Renderer> renderer = picture::make_renderer(own, scene);
    graph::Graph g(own);
    renderer->start(g);
    std::vector<std::uint8_t> out;
    const std::vector<SurfaceField> surfaces = waters ? waters(g) : std::vector<SurfaceField>{};
    std::vector<ParticleSet> particles;
    if (cloud) particles.push_back(test::upload_cloud(g, *cloud));
    g.readback("picture", renderer->draw(g, view, surfaces, {}, particles), [&](std::span<const std::byte> pixels) {
      for (std::byte b : pixels) out.push_back(std::to_integer<std::uint8_t>(b));
    });
    own_executor.run(g);
    own_executor.finish();
    return out;
  }

  // Mean linear albedo of a square of ground of this height at its center and this slope along x.
  glm::dvec3 albedo(double height, double rise = 0, const Waters& waters = {}) {
    scene.terrain = ground([&](double x, double) { return height + rise * x; });
    view.eye.y = height + 6;
    view.target.y = height;
    glm::dvec3 sum(0);
    const std::vector<std::uint8_t> pixels = picture(waters);
    for (std::size_t k = 0; k < pixels.size(); ++k)
      if (k % 4 < 3) sum[static_cast<int>(k % 4)] += std::pow(pixels[k] / 255.0, 2.2);
    return sum / static_cast<double>(view.size.x * view.size.y);
  }

  // Grid over the whole ground with a wetness; `level` above the ground's origin, wet where it covers the ground.
  static SurfaceField water(graph::Graph& g, float wetness, double level,
                            const std::function<double(double x, double z)>& height) {
    constexpr std::uint32_t cells = 64;
    std::vector<float> surface;
    std::vector<std::uint16_t> traces;
    for (std::uint32_t j = 0; j < cells; ++j)
      for (std::uint32_t i = 0; i < cells; ++i) {
        const bool covers = height((i + 0.5) / 4 - 8, (j + 0.5) / 4 - 8) < level;
        for (float v : {0.0f, 0.0f, 0.0f, covers ? 1.0f : 0.0f}) surface.push_back(v);
        for (float v : {0.0f, wetness}) traces.push_back(glm::packHalf1x16(v));
      }
    SurfaceField out;
    const graph::Extent extent{cells, cells, 1};
    out.surface = g.image("surface", {extent, graph::Format::rgba32_float});
    g.upload("surface", out.surface, surface);
    if (wetness >= 0) {
      out.traces = g.image("traces", {extent, graph::Format::rg16_float});
      g.upload("traces", out.traces, traces);
    }
    out.cells = {cells, cells};
    out.size = {16, 16};
    out.origin = {0, level, 0};
    return out;
  }

  // Nearest color among sand, grass and rock, independent of brightness.
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

// Share of pixels that blades of grass change.
TEST_F(RenderGround, BladesStandOnGrassAlone) {
  const auto changed = [&](double height, double rise, double blades) {
    scene.terrain = ground([&](double x, double) { return height + rise * x; });
    scene.terrain_settings->look.grass_height = blades;
    view.eye = {0.01, height + 2, 0.01};
    view.target = {0, height, 0};
    bool& grass = scene.render.of<deferred::GrassSettings>().grass;
    grass = false;
    const std::vector<std::uint8_t> without = picture();
    grass = true;
    const std::vector<std::uint8_t> with = picture();
    int count = 0;
    for (std::size_t k = 0; k < with.size(); k += 4) count += !std::equal(&with[k], &with[k] + 3, &without[k]);
    return count / static_cast<double>(with.size() / 4);
  };
  EXPECT_GT(changed(5, 0, 0.06), 0.3);
  EXPECT_GT(changed(5, 0.2, 0.06), 0.2);
  EXPECT_EQ(changed(5, 0, 0), 0);
  EXPECT_EQ(changed(-2, 0, 0.06), 0) << "sand";
  EXPECT_EQ(changed(5, 2, 0.06), 0) << "rock";
}

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

TEST_F(RenderGround, IsWetWhereWaterHasBeen) {
  const auto flat = [](double, double) { return 0.22; };
  const auto with = [&](float wetness) {
    return albedo(0.22, 0, [&](graph::Graph& g) { return std::vector{water(g, wetness, 0, flat)}; });
  };
  const glm::dvec3 dry = albedo(0.22), left = with(1), dried = with(0);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(left[c] / dry[c], 0.5, 0.03);
    EXPECT_NEAR(dried[c] / dry[c], 1, 0.03);
  }
  // Traces of wetness in a grid override the height.
  scene.terrain_settings->look.wet_up_to = 1;
  EXPECT_NEAR(with(0).g / dry.g, 1, 0.03);
}

// Ground under a sheet of particles is wet under any grid, as is a narrow strip beside it.
TEST_F(RenderGround, IsWetAroundWhatFalls) {
  const auto flat = [](double, double) { return 0.22; };
  scene.terrain = ground(flat);
  view.eye = {0, 6, 0.01};
  const test::Cloud sheet = test::box_cloud({0.8, 0.3, -5}, {6, 0.5, 5}, 0.1, 0.2);
  for (const bool covered : {false, true}) {
    SCOPED_TRACE(covered);
    const Waters waters = [&](graph::Graph& g) {
      return covered ? std::vector{water(g, 0, 0, flat)} : std::vector<SurfaceField>{};
    };
    const std::vector<std::uint8_t> dry = picture(waters), wet = picture(waters, &sheet);
    std::size_t beside = 0, under = 0;
    for (std::size_t y = 0; y < view.size.y; ++y)
      for (std::size_t x = 0; x < view.size.x / 4; ++x) {
        const auto left = [&](std::size_t column) {
          const std::size_t at = 4 * (y * view.size.x + column);
          return std::pow(wet[at] / std::max<double>(dry[at], 1), 2.2);
        };
        beside += left(x) != 1;
        under += std::abs(left(view.size.x - 1 - x) - 0.5) < 0.1;  // except for patches of silt
      }
    EXPECT_EQ(beside, 0u);
    EXPECT_GT(under, view.size.x / 4 * view.size.y * 3 / 4);
  }
}

// Rock above the falling sheet, or above the reach of the water, is dry: a trace in plan does not wet a whole cliff.
TEST_F(RenderGround, IsDryOverWhatWetIt) {
  const auto flat = [](double, double) { return 0.22; };
  scene.terrain = ground(flat);
  view.eye = {0, 6, 0.01};
  const auto mean = [&](const std::vector<std::uint8_t>& pixels) {
    double sum = 0;
    for (std::size_t k = 1; k < pixels.size(); k += 4) sum += std::pow(pixels[k] / 255.0, 2.2);
    return sum;
  };
  const double dry = mean(picture());
  const auto under_sheet = [&](double y) {  // over the whole image
    const test::Cloud sheet = test::box_cloud({-6, y - 0.1, -5}, {6, y + 0.1, 5}, 0.1, 0.2);
    return mean(picture({}, &sheet)) / dry;
  };
  EXPECT_LT(under_sheet(3.5), 0.6);   // far over the ground
  EXPECT_LT(under_sheet(0.25), 0.6);  // along it
  EXPECT_NEAR(under_sheet(-0.8), 1, 0.01);
  const auto reached = [&](float up_to) {
    return mean(picture([&](graph::Graph& g) {
             SurfaceField out = water(g, 1, 0, flat);
             out.traces = g.image("up_to", {{out.cells.x, out.cells.y, 1}, graph::Format::rgba16_float});
             g.clear("fill", out.traces, {0, 1, up_to, 0});
             return std::vector{out};
           })) /
           dry;
  };
  EXPECT_LT(reached(1), 0.6);
  EXPECT_LT(reached(0.23f), 0.6);
  EXPECT_NEAR(reached(-0.8f), 1, 0.01);
}

// A film on a cliff has columns at stepped heights: the ground between them is not under water.
TEST_F(RenderGround, AFilmDownACliffIsWetGroundInAir) {
  const auto cliff = [](double x, double z) { return 3 / (1 + std::exp(8 * (x - 0.3 * std::sin(2.3 * z)))) - 1.5; };
  scene.terrain = ground(cliff);
  view.size = {96, 64};
  view.eye = {5, 1.5, 1};
  view.show = "final";
  const auto film = [&](bool covers) {
    return picture([&](graph::Graph& g) {
      constexpr std::uint32_t cells = 64;
      std::vector<float> surface;
      std::vector<std::uint64_t> flow;
      for (std::uint32_t j = 0; j < cells; ++j)
        for (std::uint32_t i = 0; i < cells; ++i) {
          const double x = (i + 0.5) / 4 - 8, z = (j + 0.5) / 4 - 8, d = 0.125;
          const double along_x = (cliff(x + d, z) - cliff(x - d, z)) / (2 * d),
                       along_z = (cliff(x, z + d) - cliff(x, z - d)) / (2 * d);
          for (double v : {cliff(x, z) + 0.001, along_x, along_z, covers ? 1.0 : 0.0})
            surface.push_back(static_cast<float>(v));
          flow.push_back(glm::packHalf4x16(glm::vec4(0, 0, 0.001, 0)));
        }
      SurfaceField out = water(g, 1, 0, cliff);
      const graph::Extent extent{cells, cells, 1};
      out.surface = g.image("film", {extent, graph::Format::rgba32_float});
      g.upload("film", out.surface, surface);
      out.flow = g.image("flow", {extent, graph::Format::rgba16_float});
      g.upload("flow", out.flow, flow);
      out.dries = true;
      return std::vector{out};
    });
  };
  const std::vector<std::uint8_t> in_air = film(false), with = film(true);
  std::size_t other = 0;
  for (std::size_t i = 0; i < with.size(); ++i) other += std::abs(in_air[i] - with[i]) > 12;
  EXPECT_LT(other, with.size() / 16) << other;  // 0.29 of them if the steps count as water
}

// Rays intersect a simplified ground under water; the image does not show it.
TEST_F(RenderGround, FarGroundIsNotMissedUnderWater) {
  const auto hills = [](double x, double z) { return 0.9 * std::sin(0.9 * x) * std::cos(0.7 * z) + 0.3 * x / 8; };
  scene.terrain = ground(hills);
  scene.render.of<deferred::WaterLook>().ripples = 0;
  view.eye = {4, 2.5, 6};
  view.size = {160, 96};
  view.show = "refraction";
  const auto seen = [&](float wetness) {
    return picture([&](graph::Graph& g) { return std::vector{water(g, wetness, 0.1, hills)}; });
  };
  scene.terrain_settings->look.wet_up_to = 100;  // the traces alone give the wetness of the ground
  const std::vector<std::uint8_t> cut = seen(1), whole = seen(-1);
  std::size_t lit = 0, other = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i % 4 == 3) continue;
    lit += whole[i] > 8;
    other += std::abs(whole[i] - cut[i]) > 5;
  }
  EXPECT_GT(lit, whole.size() / 8);
  EXPECT_LT(other, lit / 200);
}

}  // namespace
}  // namespace undine
