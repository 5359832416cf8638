// Sun shadows: penumbrae from the sun's angular diameter, shadow maps with finer texels near the camera.
#include "passes/deferred/shadow.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/packing.hpp>

#include "engine/graph/scope_cache.h"
#include "engine/scene/renderer.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/water_levels.h"
#include "passes/sky/clouds.h"
#include "passes/sky/sky.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

class ShadowTest : public test::GpuTest {
 protected:
  ShadowTest() {
    view.size = {63, 127};
    view.up = {0, 0, -1};
    scene.sky.intensity = 0;
    scene.sky.clouds = 0;
    scene.sun.direction = glm::normalize(glm::dvec3(1, 1, 0));
  }

  void add(MeshSettings::Shape kind, glm::dvec3 size, glm::dvec3 at) {
    MeshSettings m;
    m.shape = kind;
    m.size = size;
    m.translate = at;
    m.material.roughness = 1;
    scene.meshes.push_back(m);
  }

  // Sun visibility: found by the lighting pass, or by a pass before it for all pixels or only for the lit ones.
  enum class Found { within, before, where_lit };
  // Radiance of the center column, from the top.
  std::vector<double> column(bool near_maps = false, Found found = Found::within) {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    deferred::Geometry geometry(own, scene);
    deferred::Sky sky(own, scene);
    deferred::Camera camera = deferred::make_camera(view, scene);
    camera.sun_matrix = deferred::fit_sun(geometry.bounds(), glm::vec3(camera.sun_direction));
    graph::Graph g(own);
    geometry.start(g);
    sky.start(g);
    deferred::Light light{.sky = sky.image(), .shadow = deferred::draw_shadow(g, camera, geometry, true)};
    if (near_maps) {
      const deferred::NearShadows near = deferred::draw_near_shadows(g, camera, geometry, geometry.bounds(), {});
      light.shadow_near = near.near;
      light.shadow_middle = near.middle;
      std::ranges::copy(near.place, camera.near_shadow);
    }
    finer = light.shadow_near || light.shadow_middle;
    const GBuffer gbuffer = deferred::draw_gbuffer(g, camera, geometry);
    deferred::SsaoSettings none;
    none.enabled = false;
    const graph::Image ambient = deferred::draw_ambient(g, camera, gbuffer, none);
    graph::Caches caches(own);
    g.use(caches);
    deferred::LightingChoice choice;
    if (found != Found::within) choice.sun = {.before = true, .cached = found == Found::before};
    const Lit lit = deferred::draw_lighting(g, camera, gbuffer, light, ambient, choice);
    std::vector<double> out;
    g.readback("read", lit.color, [&](std::span<const std::byte> bytes) {
      std::vector<std::uint64_t> texels(bytes.size() / 8);
      std::memcpy(texels.data(), bytes.data(), bytes.size());
      for (std::uint32_t y = 0; y < view.size.y; ++y)
        out.push_back(static_cast<double>(glm::unpackHalf4x16(texels[y * view.size.x + view.size.x / 2]).y));
    });
    runner.run(g);
    runner.finish();
    return out;
  }

  // First crossing of a share of the maximum, in pixels; shadows are at the top.
  static double crossing(const std::vector<double>& light, double share) {
    const double level = share * *std::ranges::max_element(light);
    for (std::size_t i = 1; i < light.size(); ++i)
      if (light[i] > level) return static_cast<double>(i) - (light[i] - level) / (light[i] - light[i - 1]);
    return -1;
  }

  Scene scene;
  View view;
  bool finer = false;
};

