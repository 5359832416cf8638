// Opaque passes on a device: occlusion against closed forms, shadows, irradiance, odd image sizes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/packing.hpp>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/scene/renderer.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/gbuffer_submerged.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"
#include "passes/picture/picture.h"
#include "passes/sky/sky.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

MeshSettings shape(MeshSettings::Shape kind, glm::dvec3 size, glm::dvec3 at, glm::dvec3 color = glm::dvec3(0.8)) {
  MeshSettings m;
  m.shape = kind;
  m.size = size;
  m.translate = at;
  m.material.color = color;
  m.material.roughness = 1;
  return m;
}

class RenderOpaque : public test::GpuTest {
 protected:
  RenderOpaque() {
    scene.sun.direction = glm::normalize(glm::dvec3(0.3, 0.8, 0.2));
    view.size = {127, 95};
  }

  // Draws the passes up to lighting and stores their results for the tests.
  void draw() {
    deferred::Geometry geometry(state, scene);
    deferred::Sky sky(state, scene);
    harmonics = sky.harmonics();
    camera = deferred::make_camera(view, scene);
    camera.sun_matrix = deferred::fit_sun(geometry.bounds(), glm::vec3(camera.sun_direction));
    std::copy(harmonics.begin(), harmonics.end(), camera.sky_sh);
    const auto& ssao = scene.render.of<deferred::SsaoSettings>();
    const graph::Extent full{view.size.x, view.size.y, 1}, half{(view.size.x + 1) / 2, (view.size.y + 1) / 2, 1};
    const graph::Image kept_light = state.image("test/light", {full, graph::Format::rgba16_float});
    const graph::Image kept_ambient =
        state.image("test/ambient", {ssao.enabled ? half : graph::Extent{1, 1, 1}, graph::Format::rg32_float});
    const graph::Image kept_normal = state.image("test/normal", {full, graph::Format::rgba16_float});
    graph::Graph g(state);
    geometry.start(g);
    sky.start(g);
    const deferred::Light light{.sky = sky.image(), .shadow = deferred::draw_shadow(g, camera, geometry, true)};
    const GBuffer gbuffer = deferred::draw_gbuffer(g, camera, geometry);
    const graph::Image ambient = deferred::draw_ambient(g, camera, gbuffer, ssao);
    const Lit lit = deferred::draw_lighting(g, camera, gbuffer, light, ambient);
    g.copy("keep_light", lit.color, kept_light);
    g.copy("keep_ambient", ambient, kept_ambient);
    g.copy("keep_normal", gbuffer.normal, kept_normal);
    run(g);
    radiance_ = read<std::uint64_t>(kept_light);
    normal_ = read<std::uint64_t>(kept_normal);
    visibility_ = read<glm::vec2>(kept_ambient);
  }

  glm::ivec2 pixel(glm::vec3 world) const {
    const glm::vec4 q = camera.view_projection * glm::vec4(world, 1);
    const glm::vec2 uv = glm::vec2(0.5, -0.5) * (glm::vec2(q) / q.w) + 0.5f;
    return glm::ivec2(glm::floor(uv * glm::vec2(view.size)));
  }
  glm::vec3 radiance(glm::vec3 world) const {
    const glm::ivec2 p = pixel(world);
    return glm::vec3(
        glm::unpackHalf4x16(radiance_[static_cast<std::size_t>(p.y) * view.size.x + static_cast<std::size_t>(p.x)]));
  }
  glm::vec3 normal(glm::vec3 world) const {
    const glm::ivec2 p = pixel(world);
    return glm::vec3(
        glm::unpackHalf4x16(normal_[static_cast<std::size_t>(p.y) * view.size.x + static_cast<std::size_t>(p.x)]));
  }
  float visibility(glm::vec3 world) const {
    const glm::ivec2 p = pixel(world) / 2;
    return visibility_[static_cast<std::size_t>(p.y) * ((view.size.x + 1) / 2) + static_cast<std::size_t>(p.x)].x;
  }

  Scene scene;
  View view;
  deferred::Camera camera{};
  deferred::SkyHarmonics harmonics{};
  std::vector<std::uint64_t> radiance_, normal_;
  std::vector<glm::vec2> visibility_;
};

