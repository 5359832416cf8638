// Sky: spherical harmonics of skies with known irradiance; plausibility of the analytic sky; matrices of sun and
// camera.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/shadow.h"
#include "passes/sky/sky.h"

namespace undine {
namespace {

solids::RadianceImage uniform_sky(glm::vec3 radiance) { return {64, 32, std::vector<glm::vec3>(64 * 32, radiance)}; }

TEST(geometry_sky, uniform_sky_gives_pi_everywhere) {
  const deferred::SkyHarmonics sh = deferred::project_irradiance(uniform_sky({1, 2, 3}));
  for (glm::vec3 n : {glm::vec3(0, 1, 0), glm::vec3(0, -1, 0), glm::normalize(glm::vec3(1, 2, -3))})
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(deferred::sky_irradiance(sh, n)[c], M_PI * (c + 1), 0.02);
}

TEST(geometry_sky, half_sky_gives_the_cosine_of_the_tilt) {
  solids::RadianceImage sky = uniform_sky({0, 0, 0});
  for (std::size_t i = 0; i < sky.rgb.size() / 2; ++i) sky.rgb[i] = glm::vec3(1);
  const deferred::SkyHarmonics sh = deferred::project_irradiance(sky);
  for (double tilt : {0.0, 30.0, 60.0, 90.0, 135.0, 180.0}) {
    const double t = glm::radians(tilt);
    const double exact = M_PI * (1 + std::cos(t)) / 2;
    for (double around : {0.0, 1.0, 4.0}) {
      const glm::vec3 n(std::sin(t) * std::cos(around), std::cos(t), std::sin(t) * std::sin(around));
      EXPECT_NEAR(deferred::sky_irradiance(sh, n).x, exact, 0.02) << tilt;
    }
  }
}

TEST(geometry_sky, orders_above_zero_keep_their_axes) {
  for (int axis = 0; axis < 3; ++axis) {
    solids::RadianceImage sky{128, 64, {}};
    for (std::uint32_t row = 0; row < 64; ++row)
      for (std::uint32_t column = 0; column < 128; ++column) {
        const double around = ((column + 0.5) / 128 - 0.5) * 2 * M_PI, polar = (row + 0.5) / 64 * M_PI;
        const glm::dvec3 d{std::sin(polar) * std::sin(around), std::cos(polar), -std::sin(polar) * std::cos(around)};
        sky.rgb.push_back(glm::vec3(static_cast<float>(1 + d[axis])));
      }
    glm::vec3 n(0);
    n[axis] = 1;
    EXPECT_NEAR(deferred::sky_irradiance(deferred::project_irradiance(sky), n).x, M_PI + 2 * M_PI / 3, 0.02);
    EXPECT_NEAR(deferred::sky_irradiance(deferred::project_irradiance(sky), -n).x, M_PI - 2 * M_PI / 3, 0.02);
  }
}

TEST(geometry_sky, clear_sky_is_blue_finite_and_about_a_fifth_of_the_sun) {
  Scene scene;
  const deferred::Clouds clouds(scene);
  const solids::RadianceImage sky = deferred::make_sky(scene, 128, 64, &clouds);
  for (const glm::vec3& v : sky.rgb)
    for (int c = 0; c < 3; ++c) ASSERT_TRUE(std::isfinite(v[c]) && v[c] >= 0);
  const glm::dvec3 zenith = deferred::preetham_radiance({0, 1, 0}, glm::normalize(scene.sun.direction), 2.5);
  EXPECT_GT(zenith.z, zenith.y);
  EXPECT_GT(zenith.y, zenith.x);
  const glm::vec3 e = deferred::sky_irradiance(deferred::project_irradiance(sky), {0, 1, 0});
  EXPECT_GT(e.y, 0.1 * scene.sun.intensity);
  EXPECT_LT(e.y, 0.4 * scene.sun.intensity);
}

TEST(geometry_sky, low_and_sunken_suns_stay_finite) {
  for (double height : {0.3, 0.05, 0.0, -0.05, -0.5}) {
    Scene scene;
    scene.sun.direction = glm::normalize(glm::dvec3(1, height, 0));
    for (double turbidity : {1.7, 2.5, 10.0}) {
      scene.sky.turbidity = turbidity;
      for (const glm::vec3& v : deferred::make_sky(scene, 64, 32, nullptr).rgb)
        for (int c = 0; c < 3; ++c) ASSERT_TRUE(std::isfinite(v[c]) && v[c] >= 0 && v[c] < 1000) << height;
    }
  }
}

TEST(geometry_sky, sun_matrix_holds_the_bounds) {
  deferred::Bounds box;
  box.include({-3, -2, -1});
  box.include({4, 1, 6});
  for (glm::vec3 sun : {glm::vec3(0, 1, 0), glm::vec3(0.4f, 0.7f, 0.3f), glm::vec3(-1, 0.05f, 0)}) {
    sun = glm::normalize(sun);
    const glm::mat4 m = deferred::fit_sun(box, sun);
    for (int corner = 0; corner < 8; ++corner) {
      const glm::vec3 p{corner & 1 ? 4 : -3, corner & 2 ? 1 : -2, corner & 4 ? 6 : -1};
      const glm::vec4 q = m * glm::vec4(p, 1);
      EXPECT_LE(std::abs(q.x), 1);
      EXPECT_LE(std::abs(q.y), 1);
      EXPECT_GE(q.z, 0);
      EXPECT_LE(q.z, 1);
      EXPECT_LT((m * glm::vec4(p + sun * 0.5f, 1)).z, q.z) << "nearer to the sun is a smaller depth";
    }
  }
}

TEST(geometry_sky, camera_depth_is_reversed_and_infinite) {
  Scene scene;
  View view;
  view.eye = {1, 2, 3};
  view.target = {1, 2, -7};
  view.size = {101, 57};
  const deferred::Camera c = deferred::make_camera(view, scene);
  const auto project = [&](glm::vec3 p) {
    const glm::vec4 q = c.view_projection * glm::vec4(p, 1);
    return glm::vec3(q) / q.w;
  };
  EXPECT_NEAR(project({1, 2, 3 - c.sun_direction.w}).z, 1, 1e-5);
  EXPECT_NEAR(project({1, 2, 3 - 10}).z, c.sun_direction.w / 10, 1e-6);
  EXPECT_GT(project({1, 2, -1e6f}).z, 0);
  EXPECT_GT(project({1, 3, -7}).y, 0) << "up in the world is up in the picture";
  EXPECT_GT(project({2, 2, -7}).x, 0);
  const glm::vec4 back = c.inverse_view_projection * glm::vec4(project({4, -5, -6}), 1);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(back[i] / back.w, glm::vec3(4, -5, -6)[i], 1e-3);
}

TEST(geometry_sky, camera_straight_down_is_finite) {
  Scene scene;
  View view;
  view.eye = {0, 5, 0};
  const deferred::Camera c = deferred::make_camera(view, scene);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_TRUE(std::isfinite(c.inverse_view_projection[i][j]));
}

}  // namespace
}  // namespace undine