// Edge along the sun's azimuth at height h over level ground: its penumbra is 2 h tan(r) / sin(elevation) wide. Light
// of a disc behind a straight edge rises from a tenth to nine tenths within 0.687 of that width.
TEST_F(ShadowTest, PenumbraIsTheSunsDisc) {
  for (const double diameter : {2.0, 4.0}) {
    for (const double height : {0.2, 0.5, 1.0}) {
      scene.sun.diameter = diameter;
      scene.meshes.clear();
      add(MeshSettings::Shape::plane, {20, 1, 20}, {0, 0, 0});
      add(MeshSettings::Shape::box, {0.5 * height, 0.002, 2 * height}, {0, height, -height});
      const double width = 2 * height * std::tan(glm::radians(diameter) / 2) / std::sin(glm::radians(45.0));
      const double span = 2.5 * width;
      view.eye = {-height, 4, 0};
      view.target = {-height, 0, 0};
      view.fov = 2 * glm::degrees(std::atan(span / 2 / 4));
      const std::vector<double> light = column();
      const double meters = span / view.size.y;
      const double measured = (crossing(light, 0.9) - crossing(light, 0.1)) * meters / 0.687;
      EXPECT_NEAR(measured, width, 0.15 * width) << "height " << height << " m, disc " << diameter << " degrees";
      // Directly under the edge, half of the disc is hidden.
      EXPECT_NEAR(crossing(light, 0.5) * meters, span / 2 - 0.5 * meters, 0.1 * width) << height << " " << diameter;
    }
  }
}

// The light does not depend on which pass finds the occluders.
TEST_F(ShadowTest, TheSunMayBeSearchedForBefore) {
  add(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0});
  add(MeshSettings::Shape::box, {0.25, 0.002, 1}, {0, 0.5, -0.5});
  add(MeshSettings::Shape::box, {1, 2, 1}, {-40, 1, -30});
  view.eye = {-0.5, 4, 0};
  view.target = {-0.5, 0, 0};
  view.fov = 10;
  for (const bool near_maps : {false, true}) {
    const std::vector<double> within = column(near_maps);
    EXPECT_LT(*std::ranges::min_element(within), 0.6 * *std::ranges::max_element(within)) << "no shadow is seen";
    EXPECT_EQ(column(near_maps, Found::before), within);
    EXPECT_EQ(column(near_maps, Found::where_lit), within);
  }
}

// Caustics map, with a flag for whether the pass drew geometry under the wave troughs.
struct BentMap {
  bool drew_deep = false;
  std::vector<float> depth;
};

// Maps in the basin for a sequence of water elevations over the rest level.
std::vector<BentMap> bent_maps(shader::Library& shaders, const Scene& scene, const View& view,
                               const std::vector<float>& elevations, bool keeps) {
  graph::State own;
  gpu::Executor runner(test::device(), own, shaders);
  deferred::Geometry geometry(own, scene);
  graph::Caches caches(own);
  deferred::Camera camera = deferred::make_camera(view, scene);
  camera.bent_matrix = deferred::fit_sun(geometry.bounds(), glm::vec3(camera.bent_direction));
  graph::Graph first(own);
  geometry.start(first);
  runner.run(first);
  runner.finish();
  std::vector<BentMap> out(elevations.size());
  for (std::size_t i = 0; i < elevations.size(); ++i) {
    graph::Graph g(own);
    if (keeps) g.use(caches);
    SurfaceField field;
    field.surface = g.image("surface", {{8, 8}, graph::Format::rgba32_float});
    field.cells = {8, 8};
    field.size = {4, 4};
    std::vector<glm::vec4> texels(64, {elevations[i], 0, 0, 1});
    g.upload("upload", field.surface, texels);
    const deferred::LevelMap levels = deferred::draw_levels(g, scene, {&field, 1});
    const graph::Image map = deferred::draw_bent_shadow(g, camera, geometry, levels, true, 0.125f);
    for (const graph::Node& node : g.nodes()) out[i].drew_deep |= node.name == "draw_deep";
    g.readback("read", map, [&, i](std::span<const std::byte> bytes) {
      out[i].depth.resize(bytes.size() / 4);
      std::memcpy(out[i].depth.data(), bytes.data(), bytes.size());
    });
    runner.run(g);
    runner.finish();
  }
  return out;
}

