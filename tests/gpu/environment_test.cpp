// Rough surfaces under a uniform sky: conservation of energy.
#include "passes/sky/environment.h"

#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class EnvironmentTest : public test::GpuTest {
 protected:
  // Radiance of a white surface under a sky of radiance 1, for a view angle.
  double white(double roughness, double degrees, bool metal) {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    Scene scene;
    scene.sun.intensity = 0;
    View view;
    view.size = {8, 8};
    view.eye = {0, 0, 0};
    view.target = {0, 0, -1};
    view.fov = 1;
    deferred::Camera camera = deferred::make_camera(view, scene);
    camera.sky_sh[0] = glm::vec4(glm::vec3(3.14159265f), 0);
    const graph::Extent size{8, 8}, half{4, 4};
    const solids::RadianceImage sky{128, 64, std::vector<glm::vec3>(128 * 64, glm::vec3(1))};
    static const std::vector<std::uint64_t> texels = deferred::make_environment(sky);
    const graph::Image rough = own.image("rough", {{deferred::environment_width, deferred::environment_height},
                                                   graph::Format::rgba16_float,
                                                   1,
                                                   static_cast<std::uint32_t>(deferred::environment_lobes) + 1});
    graph::Graph g(own);
    g.upload("upload", rough, texels);
    deferred::Light light;
    light.sky = g.image("sky", {{4, 2}, graph::Format::rgba16_float});
    light.environment = rough;
    const GBuffer surface{g.image("albedo", {size, graph::Format::rgba8_unorm}),
                          g.image("normal", {size, graph::Format::rgba16_float}),
                          g.image("depth", {size, graph::Format::d32_float})};
    const graph::Image open = g.image("open", {half, graph::Format::rg32_float});
    const graph::Image shadow = g.image("shadow", {{16, 16}, graph::Format::d32_float});
    const auto angle = static_cast<float>(glm::radians(degrees));
    const auto packed = static_cast<float>(metal ? -roughness : roughness);
    g.clear("fill_sky", light.sky, {1, 1, 1, 1});
    g.clear("fill_albedo", surface.albedo, {1, 1, 1, 1});
    g.clear("fill_normal", surface.normal, {std::sin(angle), 0, std::cos(angle), packed});
    g.clear("fill_open", open, {1, 1, 0, 0});
    for (const auto& [image, depth] : {std::pair(surface.depth, 0.05f), std::pair(shadow, 1.0f)})
      g.draw("fill_depth", "deferred/screen.vert", "deferred/shadow.frag")
          .depth(image, graph::Load::clear, depth)
          .raster(deferred::no_depth)
          .draw({});
    light.shadow = shadow;
    const Lit lit = deferred::draw_lighting(g, camera, surface, light, open);
    double out = 0;
    g.readback("read", lit.color, [&](std::span<const std::byte> bytes) {
      std::uint64_t texel = 0;
      std::memcpy(&texel, bytes.data() + std::size_t{8} * 36, 8);
      out = static_cast<double>(glm::unpackHalf4x16(texel).y);
    });
    runner.run(g);
    runner.finish();
    return out;
  }
};

// White furnace: a surface of albedo 1 or F0 1 is invisible in uniform light.
TEST_F(EnvironmentTest, AWhiteSurfaceIsNotSeenInAnEvenLight) {
  for (const bool metal : {true, false})
    for (const double roughness : {0.05, 0.3, 0.6, 1.0})
      for (const double degrees : {0.0, 45.0, 75.0})
        EXPECT_NEAR(white(roughness, degrees, metal), 1, 0.02) << roughness << " " << degrees << " " << metal;
}

// Scale plus bias is the share of light after one reflection; masking by other facets takes the rest, zero for smooth
// surfaces.
TEST_F(EnvironmentTest, SharesAreThoseOfTheLobe) {
  for (const double cosine : {0.3, 0.6, 1.0}) {
    const glm::dvec2 smooth = deferred::mirrored_share(cosine, 0.05);
    EXPECT_NEAR(smooth.x + smooth.y, 1, 0.01);
    EXPECT_NEAR(smooth.y, std::pow(1 - cosine, 5), 0.01);
  }
  const glm::dvec2 rough = deferred::mirrored_share(0.9, 1);
  EXPECT_LT(rough.x + rough.y, 0.7);  // over 30 % leaves only after further reflections
}

}  // namespace
}  // namespace undine