TEST_F(RenderOpaque, an_open_plane_is_not_occluded) {
  scene.meshes.push_back(shape(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0}));
  view.eye = {0, 1.5, 4};
  draw();
  for (const glm::vec2& v : visibility_) EXPECT_GE(v.x, 0.98f);
}

// ambient_occlusion_analytic.csv: a long wall of height H hides (1 - d / sqrt(d^2 + H^2)) / 2 at distance d.
TEST_F(RenderOpaque, a_wall_occludes_as_its_form_factor_says) {
  scene.meshes.push_back(shape(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0}));
  scene.meshes.push_back(shape(MeshSettings::Shape::box, {200, 1, 2}, {0, 0.5, -1}));
  scene.render.of<deferred::SsaoSettings>().radius = 4;
  scene.render.of<deferred::SsaoSettings>().samples = 64;
  view.eye = {0, 2.2, 3.5};
  view.target = {0, 0, 0.4};
  view.size = {321, 241};
  draw();
  double before = 0;
  for (double d : {0.1, 0.25, 0.5, 1.0}) {
    double mean = 0;
    for (int i = -5; i <= 5; ++i) mean += visibility({0.1 * i, 0, d}) / 11;
    const double exact = 1 - (1 - d / std::sqrt(d * d + 1)) / 2;
    EXPECT_NEAR(mean, exact, d < 0.2 ? 0.025 : 0.1) << d;
    EXPECT_GE(mean, before - 0.01) << d;
    before = mean;
  }
}

// A low wall whose top lies within 0.7 of the radius hides most of an unlimited wall's share; beyond the radius it
// hides nothing.
TEST_F(RenderOpaque, occlusion_fades_out_at_its_radius) {
  scene.meshes.push_back(shape(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0}));
  scene.meshes.push_back(shape(MeshSettings::Shape::box, {200, 0.5, 2}, {0, 0.25, -1}));
  scene.render.of<deferred::SsaoSettings>().samples = 64;
  view.eye = {0, 1.6, 2.2};
  view.target = {0, 0, 0.4};
  view.size = {321, 241};
  scene.render.of<deferred::SsaoSettings>().radius = 1.04;
  draw();
  const auto hidden = [&](double d) {
    double sum = 0;
    for (int i = -10; i <= 10; ++i) sum += (1 - static_cast<double>(visibility({0.05 * i, 0, d}))) / 21;
    return sum;
  };
  const auto endless = [](double d) { return (1 - d / std::hypot(d, 0.5)) / 2; };
  EXPECT_GT(hidden(0.4), 0.6 * endless(0.4));
  EXPECT_GT(hidden(0.5), 0.45 * endless(0.5));
  EXPECT_LT(hidden(1.1), 1e-3);
}

TEST_F(RenderOpaque, shadow_falls_where_the_sun_says_and_nowhere_else) {
  scene.meshes.push_back(shape(MeshSettings::Shape::plane, {40, 1, 40}, {0, 0, 0}));
  scene.meshes.push_back(shape(MeshSettings::Shape::box, {1, 1, 1}, {0, 0.5, 0}));
  scene.sun.direction = glm::normalize(glm::dvec3(1, 1, 0));
  scene.render.of<deferred::SsaoSettings>().enabled = false;
  view.eye = {0, 6, 4};
  view.target = {0, 0, 0};
  view.size = {401, 301};
  draw();
  // The box is 1 m high and the sun's elevation is 45 degrees: the shadow reaches from x = -0.5 to -1.5.
  const float sunlit = radiance({1.5, 0, 0}).y;
  for (float x : {-0.6f, -1.0f, -1.4f}) EXPECT_LT(radiance({x, 0, 0}).y, 0.45f * sunlit) << x;
  for (float x : {-1.6f, -2.5f, 0.6f, 1.0f, 2.0f}) EXPECT_NEAR(radiance({x, 0, 0}).y, sunlit, 0.03f * sunlit) << x;
  for (float z : {-0.6f, 0.6f}) EXPECT_NEAR(radiance({-1, 0, z}).y, sunlit, 0.03f * sunlit) << z;
  // The sunny sides of the box are free of shadow acne.
  const float top = radiance({0, 1, 0}).y;
  for (float x = -0.4f; x < 0.45f; x += 0.1f)
    for (float z = -0.4f; z < 0.45f; z += 0.1f) EXPECT_NEAR(radiance({x, 1, z}).y, top, 0.03f * top);
}