// Post from the floor into the air, plate between troughs and crests, and basin walls: cached and redrawn geometry
// together equal an image without caching.
TEST_F(ShadowTest, CastersUnderTroughsAreKept) {
  add(MeshSettings::Shape::basin, {4, 2, 4}, {0, 0, 0});
  add(MeshSettings::Shape::box, {0.4, 3, 0.4}, {0.5, -0.5, 0.3});
  add(MeshSettings::Shape::box, {0.8, 0.04, 0.8}, {-1, 0.02, -1});
  const std::vector<float> elevations{0.0f, 0.05f, -0.05f, 0.05f, 0.3f};
  const std::vector<BentMap> anew = bent_maps(shaders, scene, view, elevations, false),
                             kept = bent_maps(shaders, scene, view, elevations, true);
  for (std::size_t i = 0; i < elevations.size(); ++i) {
    EXPECT_TRUE(anew[i].drew_deep) << i;
    EXPECT_EQ(kept[i].drew_deep, i == 0) << i;
    ASSERT_EQ(anew[i].depth.size(), kept[i].depth.size());
    std::size_t other = 0, shades = 0;
    for (std::size_t k = 0; k < anew[i].depth.size(); ++k) {
      other += std::abs(anew[i].depth[k] - kept[i].depth[k]) > 1e-4f;
      shades += anew[i].depth[k] < 1;
    }
    EXPECT_GT(shades, anew[i].depth.size() / 4) << i;
    EXPECT_LE(other, 2u) << "of " << shades << " texels, at " << elevations[i] << " m";
  }
  std::size_t moved = 0;  // the waves are visible
  for (std::size_t k = 0; k < anew[1].depth.size(); ++k) moved += std::abs(anew[1].depth[k] - anew[2].depth[k]) > 1e-3f;
  EXPECT_GT(moved, 20u);
}

// 60 m of land and the shadow edge of a slab, seen from 6 m: the map of the whole scene has texels of 3 cm.
TEST_F(ShadowTest, IsFineAndStillNearTheCamera) {
  add(MeshSettings::Shape::plane, {200, 1, 200}, {0, 0, 0});
  add(MeshSettings::Shape::box, {0.5, 0.02, 1}, {1, 1, -0.5});
  add(MeshSettings::Shape::box, {1, 2, 1}, {-40, 1, -30});
  add(MeshSettings::Shape::box, {1, 2, 1}, {20, 1, 30});
  view.eye = {0, 6, 0};
  view.target = {0, 0, 0};
  view.fov = 2;
  const double meters = 2 * 6 * std::tan(glm::radians(1.0)) / view.size.y;
  const double edge = crossing(column(true), 0.5) * meters;
  ASSERT_TRUE(finer);
  const double middle = 6 * std::tan(glm::radians(1.0)) - 0.5 * meters;
  EXPECT_NEAR(edge, middle, 0.01);
  const double plain = crossing(column(), 0.5) * meters;
  EXPECT_LT(std::abs(edge - middle), 0.005 + std::abs(plain - middle));
}

