// Instances on the terrain: culling, levels of detail, and the switch.
#include "passes/deferred/scatter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/scene/renderer.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/grass.h"
#include "passes/picture/picture.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class ScatterTest : public test::GpuTest {
 protected:
  ScatterTest() {
    scene.terrain_settings.emplace();
    scene.terrain_settings->look.sand_up_to = -5;
    Heightmap map;
    map.nx = map.nz = 2;
    map.size = {80, 80};
    map.height.assign(4, 0);
    scene.terrain = map;
    scene.render.of<deferred::GrassSettings>().grass = false;
    ScatterSettings& rules = scene.terrain_settings->scatter.emplace_back();
    rules.gltf = UNDINE_SOURCE_DIR "/scenes/assets/boulder_round.glb";
    rules.density = 1;
    rules.size = {1, 1};
    rules.area = ScatterArea{{0, -20}, {4, 4}};
    view.size = {480, 320};
    view.eye = {0, 2, 0};
    view.target = {0, 1, -20};
  }

  ScatterSettings& rules() { return scene.terrain_settings->scatter[0]; }

  // Clusters that the view draws.
  std::uint32_t clusters() {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    deferred::Scatter scatter(own, scene);
    instances = scatter.count();
    graph::Graph g(own);
    scatter.start(g);
    const deferred::Camera camera = deferred::make_camera(view, scene);
    const graph::Extent extent{view.size.x, view.size.y, 1};
    const GBuffer out{.albedo = g.image("albedo", {extent, graph::Format::rgba8_srgb}),
                      .normal = g.image("normal", {extent, graph::Format::rgba16_float}),
                      .depth = g.image("depth", {extent, graph::Format::d32_float})};
    g.clear("clear", out.albedo, {});
    g.clear("clear", out.normal, {});
    g.clear("clear", out.depth, {});
    scatter.draw(g, camera, {}, out);
    graph::Buffer arguments;
    for (const graph::Node& node : g.nodes())
      if (node.indirect) arguments = node.indirect;
    std::uint32_t count = 0;
    g.readback("read", arguments, [&](std::span<const std::byte> bytes) { std::memcpy(&count, bytes.data() + 4, 4); });
    g.readback("read_albedo", out.albedo, [&](std::span<const std::byte> bytes) {
      painted = 0;
      for (std::size_t k = 0; k < bytes.size(); k += 4) painted += bytes[k] != std::byte{0};
    });
    runner.run(g);
    runner.finish();
    return count;
  }

  std::vector<std::uint8_t> picture() {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    const std::unique_ptr<Renderer> renderer = picture::make_renderer(own, scene);
    graph::Graph g(own);
    renderer->start(g);
    std::vector<std::uint8_t> out;
    g.readback("picture", renderer->draw(g, view, {}, {}, {}), [&](std::span<const std::byte> pixels) {
      for (std::byte b : pixels) out.push_back(std::to_integer<std::uint8_t>(b));
    });
    runner.run(g);
    runner.finish();
    return out;
  }

  Scene scene;
  View view;
  std::size_t instances = 0;
  int painted = 0;
};

TEST_F(ScatterTest, InstancesOutsideTheViewAreCulled) {
  rules().reduce_below = 0;
  const std::uint32_t seen = clusters();
  EXPECT_NEAR(static_cast<double>(instances), 16, 4);
  EXPECT_GT(painted, 20);
  view.target = {0, 1, 20};
  EXPECT_EQ(clusters(), 0u);
  EXPECT_EQ(painted, 0);
  view.target = {20, 1, 0};
  EXPECT_EQ(clusters(), 0u);
  // Some behind the eye, some before it.
  view.target = {0, 1, -20};
  rules().area = ScatterArea{{0, 0}, {4, 60}};
  const std::uint32_t some = clusters();
  EXPECT_GT(some, seen);
  EXPECT_LT(some, 26 * instances) << "of 48 each";
}

TEST_F(ScatterTest, SmallOnesHaveFewerClusters) {
  rules().reduce_below = 0;
  const std::uint32_t full = clusters();
  rules().reduce_below = 40;
  const std::uint32_t reduced = clusters();
  rules().reduce_below = 600;
  const std::uint32_t least = clusters();
  EXPECT_EQ(full, 48 * instances);
  EXPECT_GT(reduced, least);
  EXPECT_LT(reduced, full / 4);
  EXPECT_EQ(least, instances);
}

TEST_F(ScatterTest, DistanceLimitsThem) {
  rules().distance = 15;
  EXPECT_EQ(clusters(), 0u);
  rules().distance = 60;
  EXPECT_GT(clusters(), 0u);
  scene.render.of<deferred::ScatterLook>().detail = 0.1;
  EXPECT_EQ(clusters(), 0u);
}

TEST_F(ScatterTest, SwitchLeavesThePictureWithoutThem) {
  view.show = "albedo";
  const std::vector<std::uint8_t> with = picture();
  EXPECT_EQ(with, picture());
  scene.render.of<deferred::ScatterLook>().scatter = false;
  const std::vector<std::uint8_t> without = picture();
  scene.terrain_settings->scatter.clear();
  EXPECT_EQ(without, picture());
  EXPECT_NE(with, without);
}

TEST_F(ScatterTest, CastShadowsUnlessTheyAreToldNot) {
  view.eye = {0, 30, -19};
  view.target = {0, 0, -20};
  rules().area = ScatterArea{{0, -20}, {2, 2}};
  rules().size = {3, 3};
  scene.sun.direction = glm::normalize(glm::dvec3(1, 0.5, 0));
  // Pixels of half the mean brightness.
  const auto dark = [&] {
    const std::vector<std::uint8_t> pixels = picture();
    double mean = 0;
    for (std::size_t k = 1; k < pixels.size(); k += 4) mean += pixels[k];
    mean /= static_cast<double>(pixels.size() / 4);
    int count = 0;
    for (std::size_t k = 1; k < pixels.size(); k += 4) count += pixels[k] < 0.5 * mean;
    return count;
  };
  const int with = dark();
  rules().casts_shadows = false;
  EXPECT_GT(with, dark() + 500);
}

}  // namespace
}  // namespace undine
