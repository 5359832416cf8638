// Images of particles: a basin with waves, a crown splash and drops.
#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/scene/renderer.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/optics.h"
#include "passes/deferred/shadow.h"
#include "passes/deferred/water_levels.h"
#include "passes/meshing/particle_surface.h"
#include "passes/picture/picture.h"
#include "passes/water/flow_detail.h"
#include "passes/water/water_mesh.h"
#include "tests/support/gpu.h"
#include "tests/support/mesh_check.h"
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
    const auto renderer = picture::make_renderer(state, s);
    graph::Graph g(state);
    renderer->start(g);
    View view;
    view.eye = s.camera.eye;
    view.target = s.camera.target;
    view.fov = s.camera.fov;
    view.size = size;
    std::vector<ParticleSet> sets;
    if (!cloud.places.empty()) sets.push_back(test::upload_cloud(g, cloud, 100));
    const SurfaceField no_grid;  // null for a particle solver
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

  // Radiance at the center of a block of water, `thick` m thick, head-on under a uniform sky of radiance 1.
  // eye: distance from the block's back, m; beyond `thick` in air, or in a pool of this level that absorbs the block.
  // river: the block fell over an overflow edge 3 m away, from a river with this foam cover; `falls`: over that edge.
  struct River {
    float foam = 0;
    bool falls = true;
  };
  glm::vec3 through(double thick, const glm::dvec3& absorption, double eye = 4, std::optional<double> pool = {},
                    std::optional<River> river = {}) {
    Scene s;
    s.render.of<deferred::WaterLook>().absorption = absorption;
    s.render.of<deferred::WaterLook>().scatter = glm::dvec3(0);
    s.sun.intensity = 0;
    View view;
    view.eye = {0.5, 0.5, eye};
    view.target = {0.5, 0.5, 0};
    view.size = {33, 33};
    view.fov = 4;
    const deferred::Camera camera = deferred::make_camera(view, s);
    graph::Graph g(state);
    const auto fill = [&](std::string_view name, graph::Extent size, graph::Format format, std::array<float, 4> value) {
      const graph::Image image = g.image(name, {size, format});
      g.clear("fill", image, value);
      return image;
    };
    const Lit lit{fill("lit", {33, 33}, graph::Format::rgba16_float, {1, 1, 1, 1}),
                  fill("depth", {33, 33}, graph::Format::d32_float, {0, 0, 0, 0})};
    deferred::Light light;
    light.sky = fill("sky", {16, 8}, graph::Format::rgba16_float, {1, 1, 1, 1});
    light.shadow = fill("shadow", {16, 16}, graph::Format::d32_float, {1, 0, 0, 0});
    const test::Cloud cloud = test::box_cloud({0, 0, 0}, {1, 1, thick}, 0.05, 0);
    const SurfaceMesh mesh = meshing::particle_surface(g, test::upload_cloud(g, cloud)).mesh;
    water::WaterMeshPass pass(s);
    water::SurfaceLight shown(g, camera, true);
    std::vector<SurfaceField> grids;
    if (pool) {
      s.water.resize(2);
      s.water[0].name = "fall";
      s.water[1].name = "pool";
      s.exchanges.push_back({.name = "foot", .from = "fall", .to = "pool"});
      SurfaceField field;
      field.surface = fill("surface", {4, 4}, graph::Format::rgba32_float, {0, 0, 0, 1});
      field.cells = {4, 4};
      field.size = {20, 20};
      field.origin = {0, *pool, 0};
      field.water = 1;
      grids.push_back(field);
      light.levels = deferred::draw_levels(g, s, grids);
    }
    if (river) {
      s.water.resize(2);
      s.water[0].name = "fall";
      s.water[1].name = "river";
      s.exchanges.push_back({.name = "sill", .from = "river", .to = "fall"});
      SurfaceField field;
      field.surface = fill("surface", {4, 4}, graph::Format::rgba32_float, {0, 0, 0, 1});
      field.flow = fill("flow", {4, 4}, graph::Format::rgba16_float, {1, 0, 0.1f, 0});
      field.traces = fill("traces", {4, 4}, graph::Format::rg16_float, {river->foam, 1, 0, 0});
      field.cells = {4, 4};
      field.size = {4, 4};
      field.origin = {-5, 1, 0};
      if (river->falls) field.past = {0, 1, 0, 0};
      field.water = 1;
      grids.push_back(field);
      if (!detail_) detail_.emplace(state).start(g);
    }
    const auto [out, layer] = pass.draw(g, camera, light, lit, {&mesh, 1}, {}, eye < thick, shown, grids,
                                        water::SurfaceLook{{}, detail_ ? detail_->map() : graph::Image{}});
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

  std::optional<water::FlowDetail> detail_;

  // Caustics map under a cloud with the sun in the zenith, and the mesh that casts it.
  struct Shade {
    std::vector<std::uint64_t> texels;
    glm::mat4 sun{1};
    test::Mesh mesh;
    glm::vec4 at(glm::vec3 place) const {
      const glm::vec4 h = sun * glm::vec4(place, 1.0f);
      const glm::uvec2 t((glm::vec2(0.5f, -0.5f) * glm::vec2(h) / h.w + 0.5f) * 1024.0f);
      return glm::unpackHalf4x16(texels[t.y * 1024 + t.x]);
    }
  };
  Shade light_under(const test::Cloud& cloud, const glm::dvec3& absorption) {
    Scene s;
    s.render.of<deferred::WaterLook>().absorption = absorption;
    View view;
    view.size = {16, 16};
    deferred::Camera camera = deferred::make_camera(view, s);
    camera.sun_direction = vec4(0, 1, 0, camera.sun_direction.w);
    deferred::Bounds bounds;
    bounds.include(glm::vec3(cloud.low));
    bounds.include(glm::vec3(cloud.high));
    camera.sun_matrix = deferred::fit_sun(bounds, glm::vec3(camera.sun_direction));
    graph::Graph g(state);
    deferred::Light light;
    light.shadow = g.image("shadow", {{1024, 1024}, graph::Format::d32_float});
    g.clear("nothing before the sun", light.shadow, {1, 0, 0, 0});
    const SurfaceMesh mesh = meshing::particle_surface(g, test::upload_cloud(g, cloud)).mesh;
    water::WaterMeshPass pass(s);
    const graph::Image map = pass.shade_sun(g, camera, light, {&mesh, 1});
    Shade shade{std::vector<std::uint64_t>(1024 * 1024), camera.sun_matrix, {}};
    std::vector<std::byte> vertices, arguments;
    g.readback("read", map,
               [&](std::span<const std::byte> b) { std::memcpy(shade.texels.data(), b.data(), b.size()); });
    g.readback("read_vertices", mesh.vertices,
               [&](std::span<const std::byte> b) { vertices.assign(b.begin(), b.end()); });
    g.readback("read_arguments", mesh.arguments,
               [&](std::span<const std::byte> b) { arguments.assign(b.begin(), b.end()); });
    run(g);
    executor->finish();
    shade.mesh = test::mesh_of(vertices, {}, arguments);
    return shade;
  }
};