// Rotating the camera moves a finer map by whole texels and keeps its size.
TEST_F(ShadowTest, TurningKeepsTexelsInPlace) {
  deferred::Bounds lit;
  lit.include({-30, -2, -30});
  lit.include({30, 8, 30});
  view.size = {192, 108};
  view.up = {0, 1, 0};
  view.fov = 50;
  view.eye = {3, 2, 4};
  glm::vec4 first(0);
  for (int turn = 0; turn < 24; ++turn) {
    const double angle = 0.26 * turn;
    view.target = view.eye + glm::dvec3(std::cos(angle), 0.1 * std::sin(3 * angle), std::sin(angle));
    deferred::Camera camera = deferred::make_camera(view, scene);
    camera.sun_matrix = deferred::fit_sun(lit, glm::vec3(camera.sun_direction));
    const glm::vec4 place = deferred::fit_near(camera, 0, 8, 2048);
    if (turn == 0) first = place;
    for (int axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(place[axis], first[axis], 1e-4f * first[axis]);
      const double texels = static_cast<double>(place[axis + 2] - first[axis + 2]) * 1024;
      EXPECT_NEAR(texels, std::round(texels), 0.05) << turn;
    }
    // The map covers the frustum at those distances.
    for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(1, 1), glm::vec2(-1, 1), glm::vec2(1, -1)}) {
      const glm::vec4 q = camera.inverse_view_projection * glm::vec4(corner, camera.sun_direction.w / 8, 1);
      const glm::vec4 clip = camera.sun_matrix * glm::vec4(glm::vec3(q) / q.w, 1);
      EXPECT_LE(std::abs(clip.x * place.x + place.z), 1) << turn;
      EXPECT_LE(std::abs(clip.y * place.y + place.w), 1) << turn;
    }
  }
}

// Light at 128 x 128 points over the area of one cloud tile, seen from far above, relative to the light without
// clouds.
class CloudTest : public test::GpuTest {
 protected:
  static constexpr std::uint32_t side = 128;
  CloudTest() {
    scene.sky.model = SkySettings::Model::atmosphere;
    scene.sky.intensity = 0;
    scene.sky.cloud_height = 20;
    scene.sun.direction = glm::normalize(glm::dvec3(0.4, 0.8, 0.3));
    MeshSettings ground;
    ground.shape = MeshSettings::Shape::plane;
    ground.size = {400, 1, 400};
    ground.material.roughness = 1;
    scene.meshes.push_back(ground);
    view.size = {side, side};
    view.up = {0, 0, -1};
    view.eye = {0, 20000, 0};
    view.target = {0, 0, 0};
    view.fov = 2 * glm::degrees(std::atan(deferred::Clouds(scene).period() / 2 / 20000));
  }

  std::vector<double> ground(double time, bool shadows) {
    graph::State own;
    gpu::Executor runner(test::device(), own, shaders);
    deferred::Geometry geometry(own, scene);
    deferred::Sky sky(own, scene);
    deferred::Camera camera = deferred::make_camera(view, scene);
    camera.sun_matrix = deferred::fit_sun(geometry.bounds(), glm::vec3(camera.sun_direction));
    graph::Graph g(own);
    geometry.start(g);
    sky.start(g);
    const deferred::Sky::Shown shown = sky.show(g, time, shadows, camera);
    camera.cloud_sheet = shown.cloud_sheet;
    deferred::Light light{.sky = shown.sky, .environment = shown.environment};
    light.clouds = shown.clouds;
    light.shadow = deferred::draw_shadow(g, camera, geometry, true);
    const GBuffer gbuffer = deferred::draw_gbuffer(g, camera, geometry);
    deferred::SsaoSettings none;
    none.enabled = false;
    const Lit lit =
        deferred::draw_lighting(g, camera, gbuffer, light, deferred::draw_ambient(g, camera, gbuffer, none));
    std::vector<double> out;
    g.readback("read", lit.color, [&](std::span<const std::byte> bytes) {
      std::vector<std::uint64_t> texels(bytes.size() / 8);
      std::memcpy(texels.data(), bytes.data(), bytes.size());
      for (const std::uint64_t texel : texels) out.push_back(static_cast<double>(glm::unpackHalf4x16(texel).y));
    });
    runner.run(g);
    runner.finish();
    return out;
  }

  Scene scene;
  View view;
};

struct DrawnSky {
  bool drawn = false;
  std::vector<std::byte> texels;
};