// Black plane, seen and lit at grazing angles: GGX with Smith masking and Schlick Fresnel, and the sky's blurred
// reflection.
TEST_F(RenderOpaque, a_black_plane_mirrors_the_sun_by_its_lobe) {
  MeshSettings plane = shape(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0}, glm::dvec3(0));
  plane.material.roughness = 0.6;
  scene.meshes.push_back(plane);
  scene.render.of<deferred::SsaoSettings>().enabled = false;
  scene.sun.direction = glm::normalize(glm::dvec3(0, 0.4, -1));
  view.eye = {0, 1.2, 4};
  view.target = {0, 0, 0};
  draw();
  const glm::dvec3 n(0, 1, 0), l(scene.sun.direction), v = glm::normalize(view.eye), h = glm::normalize(v + l);
  const double nl = l.y, nv = v.y, nh = h.y, vh = glm::dot(v, h), a2 = std::pow(0.6, 4);
  const double d = nh * nh * (a2 - 1) + 1, density = a2 / (M_PI * d * d);
  const double visible = 0.5 / (nl * std::sqrt(nv * nv * (1 - a2) + a2) + nv * std::sqrt(nl * nl * (1 - a2) + a2));
  const double fresnel = 0.04 + 0.96 * std::pow(1 - vh, 5);
  // Fit of the split sum [Karis 2013].
  const double rx = 1 - 0.6, ry = 0.0425 - 0.6 * 0.0275, rz = 1.04 - 0.6 * 0.572, rw = 0.6 * 0.022 - 0.04;
  const double fit = std::min(rx * rx, std::exp2(-9.28 * nv)) * rx + ry;
  const double share = 0.04 * (rz - 1.04 * fit) + rw + 1.04 * fit;
  const glm::vec3 sky = deferred::sky_irradiance(harmonics, glm::vec3(glm::reflect(-v, n)));
  for (int c = 0; c < 3; ++c) {
    const double sun = scene.sun.color[c] * scene.sun.intensity * density * visible * fresnel * nl;
    const double want = sun + static_cast<double>(sky[c]) / M_PI * share;
    EXPECT_GT(sun, 0.5 * want);
    EXPECT_NEAR(radiance({0, 0, 0})[c], want, 0.04 * want);
  }
}

TEST_F(RenderOpaque, a_sunlit_rough_plane_has_the_radiance_of_its_irradiance) {
  scene.meshes.push_back(shape(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0}, glm::dvec3(0.5)));
  scene.render.of<deferred::SsaoSettings>().enabled = false;
  view.eye = {0, 5, 0.01};
  draw();
  const glm::dvec3 n(0, 1, 0);
  const glm::vec3 sky = deferred::sky_irradiance(harmonics, glm::vec3(n));
  for (int c = 0; c < 3; ++c) {
    const double sun = scene.sun.color[c] * scene.sun.intensity * scene.sun.direction.y;
    const double diffuse = 0.5 * (sun + static_cast<double>(sky[c])) / M_PI;
    const float found = radiance({0.3, 0, 0.2})[c];
    EXPECT_NEAR(found, diffuse, 0.12 * diffuse) << "Burley's diffuse and a rough mirror stay near Lambert's";
  }
}

TEST_F(RenderOpaque, normals_point_outward_on_all_shapes) {
  scene.meshes.push_back(shape(MeshSettings::Shape::sphere, {1, 1, 1}, {-1.5, 0.5, 0}));
  scene.meshes.push_back(shape(MeshSettings::Shape::cylinder, {1, 1, 1}, {0, 0.5, 0}));
  scene.meshes.push_back(shape(MeshSettings::Shape::box, {1, 1, 1}, {1.5, 0.5, 0}));
  view.eye = {0, 3, 5};
  view.target = {0, 0.5, 0};
  view.size = {301, 201};
  draw();
  EXPECT_NEAR(glm::dot(normal({-1.5, 1, 0}), glm::vec3(0, 1, 0)), 1, 0.03);
  EXPECT_NEAR(glm::dot(normal({0, 0.5, 0.5}), glm::vec3(0, 0, 1)), 1, 0.03);
  EXPECT_NEAR(glm::dot(normal({0, 1, 0}), glm::vec3(0, 1, 0)), 1, 0.03);
  EXPECT_NEAR(glm::dot(normal({1.5, 0.5, 0.5}), glm::vec3(0, 0, 1)), 1, 0.03);
}

