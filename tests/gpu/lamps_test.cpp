// Light of lamps against closed forms in double precision: on a plane in air, through a level water surface, and past
// occluding edges.
#include "passes/deferred/lamps.h"

#include <cmath>
#include <glm/gtc/packing.hpp>
#include <numbers>
#include <optional>

#include "engine/scene/renderer.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/shadow.h"
#include "passes/deferred/water_look.h"
#include "passes/sky/sky.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

constexpr double pi = std::numbers::pi;

class LampsTest : public test::GpuTest {
 protected:
  static constexpr double albedo = 0.7;
  LampsTest() {
    view.size = {255, 9};
    view.up = {0, 0, -1};
    scene.sky.intensity = scene.sun.intensity = 0;
    scene.sky.clouds = 0;
    add(MeshSettings::Shape::plane, {40, 1, 40}, {0, 0, 0});
    look_down(4, 20);
  }

  void add(MeshSettings::Shape kind, glm::dvec3 size, glm::dvec3 at) {
    MeshSettings m;
    m.shape = kind;
    m.size = size;
    m.translate = at;
    m.material.color = glm::dvec3(albedo);
    m.material.roughness = 1;
    scene.meshes.push_back(m);
  }
  // Points the camera down from height `from`, so that the middle row covers `meters` along x at height 0.
  void look_down(double meters, double from) {
    across = meters;
    view.eye = {0, from, 0};
    view.target = {0, 0, 0};
    view.fov = 2 * glm::degrees(std::atan(meters / 2 / from * view.size.y / view.size.x));
  }
  double place(std::size_t pixel) const { return ((static_cast<double>(pixel) + 0.5) / view.size.x - 0.5) * across; }
  LightSettings& lamp(glm::dvec3 at) {
    LightSettings& l = scene.lights.emplace_back();
    l.position = at;
    return l;
  }

  // Radiance of the middle row. level: of a water over the whole scene, if any.
  std::vector<glm::dvec3> row(std::optional<double> level = {}) {
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
    if (level) {
      SurfaceField water;
      water.cells = {8, 8};
      water.size = {38, 38};
      water.origin = {0, *level, 0};
      water.surface = g.image("level", {{8, 8, 1}, graph::Format::rgba32_float});
      g.clear("still", water.surface, {0, 0, 0, 1});
      light.levels = deferred::draw_levels(g, scene, std::span(&water, 1));
    }
    light.lamps = deferred::draw_lamps(g, geometry, scene.lights, geometry.bounds(), true);
    const GBuffer gbuffer = deferred::draw_gbuffer(g, camera, geometry);
    deferred::SsaoSettings none;
    none.enabled = false;
    const Lit lit =
        deferred::draw_lighting(g, camera, gbuffer, light, deferred::draw_ambient(g, camera, gbuffer, none));
    std::vector<glm::dvec3> out;
    g.readback("read", lit.color, [&](std::span<const std::byte> bytes) {
      std::vector<std::uint64_t> texels(bytes.size() / 8);
      std::memcpy(texels.data(), bytes.data(), bytes.size());
      for (std::uint32_t x = 0; x < view.size.x; ++x)
        out.push_back(glm::dvec3(glm::unpackHalf4x16(texels[view.size.y / 2 * view.size.x + x])));
    });
    runner.run(g);
    runner.finish();
    return out;
  }

  // BRDF times cosine of a level rough surface: Burley and GGX at roughness 1. l: towards the light, x along the row;
  // v: towards the eye.
  static double reflects(glm::dvec3 l, glm::dvec3 v, double f0) {
    const glm::dvec3 h = glm::normalize(l + v);
    const double nl = l.y, nv = v.y, vh = glm::dot(v, h);
    const double fresnel = f0 + (1 - f0) * std::pow(1 - vh, 5), bulge = 0.5 + 2 * vh * vh;
    const double diffuse = (1 + (bulge - 1) * std::pow(1 - nl, 5)) * (1 + (bulge - 1) * std::pow(1 - nv, 5)) / pi;
    const double lobe = fresnel / pi * 0.5 / (nl + nv);  // roughness 1: a2 = 1
    return (lobe + (1 - fresnel) * albedo * diffuse) * nl;
  }
  glm::dvec3 to_eye(double x) const { return glm::normalize(view.eye - glm::dvec3(x, 0, 0)); }