// Sky behind clouds for a sequence of times.
std::vector<DrawnSky> skies(shader::Library& shaders, const Scene& scene, const View& view,
                            const std::vector<double>& times) {
  graph::State own;
  gpu::Executor runner(test::device(), own, shaders);
  deferred::Sky sky(own, scene);
  graph::Caches caches(own);
  std::vector<DrawnSky> out(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    graph::Graph g(own);
    if (i == 0) sky.start(g);
    deferred::Camera camera = deferred::make_camera(view, scene);
    g.use(caches);
    const deferred::Sky::Shown light = sky.show(g, times[i], true, camera);
    for (const graph::Node& node : g.nodes()) out[i].drawn |= node.name == "clouds";
    g.readback("read", light.sky,
               [&, i](std::span<const std::byte> bytes) { out[i].texels.assign(bytes.begin(), bytes.end()); });
    runner.run(g);
    runner.finish();
  }
  return out;
}

TEST_F(CloudTest, TheSkyIsDrawnAgainOnceTheyHaveMoved) {
  scene.sky.wind = {1, 0.5};
  scene.sky.intensity = 1;
  const deferred::Clouds clouds(scene);
  std::vector<double> times;
  for (int i = 0; i < 12; ++i) times.push_back(i * clouds.period() / deferred::Clouds::side / 16 / 5);
  const auto place = [&](double time) { return clouds.drawn(time, {view.eye.x, view.eye.z}, glm::vec3(0)).offset; };
  const std::vector<DrawnSky> seen = skies(shaders, scene, view, times);
  int drawn = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const bool moved = i == 0 || place(times[i]) != place(times[i - 1]);
    EXPECT_EQ(seen[i].drawn, moved) << i;
    EXPECT_TRUE(i == 0 || (seen[i].texels == seen[i - 1].texels) == !moved) << i;
    drawn += seen[i].drawn;
    // At most half a step along either axis, modulo whole tiles.
    const glm::dvec2 off =
        (glm::dvec2(place(times[i])) - clouds.offset(times[i]) - glm::dvec2(view.eye.x, view.eye.z)) / clouds.period();
    EXPECT_LT(glm::length(off - glm::round(off)), 0.72 / deferred::Clouds::side / 16) << i;
  }
  EXPECT_GE(drawn, 3);
  EXPECT_LE(drawn, 6);
  const std::vector<DrawnSky> alone = skies(shaders, scene, view, {times.back()});
  EXPECT_FALSE(seen.back().texels.empty());
  EXPECT_TRUE(alone[0].texels == seen.back().texels) << "what was kept depends on the pictures before";
}

TEST_F(CloudTest, TakeTheirMeanShareOfTheSunAndMoveWithTheWind) {
  const deferred::Clouds clouds(scene);
  const double pixel = clouds.period() / side;
  scene.sky.wind = {4 * pixel, -2 * pixel};  // pixels per second
  const std::vector<double> clear = ground(0, false), first = ground(0, true), later = ground(3, true);
  double mean = 0, least = 1, most = 0, expected = 0, apart = 0;
  for (std::size_t i = 0; i < clear.size(); ++i) {
    const double share = first[i] / clear[i];
    mean += share / double(clear.size());
    least = std::min(least, share);
    most = std::max(most, share);
    const glm::dvec2 at(static_cast<double>(i % side), static_cast<double>(i / side));
    expected += clouds.transmittance((at + 0.5) * pixel) / double(clear.size());
    const std::size_t x = (i % side + 12) % side, y = (i / side + side - 6) % side;
    apart = std::max(apart, std::abs(later[y * side + x] / clear[y * side + x] - share));
  }
  EXPECT_LT(least, 0.6);
  EXPECT_GT(most, 0.99);
  EXPECT_NEAR(mean, expected, 0.01);
  EXPECT_LT(apart, 0.05) << "the pattern three seconds later, moved back";
  // At time 0 the sun shines on the scene's center.
  EXPECT_GT(first[side / 2 * side + side / 2] / clear[side / 2 * side + side / 2], 0.99);
}

}  // namespace
}  // namespace undine