// Box of 1 x 2 x 1 m in a basin of 4 x 4 m, seen through the waters of each test.
struct RenderInWaters : RenderOpaque {
  RenderInWaters() {
    scene.meshes.push_back(shape(MeshSettings::Shape::basin, {4, 1, 4}, {0, 0, 0}));
    scene.meshes.push_back(shape(MeshSettings::Shape::box, {1, 2, 1}, {0, 0, 0}));
    view.eye = {0, 1.6, 6};
    view.target = {0, -0.5, 0};
    geometry.emplace(state, scene);
    sky.emplace(state, scene);
    camera = deferred::make_camera(view, scene);
    camera.sun_matrix = deferred::fit_sun(geometry->bounds(), glm::vec3(camera.sun_direction));
    camera.bent_matrix = deferred::fit_sun(geometry->bounds(), glm::vec3(camera.bent_direction));
  }
  struct Level {
    glm::dvec3 origin;
    float elevation;
    bool dries = false;
  };
  // Visibility of the box at these heights of its front.
  std::vector<bool> seen_at(const std::vector<Level>& levels, const std::vector<float>& heights) {
    graph::Graph g(state);
    std::vector<SurfaceField> waters(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      SurfaceField& water = waters[i];
      water.surface = g.image(g.name(fmt::format("surface{}", i)), {{1, 1, 1}, graph::Format::rgba16_float});
      water.cells = {1, 1};
      water.size = {4, 4};
      water.origin = levels[i].origin;
      water.dries = levels[i].dries;
      g.clear(g.name(fmt::format("level{}", i)), water.surface, {levels[i].elevation, 0, 0, 1});
    }
    if (std::exchange(first, false)) {
      geometry->start(g);
      sky->start(g);
    }
    deferred::Light light{.sky = sky->image(), .shadow = deferred::draw_shadow(g, camera, *geometry, true)};
    light.levels = deferred::draw_levels(g, scene, waters);
    light.bent_shadow = deferred::draw_bent_shadow(g, camera, *geometry, light.levels, true);
    light.caustics = g.image("caustics", {{1, 1, 1}, graph::Format::rgba16_float});
    g.clear("no waves", light.caustics, {1, 1, 1, 1});
    const deferred::Submerged inside =
        deferred::draw_submerged(g, camera, *geometry, light, scene.render.of<deferred::SsaoSettings>(), waters, {});
    const glm::uvec2 size(inside.camera.viewport);
    std::vector<float> depth(std::size_t{size.x} * size.y);
    g.readback("read", inside.lit.depth, [&](std::span<const std::byte> bytes) {
      std::memcpy(depth.data(), bytes.data(), std::min(bytes.size(), 4 * depth.size()));
    });
    run(g);
    executor->finish();
    std::vector<bool> out;
    for (const float y : heights) {
      const glm::vec4 q = inside.camera.view_projection * glm::vec4(0, y, 0.5, 1);
      const glm::ivec2 p = glm::ivec2((glm::vec2(0.5, -0.5) * (glm::vec2(q) / q.w) + 0.5f) * glm::vec2(size));
      const float d = depth[static_cast<std::size_t>(p.y) * size.x + static_cast<std::size_t>(p.x)];
      out.push_back(std::abs(d - q.z / q.w) < 0.03f * q.z / q.w);
    }
    return out;
  }
  std::optional<deferred::Geometry> geometry;
  std::optional<deferred::Sky> sky;
  bool first = true;
};