  // Last pixel, from the left, at which the share of light crosses a threshold.
  static double crossing(const std::vector<glm::dvec3>& with, const std::vector<glm::dvec3>& without, double share) {
    for (std::size_t i = with.size() - 1; i > 0; --i) {
      const double before = with[i - 1].y / without[i - 1].y, now = with[i].y / without[i].y;
      if ((before < share) != (now < share)) return static_cast<double>(i) - (now - share) / (now - before);
    }
    return -1;
  }
  double meters(double pixel) const { return ((pixel + 0.5) / view.size.x - 0.5) * across; }

  Scene scene;
  View view;
  double across = 0;
};

TEST_F(LampsTest, APlaneIsLitByTheInverseSquareAndTheCosine) {
  lamp({0.4, 1.3, -0.5}).intensity = 9;
  scene.lights[0].color = {1, 0.5, 0.125};
  const auto light = row();
  for (std::size_t i = 2; i < light.size(); i += 7) {
    const glm::dvec3 away = glm::dvec3(0.4, 1.3, -0.5) - glm::dvec3(place(i), 0, 0);
    const double want = 9 / glm::dot(away, away) * reflects(glm::normalize(away), to_eye(place(i)), 0.04);
    EXPECT_NEAR(light[i].x, want, 0.004 * want) << place(i);
    EXPECT_NEAR(light[i].y, 0.5 * want, 0.002 * want) << place(i);
    EXPECT_NEAR(light[i].z, 0.125 * want, 0.0005 * want) << place(i);
  }
}

// max(1 - (r / range)^4, 0) / r^2 of KHR_lights_punctual.
TEST_F(LampsTest, TheRangeIsAWindow) {
  lamp({-1, 1, 0}).range = 2;
  const auto near = row();
  scene.lights[0].range = 0;
  const auto endless = row();
  for (std::size_t i = 0; i < near.size(); i += 5) {
    const double part = std::hypot(place(i) + 1, 1.0) / 2;
    EXPECT_NEAR(near[i].y / endless[i].y, std::max(1 - part * part * part * part, 0.0), 0.003) << place(i);
  }
}

// Attenuation between the cones: ((cos - cos outer) / (cos inner - cos outer))^2.
TEST_F(LampsTest, ASpotFadesBetweenItsCones) {
  LightSettings& spot = lamp({-0.5, 1, 0});
  const auto open = row();
  spot.kind = LightSettings::Kind::spot;
  spot.direction = {3, -4, 0};
  spot.inner_cone = 10;
  spot.outer_cone = 35;
  const auto cone = row();
  const double inner = std::cos(glm::radians(10.0)), outer = std::cos(glm::radians(35.0));
  int between = 0;
  for (std::size_t i = 0; i < cone.size(); i += 3) {
    const double cosine = glm::dot(glm::normalize(glm::dvec3(place(i) + 0.5, -1, 0)), glm::dvec3(0.6, -0.8, 0));
    const double share = glm::clamp((cosine - outer) / (inner - outer), 0.0, 1.0);
    between += share > 0.05 && share < 0.95;
    EXPECT_NEAR(cone[i].y / open[i].y, share * share, 0.005) << place(i);
  }
  EXPECT_GT(between, 20);
}

// A slab's edge at height h under a lamp at H and x: its shadow ends at x + (edge - x) H / (H - h). This holds in
// point and spot shadow maps, and across the border of two faces of a point's maps.
TEST_F(LampsTest, AShadowEndsWhereGeometrySays) {
  const double high = 2;
  for (const bool spot : {false, true})
    for (const double from : {-1.6, -0.3}) {
      scene.lights.clear();
      scene.meshes.resize(1);
      LightSettings& l = lamp({from, high, 0});
      l.kind = spot ? LightSettings::Kind::spot : LightSettings::Kind::point;
      l.direction = {0.5, -1, 0};
      l.outer_cone = 60;
      l.inner_cone = 59;
      const auto open = row();
      add(MeshSettings::Shape::box, {0.4, 0.002, 3}, {0.2, 0.8, 0});
      const auto shaded = row();
      const auto ends = [&](double edge) { return from + (edge - from) * high / (high - 0.8); };
      const double end = meters(crossing(shaded, open, 0.5));
      // Lookups are offset by a texel from the surface, which shortens oblique shadows.
      EXPECT_NEAR(end, ends(0.4), from < -1 ? 0.035 : 0.02) << (spot ? "spot" : "point") << " at " << from;
      EXPECT_NEAR(shaded.back().y, open.back().y, 0.01 * open.back().y);
    }
}

// The border between two faces of a point's maps leaves no line on a plane.
TEST_F(LampsTest, FacesOfAPointMeet) {
  lamp({0, 0.7, 0});
  const auto with = row();
  scene.lights[0].shadow = false;
  const auto without = row();
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_NEAR(with[i].y, without[i].y, 1e-3 * without[i].y) << place(i);
}