TEST_F(ParticlePictureTest, WaterAbsorbsAlongItsWholeWidth) {
  const glm::dvec3 absorption(2, 0.5, 0);
  const double mirrored = static_cast<double>(deferred::fresnel_dielectric(1, 1 / 1.333f));
  const double walls = 2 * 0.25 * 0.7 * 0.05;  // the mesh extends into the walls
  for (const double thick : {0.1, 0.4, 1.0}) {
    const glm::vec3 seen = through(thick, absorption);
    for (int i = 0; i < 3; ++i) {
      const double expected = mirrored + (1 - mirrored) * std::exp(-absorption[i] * (thick + walls));
      EXPECT_NEAR(static_cast<double>(seen[i]), expected, 0.01) << thick << " m, channel " << i;
    }
  }
}

// Falling water and the pool that absorbs it are one body below the level, for an eye under water as well.
TEST_F(ParticlePictureTest, NoSurfaceInsideOfThePoolThatTakesItIn) {
  const glm::dvec3 absorption(2, 0.5, 0);
  const glm::vec3 apart = through(0.4, absorption), one = through(0.4, absorption, 4, 2.0),
                  over = through(0.4, absorption, 4, 0.2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(one[i], 1, 1e-3) << i;
    EXPECT_EQ(over[i], apart[i]) << i << ": over its level";
  }
  EXPECT_LT(apart.x, 0.6f);
}