TEST_F(RenderInWaters, the_submerged_scene_shows_what_waves_rise_to) {
  const std::vector<float> heights{-0.3f, -0.1f, 0.05f, 0.3f, 0.6f};
  for (const float elevation : {0.0f, 0.5f, 0.25f, -0.08f, 0.0f}) {
    const std::vector<bool> seen = seen_at({{{0, -0.1, 0}, elevation}}, heights);
    for (std::size_t i = 0; i < heights.size(); ++i)
      EXPECT_EQ(seen[i], heights[i] < -0.1f + elevation + 0.05f)
          << "at " << heights[i] << " m in water of " << elevation << " m";
  }
}

// Water below with known level bounds, and water around the box without them.
TEST_F(RenderInWaters, the_submerged_scene_shows_what_is_in_water_that_dries) {
  EXPECT_EQ(seen_at({{{20, -3, 0}, 0}, {{0, -0.1, 0}, 0.5f, true}}, {-0.3f, 0.3f, 0.6f}),
            (std::vector<bool>{true, true, false}));
}

TEST_F(RenderOpaque, the_submerged_scene_shows_what_a_rim_hides) {
  scene.meshes.push_back(shape(MeshSettings::Shape::basin, {4, 1, 4}, {0, 0, 0}));
  scene.meshes.push_back(shape(MeshSettings::Shape::box, {6, 1, 0.2}, {0, 0.6, 2.4}));
  view.eye = {0, 1.6, 6};
  view.target = {0, -0.5, 0};
  deferred::Geometry geometry(state, scene);
  deferred::Sky sky(state, scene);
  camera = deferred::make_camera(view, scene);
  camera.sun_matrix = deferred::fit_sun(geometry.bounds(), glm::vec3(camera.sun_direction));
  camera.bent_matrix = deferred::fit_sun(geometry.bounds(), glm::vec3(camera.bent_direction));
  graph::Graph g(state);
  SurfaceField water;
  water.surface = g.image("surface", {{1, 1, 1}, graph::Format::rgba16_float});
  water.cells = {1, 1};
  water.size = {4, 4};
  water.origin = {0, -0.1, 0};
  g.clear("still", water.surface, {0, 0, 0, 1});
  geometry.start(g);
  sky.start(g);
  deferred::Light light{.sky = sky.image(), .shadow = deferred::draw_shadow(g, camera, geometry, true)};
  light.levels = deferred::draw_levels(g, scene, std::span(&water, 1));
  light.bent_shadow = deferred::draw_bent_shadow(g, camera, geometry, light.levels, true);
  light.caustics = g.image("caustics", {{1, 1, 1}, graph::Format::rgba16_float});
  g.clear("no waves", light.caustics, {1, 1, 1, 1});
  const deferred::Submerged inside = deferred::draw_submerged(
      g, camera, geometry, light, scene.render.of<deferred::SsaoSettings>(), std::span(&water, 1), {});
  const glm::uvec2 size(inside.camera.viewport);
  const graph::Image kept = state.image("test/depth", {{size.x, size.y, 1}, graph::Format::d32_float});
  g.copy("keep", inside.lit.depth, kept);
  run(g);
  const std::vector<float> depth = read<float>(kept);
  const auto seen = [&](glm::vec3 world) {
    const glm::vec4 q = inside.camera.view_projection * glm::vec4(world, 1);
    const glm::ivec2 p = glm::ivec2((glm::vec2(0.5, -0.5) * (glm::vec2(q) / q.w) + 0.5f) * glm::vec2(size));
    const float d = depth[static_cast<std::size_t>(p.y) * size.x + static_cast<std::size_t>(p.x)];
    return std::abs(d - q.z / q.w) < 0.03f * q.z / q.w;
  };
  EXPECT_TRUE(seen({0, -1, 1.9})) << "the floor behind the box and the near wall";
  EXPECT_TRUE(seen({0, -1, 0}));
  EXPECT_TRUE(seen({0, -0.5, -2}));
  EXPECT_FALSE(seen({0, 0.6, 2.5})) << "the box is not in the water";
}

