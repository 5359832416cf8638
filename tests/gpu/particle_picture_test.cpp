// Pictures of particles: a basin with waves, a crown and drops.
#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/app/renderer.h"
#include "passes/optics.h"
#include "passes/particle_surface.h"
#include "passes/water_mesh.h"
#include "tests/support/gpu.h"
#include "tests/support/particle_cloud.h"

namespace undine {
namespace {

class ParticlePictureTest : public test::GpuTest {
 protected:
  static Scene scene(const std::string& look) {
    return parse_scene(R"({"version": 1, "water": [], "camera": {"eye": [2.3, 1.7, 2.3], "target": [1, 0.3, 0.5]},
      "sun": {"direction": [-0.5, 0.8, 0.2]}, "meshes": [
        {"shape": "basin", "size": [2, 0.55, 1], "wall": 0.06, "rim": 0, "translate": [1, 0.55, 0.5],
         "material": {"color": [0.62, 0.6, 0.56]}},
        {"shape": "plane", "size": [12, 1, 12], "translate": [0, -0.07, 0], "material": {"color": [0.45, 0.42, 0.4]}}],
      "render": {"particles": )" +
                           look + "}}",
                       "test.json");
  }
  std::vector<glm::ivec3> picture(const std::string& look, const test::Cloud& cloud, glm::uvec2 size,
                                  const std::string& field = {}) {
    const Scene s = scene(look);
    const auto renderer = make_renderer(state, s);
    graph::Graph g(state);
    renderer->start(g);
    View view;
    view.eye = s.camera.eye;
    view.target = s.camera.target;
    view.fov = s.camera.fov;
    view.size = size;
    std::vector<ParticleSet> sets;
    if (!cloud.places.empty()) sets.push_back(test::upload_cloud(g, cloud, 100));
    const SurfaceField no_grid;  // of a solver of particles
    if (!field.empty() && !sets.empty()) {
      const ParticleSet& set = sets.front();
      Field shown{field, {set.capacity, 3}, "", "", {}, {}, true};
      if (field == "density") shown.shape = {set.capacity};
      shown.publish = [&set, field](graph::Graph&) {
        return field == "density" ? FieldView{set.velocity, 3, 4} : FieldView{set.velocity, 0, 4};
      };
      view.spheres.push_back({shown, 0});
    }
    const graph::Image image = renderer->draw(g, view, {&no_grid, 1}, {}, sets);
    std::vector<glm::ivec3> out;
    g.readback("picture", image, [&out](std::span<const std::byte> bytes) {
      for (std::size_t i = 0; i < bytes.size(); i += 4)
        out.emplace_back(static_cast<int>(bytes[i]), static_cast<int>(bytes[i + 1]), static_cast<int>(bytes[i + 2]));
    });
    run(g);
    executor->finish();
    for (std::uint32_t i = 0; i < state.entries().size(); ++i)
      if (state.entries()[i].live) state.release(graph::Resource::make(true, state.entries()[i].image, i));
    return out;
  }

  // Radiance of the middle of a block of water that is `thick` metres through, seen straight on under an even sky of 1.
  glm::vec3 through(double thick, const glm::dvec3& absorption) {
    Scene s;
    s.render.water.absorption = absorption;
    s.render.water.scatter = glm::dvec3(0);
    s.sun.intensity = 0;
    View view;
    view.eye = {0.5, 0.5, 4};
    view.target = {0.5, 0.5, 0};
    view.size = {33, 33};
    view.fov = 4;
    const Camera camera = make_camera(view, s);
    graph::Graph g(state);
    const auto fill = [&](std::string_view name, graph::Extent size, graph::Format format, std::array<float, 4> value) {
      const graph::Image image = g.image(name, {size, format});
      g.clear("fill", image, value);
      return image;
    };
    const Lit lit{fill("lit", {33, 33}, graph::Format::rgba16_float, {1, 1, 1, 1}),
                  fill("depth", {33, 33}, graph::Format::d32_float, {0, 0, 0, 0})};
    Light light;
    light.sky = fill("sky", {16, 8}, graph::Format::rgba16_float, {1, 1, 1, 1});
    light.shadow = fill("shadow", {16, 16}, graph::Format::d32_float, {1, 0, 0, 0});
    const test::Cloud cloud = test::box_cloud({0, 0, 0}, {1, 1, thick}, 0.05, 0);
    const SurfaceMesh mesh = particle_surface(g, test::upload_cloud(g, cloud)).mesh;
    WaterMeshPass pass(s);
    const Lit out = pass.draw(g, camera, light, lit, {&mesh, 1});
    glm::vec3 sum(0);
    g.readback("read", out.color, [&sum](std::span<const std::byte> bytes) {
      for (std::size_t j = 12; j < 21; ++j)
        for (std::size_t i = 12; i < 21; ++i) {
          std::uint64_t texel;
          std::memcpy(&texel, bytes.data() + 8 * (33 * j + i), 8);
          sum += glm::vec3(glm::unpackHalf4x16(texel));
        }
    });
    run(g);
    executor->finish();
    return sum / 81.0f;
  }
};

TEST_F(ParticlePictureTest, WaterAbsorbsAlongItsWholeWidth) {
  const glm::dvec3 absorption(2, 0.5, 0);
  const double mirrored = static_cast<double>(fresnel_dielectric(1, 1 / 1.333f));
  const double walls = 2 * 0.25 * 0.7 * 0.05;  // the mesh goes into them
  for (const double thick : {0.1, 0.4, 1.0}) {
    const glm::vec3 seen = through(thick, absorption);
    for (int i = 0; i < 3; ++i) {
      const double expected = mirrored + (1 - mirrored) * std::exp(-absorption[i] * (thick + walls));
      EXPECT_NEAR(static_cast<double>(seen[i]), expected, 0.01) << thick << " m, channel " << i;
    }
  }
}

TEST_F(ParticlePictureTest, WaterIsSeenAndTheSameTwice) {
  const glm::uvec2 size{320, 180};
  const test::Cloud cloud = test::splash_cloud(0.05);
  const auto dry = picture("{}", {}, size), wet = picture("{}", cloud, size), again = picture("{}", cloud, size);
  ASSERT_EQ(dry.size(), std::size_t{320} * 180);
  EXPECT_TRUE(wet == again);
  const auto spheres = picture("{}", cloud, size, "velocity");
  const auto dense = picture("{}", cloud, size, "density");
  std::size_t changed = 0, black = 0, solid = 0, recolored = 0;
  for (std::size_t i = 0; i < dry.size(); ++i) {
    const auto differ = [](glm::ivec3 a, glm::ivec3 b) { return glm::length(glm::vec3(a - b)) > 12; };
    changed += differ(dry[i], wet[i]);
    black += wet[i].x + wet[i].y + wet[i].z < 60;
    solid += differ(dry[i], spheres[i]);
    recolored += differ(spheres[i], dense[i]);
  }
  EXPECT_GT(changed, dry.size() / 12);
  EXPECT_EQ(black, 0u);
  EXPECT_GT(solid, dry.size() / 12);
  EXPECT_GT(recolored, dry.size() / 20);
}

}  // namespace
}  // namespace undine
