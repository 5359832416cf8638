// Panes of glass over an image: reflection and transmission.
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/forward.h"
#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class GlassTest : public test::GpuTest {
 protected:
  // Center pixel, with a light behind the pane and a uniform sky.
  glm::dvec3 middle(double degrees, float behind, float around, const glm::dvec3& color) {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    Scene scene;
    MeshSettings pane;
    pane.shape = MeshSettings::Shape::box;
    pane.size = {50, 50, 0.01};
    pane.material.glass = true;
    pane.material.color = color;
    scene.meshes.push_back(pane);
    scene.sun.direction = {0, 1, 0};
    View view;
    view.size = {9, 9};
    const double angle = glm::radians(degrees);
    view.eye = 5.0 * glm::dvec3(std::sin(angle), 0, std::cos(angle));
    view.target = {0, 0, 0};
    view.fov = 5;
    const deferred::Camera camera = deferred::make_camera(view, scene);
    deferred::Geometry geometry(own, scene);
    graph::Graph g(own);
    geometry.start(g);
    const graph::Image sky = g.image("sky", {{4, 2}, graph::Format::rgba16_float});
    const graph::Image light = g.image("light", {{9, 9}, graph::Format::rgba16_float});
    const graph::Image depth = g.image("depth", {{9, 9}, graph::Format::d32_float});
    g.clear("fill_sky", sky, {around, around, around, 1});
    g.clear("fill", light, {behind, behind, behind, 1});
    g.draw("far", "deferred/screen.vert", "deferred/shadow.frag")
        .depth(depth, graph::Load::clear, 0)
        .raster(deferred::no_depth)
        .draw({});
    const deferred::Light lights{.sky = sky, .shadow = deferred::draw_shadow(g, camera, geometry, false)};
    deferred::draw_blended(g, camera, geometry, lights, {light, depth});
    glm::dvec3 out(0);
    g.readback("read", light, [&](std::span<const std::byte> bytes) {
      std::uint64_t texel = 0;
      std::memcpy(&texel, bytes.data() + 8 * 40, 8);
      out = glm::dvec3(glm::unpackHalf4x16(texel));
    });
    runner.run(g);
    runner.finish();
    return out;
  }
};

// A plate of index n transmits 1 - 2 F / (1 + F) and reflects the rest [Hecht, Optics].
TEST_F(GlassTest, MirrorsAsAPlateDoes) {
  for (const double degrees : {0.0, 45.0, 75.0}) {
    const double cosine = std::cos(glm::radians(degrees)), n = 1.52;
    const double within = std::sqrt(1 - (1 - cosine * cosine) / (n * n));
    const double s = std::pow((cosine - n * within) / (cosine + n * within), 2);
    const double p = std::pow((n * cosine - within) / (n * cosine + within), 2);
    const double once = 0.5 * (s + p), mirrors = 2 * once / (1 + once);
    EXPECT_NEAR(middle(degrees, 1, 0, glm::dvec3(1)).y, 1 - mirrors, 0.01) << degrees;
    EXPECT_NEAR(middle(degrees, 0, 1, glm::dvec3(1)).y, mirrors, 0.01) << degrees;
    EXPECT_NEAR(middle(degrees, 1, 1, glm::dvec3(1)).y, 1, 0.01) << degrees;
  }
}

// A centimeter of glass that transmits half of the light per 0.1 m transmits 0.5^0.1.
TEST_F(GlassTest, TakesLightAlongTheWayThroughIt) {
  const double clear = middle(0, 1, 0, glm::dvec3(1)).y;
  EXPECT_NEAR(middle(0, 1, 0, glm::dvec3(0.5)).y / clear, std::pow(0.5, 0.1), 0.01);
}

}  // namespace
}  // namespace undine