// At the edge of a ball's shadow half of the lamp is hidden. Light rises from a tenth to nine tenths within 0.687 of
// the penumbra's width.
TEST_F(LampsTest, ABallSoftensShadows) {
  lamp({-0.3, 2, 0}).radius = 0.1;
  const auto open = row();
  add(MeshSettings::Shape::box, {0.4, 0.002, 3}, {0.2, 0.8, 0});
  const auto shaded = row();
  const double half = meters(crossing(shaded, open, 0.5)), low = meters(crossing(shaded, open, 0.1)),
               high = meters(crossing(shaded, open, 0.9));
  const double wide = 2 * 0.1 * 0.8 / 1.2;
  EXPECT_NEAR(half, -0.3 + 0.7 * 2 / 1.2, 0.02);
  EXPECT_NEAR((high - low) / 0.687, wide, 0.25 * wide);
}

// Irradiance behind a level surface from Snell's law alone: the area that rays of a small ring of angles reach.
double through_surface(double a, double d, double x, double m) {
  const auto lands = [&](double angle) { return a * std::tan(angle) + d * std::tan(std::asin(m * std::sin(angle))); };
  double low = 0, high = std::asin(std::min(1.0, 1 / m)) - 1e-9;
  for (int i = 0; i < 200; ++i) (lands((low + high) / 2) < x ? low : high) = (low + high) / 2;
  const double angle = std::max((low + high) / 2, 1e-5), step = 1e-6 * angle;
  const double ring = 2 * pi * (std::cos(angle - step) - std::cos(angle + step));
  const double area = pi * (std::pow(lands(angle + step), 2) - std::pow(lands(angle - step), 2));
  const double c1 = std::cos(angle), c2 = std::cos(std::asin(m * std::sin(angle)));
  const double s = std::pow((m * c1 - c2) / (m * c1 + c2), 2), p = std::pow((c1 - m * c2) / (c1 + m * c2), 2);
  return ring / area * (1 - 0.5 * (s + p));  // for a level plane
}

TEST_F(LampsTest, LightEntersWaterByTheBentRay) {
  auto& look = scene.render.of<deferred::WaterLook>();
  look.absorption = {0, 0.4, 0};
  const double a = 0.8, d = 1.1, n = look.ior;
  lamp({-1.2, a + d, 0}).shadow = false;
  const auto light = row(d);
  for (std::size_t i = 3; i < light.size(); i += 9) {
    const double x = place(i) + 1.2;
    if (std::abs(x) < 0.05) continue;
    // Slope of the ray in water, from its point of arrival.
    double low = 0, high = std::abs(x);
    for (int k = 0; k < 100; ++k) {
      const double y = (low + high) / 2, beyond = std::abs(x) - y;
      (y / std::hypot(y, a) < n * beyond / std::hypot(beyond, d) ? low : high) = y;
    }
    const double in_water = std::abs(x) - low, way = std::hypot(in_water, d);
    const glm::dvec3 l = glm::normalize(glm::dvec3(-std::copysign(in_water, x), d, 0));
    const double level = 10 * through_surface(a, d, std::abs(x), 1 / n);
    const double want = level / l.y * reflects(l, to_eye(place(i)), 0.004) / (n * n);
    EXPECT_NEAR(light[i].x, want, 0.01 * want) << place(i);
    EXPECT_NEAR(light[i].y, want * std::exp(-0.4 * way), 0.01 * want) << place(i);
  }
}

// Attenuated by the water along the way.
TEST_F(LampsTest, ALampInWaterLightsByTheStraightWay) {
  auto& look = scene.render.of<deferred::WaterLook>();
  look.absorption = {0.3, 0, 0};
  lamp({0.2, 0.5, 0}).shadow = false;
  const auto in_water = row(1.0);
  const double n = look.ior;
  for (std::size_t i = 3; i < in_water.size(); i += 9) {
    const glm::dvec3 away = glm::dvec3(0.2, 0.5, 0) - glm::dvec3(place(i), 0, 0);
    const double far = glm::length(away);
    const double want = 10 / (far * far) * reflects(away / far, to_eye(place(i)), 0.004) / (n * n);
    EXPECT_NEAR(in_water[i].y, want, 0.006 * want) << place(i);
    EXPECT_NEAR(in_water[i].x, want * std::exp(-0.3 * far), 0.006 * want) << place(i);
  }
}

}  // namespace
}  // namespace undine