// Foam on falling water continues that of the water upstream of the overflow edge.
TEST_F(ParticlePictureTest, FoamGoesOnOverTheEdge) {
  const glm::dvec3 absorption(2, 0.5, 0);
  const glm::vec3 clear = through(0.4, absorption), none = through(0.4, absorption, 4, {}, River{}),
                  apart = through(0.4, absorption, 4, {}, River{0.6f, false});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(none[i], clear[i]) << i;
    EXPECT_EQ(apart[i], clear[i]) << i << ": beside a river that does not fall";
  }
  // Absorption changes only the transmitted light. The image shows a few centimeters of one pattern, which scales the
  // probability of foam everywhere.
  const float comes = through(0.4, glm::dvec3(0)).x - clear.x;
  const auto share = [&](float foam) {
    const River river{foam};
    return 1 - (through(0.4, glm::dvec3(0), 4, {}, river).x - through(0.4, absorption, 4, {}, river).x) / comes;
  };
  const float steeper = water::foam_steeper(water::foam_lace_variance + water::foam_patch_variance);
  const auto odds_of = [&](float foam) { return std::pow(foam / (1 - foam), steeper); };
  const float middle = share(0.6f), pattern = middle / (1 - middle) / odds_of(0.6f);
  EXPECT_GT(middle, 0.05f);
  for (const float foam : {0.2f, 0.9f}) {
    const float odds = pattern * odds_of(foam), is = share(foam);
    fmt::print("foam {:.2f} at the edge: {:.3f} beyond, {:.3f} by the law\n", foam, is, odds / (1 + odds));
    EXPECT_NEAR(is, odds / (1 + odds), 0.04f);
  }
}

// For an eye inside, the back face is seen through the water in front: less its reflection, without water behind the
// eye.
TEST_F(ParticlePictureTest, AnEyeInTheWaterSeesThroughWhatLiesBeforeIt) {
  const glm::dvec3 absorption(2, 0.5, 0);
  const double mirrored = static_cast<double>(deferred::fresnel_dielectric(1, 1.333f));
  const double wall = 0.25 * 0.7 * 0.05;
  for (const double eye : {0.2, 0.6}) {
    const glm::vec3 seen = through(1, absorption, eye);
    for (int i = 0; i < 3; ++i) {
      const double expected = (1 - mirrored) * std::exp(-absorption[i] * (eye + wall));
      EXPECT_NEAR(static_cast<double>(seen[i]), expected, 0.02) << eye << " m, channel " << i;
    }
  }
}

// Floating slab: Beer-Lambert transmission of sunlight under its center, all of it beside the slab.
TEST_F(ParticlePictureTest, ShadeUnderAFloatingSlabFollowsTheLaw) {
  const glm::dvec3 absorption(3, 1, 0.2);
  for (const double thick : {0.15, 0.4}) {
    test::Cloud cloud = test::box_cloud({0.2, 0.8, 0.2}, {1.8, 0.8 + thick, 1.8}, 0.05, 0);
    cloud.low = {0, 0, 0};
    cloud.high = {2, 2, 2};
    const Shade shade = light_under(cloud, absorption);
    // Thickness of the mesh there.
    double low = 2, high = 0;
    for (const glm::dvec3& p : shade.mesh.positions)
      if (glm::distance(glm::dvec2(p.x, p.z), glm::dvec2(1)) < 0.1) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
      }
    EXPECT_NEAR(high - low, thick, 0.03);
    const glm::vec4 under = shade.at({1, 0.3f, 1}), beside = shade.at({0.05f, 0.3f, 0.05f});
    for (int i = 0; i < 3; ++i) {
      const double mirrored = static_cast<double>(deferred::fresnel_dielectric(1, 1 / 1.333f));
      const double expected = (1 - mirrored) * std::exp(-absorption[i] * (high - low));
      EXPECT_NEAR(static_cast<double>(under[i]), expected, 0.03 * expected) << thick << " m, channel " << i;
      EXPECT_EQ(beside[i], 1);
    }
    EXPECT_NEAR(static_cast<double>(under.w), high, 0.03);
  }
}

// A clear ball of water acts as a lens: light concentrates under its center and is missing under its rim.
TEST_F(ParticlePictureTest, ABallOfWaterGathersLight) {
  test::Cloud cloud = test::box_cloud({0.6, 0.6, 0.6}, {1.4, 1.4, 1.4}, 0.05, 0);
  std::erase_if(cloud.places, [](const glm::dvec3& p) { return glm::distance(p, glm::dvec3(1)) > 0.4; });
  cloud.low = {0, 0, 0};
  cloud.high = {2, 2, 2};
  const Shade shade = light_under(cloud, glm::dvec3(0));
  EXPECT_GT(shade.at({1, 0.3f, 1}).y, 1.1f);
  EXPECT_LT(shade.at({1.37f, 0.3f, 1}).y, 1.0f);
  EXPECT_EQ(shade.at({1.6f, 0.3f, 1}).y, 1);
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