TEST_F(RenderOpaque, any_picture_size_and_an_empty_scene) {
  std::uint32_t n = 0;
  for (glm::uvec2 size : {glm::uvec2(1, 1), glm::uvec2(3, 7), glm::uvec2(65, 33)}) {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    View small = view;
    small.size = size;
    const std::unique_ptr<Renderer> renderer = picture::make_renderer(own, scene);
    const graph::Image kept = own.image("test/picture", {{size.x, size.y, 1}, graph::Format::rgba8_unorm});
    graph::Graph g(own);
    renderer->start(g);
    g.copy("keep", renderer->draw(g, small, {}), kept);
    g.readback("read", kept, [&](std::span<const std::byte> bytes) {
      n += static_cast<std::uint32_t>(bytes.size());
      EXPECT_EQ(bytes[3], std::byte{255});
    });
    runner.run(g);
    runner.finish();
  }
  EXPECT_EQ(n, 4u * (1 + 21 + 65 * 33));
}

// Water over a random part of an image culls a pixel only if it also covers the neighbors, because lookups
// interpolate between pixels. It culls every pixel whose whole surrounding quad is covered.
TEST_F(RenderOpaque, what_water_hides_has_a_border) {
  constexpr int wide = 61, high = 38;
  std::vector<float> covered(wide * high, 1.0f), depth(wide * high, 0.5f);
  for (std::size_t i = 0; i < covered.size(); ++i)
    if ((i * 2654435761u >> 7 & 63u) == 0) covered[i] = 0;
  graph::Graph g(state);
  const graph::ImageDesc desc{{wide, high, 1}, graph::Format::r32_float};
  const graph::Image over = g.image("covered", desc), behind = g.image("behind", desc),
                     open = g.image("open", {{wide, high, 1}, graph::Format::d32_float});
  g.upload("upload_covered", over, covered);
  g.upload("upload_depth", behind, depth);
  deferred::fill(g, "open", "deferred/lighting_open.frag")
      .read("depth", behind, graph::Sampler::nearest_clamp)
      .read("covered", over, graph::Sampler::nearest_clamp)
      .depth(open, graph::Load::discard)
      .raster({.depth = graph::Compare::always});
  std::vector<float> out(covered.size());
  g.readback("read", open,
             [&](std::span<const std::byte> bytes) { std::memcpy(out.data(), bytes.data(), bytes.size()); });
  run(g);
  executor->finish();
  // Returns true if water covers a whole rectangle within the image.
  const auto all = [&](int x0, int x1, int y0, int y1) {
    for (int y = std::max(y0, 0); y <= std::min(y1, high - 1); ++y)
      for (int x = std::max(x0, 0); x <= std::min(x1, wide - 1); ++x)
        if (covered[static_cast<std::size_t>(y * wide + x)] == 0) return false;
    return true;
  };
  int hidden = 0;
  for (int y = 0; y < high; ++y)
    for (int x = 0; x < wide; ++x) {
      const float got = out[static_cast<std::size_t>(y * wide + x)];
      hidden += got == 0;
      EXPECT_TRUE(got == 0.5f || (got == 0 && all(x - 1, x + 1, y - 1, y + 1))) << got << " at " << x << ' ' << y;
      const int qx = x & ~1, qy = y & ~1;
      const bool within = qx + 2 < wide && qy + 2 < high && all(qx - 1, qx + 2, qy - 1, qy + 2);
      EXPECT_TRUE(!within || got == 0) << x << ' ' << y;
    }
  EXPECT_GT(hidden, wide * high / 3);
  EXPECT_LT(hidden, wide * high * 9 / 10);
}

TEST_F(RenderOpaque, every_view_has_a_picture) {
  scene.meshes.push_back(shape(MeshSettings::Shape::box, {1, 1, 1}, {0, 0.5, 0}));
  const std::unique_ptr<Renderer> renderer = picture::make_renderer(state, scene);
  const graph::Image kept = state.image("test/picture", {{view.size.x, view.size.y, 1}, graph::Format::rgba8_unorm});
  bool first = true;
  for (const char* show : {"albedo", "normals", "depth", "ao", "reflection", "refraction", "caustics", "final"}) {
    graph::Graph g(state);
    if (first) renderer->start(g);
    first = false;
    view.show = show;
    g.copy("keep", renderer->draw(g, view, {}), kept);
    run(g);
    EXPECT_EQ(read<std::uint8_t>(kept).size(), view.size.x * view.size.y * 4) << show;
  }
  view.show = "nothing";
  graph::Graph g(state);
  EXPECT_THROW(renderer->draw(g, view, {}), Error);
}

}  // namespace
}  // namespace undine
