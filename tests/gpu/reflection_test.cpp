// Reflections in water: objects outside the image, and the mean of waves smaller than a pixel.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/water_look.h"
#include "passes/picture/picture.h"
#include "passes/water/water.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class ReflectionTest : public test::GpuTest {
 protected:
  SurfaceField level(graph::Graph& g, double size) {
    const graph::Image surface = g.image("test/surface", {{8, 8}, graph::Format::rgba32_float});
    g.clear("level", surface, {0, 0, 0, 1});
    SurfaceField field;
    field.surface = surface;
    field.cells = {8, 8};
    field.size = {size, size};
    field.level = true;
    return field;
  }

  // Linear radiance of an image of level water with the scene around it, or of its reflection.
  std::vector<glm::vec3> radiance(const char* show, double size) {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    const std::unique_ptr<Renderer> renderer = picture::make_renderer(own, scene);
    view.show = show;
    graph::Graph g(own);
    renderer->start(g);
    const std::vector<SurfaceField> fields{level(g, size)};
    std::vector<glm::vec3> out;
    const graph::Image picture = renderer->draw(g, view, fields);
    const bool floats = std::string_view(show) == "radiance";
    g.readback("read", picture, [&](std::span<const std::byte> bytes) {
      for (std::size_t i = 0; i < view.size.x * view.size.y; ++i) {
        std::uint64_t half = 0;
        if (floats) std::memcpy(&half, bytes.data() + 8 * i, 8);
        const auto byte = [&](std::size_t c) { return static_cast<float>(bytes[4 * i + c]) / 255; };
        out.push_back(floats ? glm::vec3(glm::unpackHalf4x16(half)) : glm::vec3(byte(0), byte(1), byte(2)));
      }
    });
    runner.run(g);
    runner.finish();
    return out;
  }

  Scene scene;
  View view;
};

// Red roof over the camera: the direct view could show only its upper side, and does not.
TEST_F(ReflectionTest, ShowsUndersidesThatThePictureDoesNot) {
  MeshSettings roof;
  roof.shape = MeshSettings::Shape::box;
  roof.size = {6, 0.1, 3};
  roof.translate = {0, 3, -4};
  roof.material.color = {0.9, 0.02, 0.02};
  roof.material.roughness = 1;
  scene.meshes.push_back(roof);
  scene.render.of<deferred::WaterLook>().ripples = 0;
  view.size = {64, 48};
  view.eye = {0, 1, 0};
  view.target = {0, 0, -1.9};  // intersection of the ray to the mirrored roof with the water: 1 / (1 + 3) of the way
  view.fov = 30;
  const auto red = [&] {
    std::size_t count = 0;
    for (const glm::vec3& c : radiance("reflection", 20)) count += c.r > 0.02f && c.r > 2.5f * c.g;
    return count;
  };
  EXPECT_GT(red(), 64u * 48 / 10);
  scene.render.of<water::ReflectionSettings>().planar_reflections = false;
  EXPECT_EQ(red(), 0u);
}

// A wall that fills the view behind a low beam: rays of rippled water pass behind the beam, which is no hit, and end at
// the wall. In the middle half of the picture none leaves the mirrored one.
TEST_F(ReflectionTest, RaysGoOnBehindWhatTheyPass) {
  const auto box = [&](glm::dvec3 size, glm::dvec3 at, glm::dvec3 color) {
    MeshSettings& m = scene.meshes.emplace_back();
    m.shape = MeshSettings::Shape::box;
    m.size = size;
    m.translate = at;
    m.material.color = color;
    m.material.roughness = 1;
  };
  box({120, 80, 0.5}, {0, 30, -14}, {0.9, 0.02, 0.02});
  box({120, 0.3, 0.3}, {0, 0.15, -3}, {0.9, 0.02, 0.02});
  scene.render.of<deferred::WaterLook>().ripples = 0.5;
  view.size = {128, 96};
  view.fov = 60;
  for (const double height : {0.5, 1.0, 2.0}) {
    view.eye = {0, height, 0};
    view.target = {0, 0.4 * height, -1.5};
    const std::vector<glm::vec3> all = radiance("reflection", 26);
    int seen = 0, sky = 0;
    for (std::size_t y = 24; y < 72; ++y)
      for (std::size_t x = 32; x < 96; ++x) {
        const glm::vec3& c = all[y * 128 + x];
        if (c.r + c.g + c.b == 0) continue;  // no water
        ++seen;
        sky += c.r < 1.5f * c.g;
      }
    EXPECT_GT(seen, 500) << height;
    EXPECT_EQ(sky, 0) << "of " << seen << " at a height of " << height;
  }
}

// The same waves from a distance at which many share a pixel, and resolved by many pixels.
TEST_F(ReflectionTest, FarWavesHaveTheMeanRadianceOfThoseResolved) {
  scene.sun.intensity = 0;
  scene.sun.direction = {0.3, 0.9, 0.2};
  scene.render.of<deferred::WaterLook>().ripples = 2;
  scene.render.of<deferred::WaterLook>().caustics = 0;
  for (const double grazing : {70.0, 80.0, 85.0, 89.0}) {
    const double down = glm::radians(90 - grazing), away = 60;
    view.eye = {0, away * std::sin(down), away * std::cos(down)};
    view.target = {0, 0, 0};
    view.fov = grazing > 88 ? 0.15 : 1.5;
    view.up = {0, 1, 0};
    const auto mean = [&](std::uint32_t side) {
      view.size = {side, side};
      glm::dvec3 sum(0);
      const std::vector<glm::vec3> all = radiance("radiance", 400);
      for (const glm::vec3& c : all) sum += glm::dvec3(c);
      return sum / static_cast<double>(all.size());
    };
    const glm::dvec3 far = mean(2), near = mean(512);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(far[c] / near[c], 1, 0.05) << grazing << " degrees, channel " << c;
  }
}

}  // namespace
}  // namespace undine
