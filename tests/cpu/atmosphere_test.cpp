// Scattered sky against closed forms of optical depths, and against measurements of clear days.
#include "passes/sky/atmosphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace undine::deferred {
namespace {

constexpr double pi = std::numbers::pi;

glm::dvec3 sun_at(double degrees) {
  const double e = glm::radians(degrees);
  return {std::cos(e), std::sin(e), 0};
}

glm::dvec3 irradiance(const Atmosphere& air) {
  glm::dvec3 sum(0);
  const int rows = 60;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 4 * rows; ++j) {
      const double h = (i + 0.5) / rows * pi / 2, a = (j + 0.5) / (4 * rows) * 2 * pi;
      const glm::dvec3 d(std::cos(h) * std::cos(a), std::sin(h), std::cos(h) * std::sin(a));
      sum += air.radiance(d) * (std::cos(h) * std::sin(h) * (pi / 2 / rows) * (2 * pi / (4 * rows)));
    }
  return sum;
}

// Vertically above a height h, a layer of density exp(-h / H) is H exp(-h / H) thick, and the eye is 50 m up. Ozone
// is a tent of 30 km with half of the area.
TEST(Atmosphere, SunlightFromTheZenithLosesTheOpticalDepth) {
  const glm::dvec3 rayleigh =
      glm::dvec3(5.802e-3, 13.558e-3, 33.1e-3) * (8 * (std::exp(-0.05 / 8) - std::exp(-100 / 8.0)));
  const glm::dvec3 ozone = glm::dvec3(0.650e-3, 1.881e-3, 0.085e-3) * 15.0;
  for (double turbidity : {1.7, 3.0}) {
    const double haze = (turbidity - 1) * 13.558e-3 * 8 * std::exp(-0.05 / 1.2);
    const glm::dvec3 got = Atmosphere({0, 1, 0}, turbidity).sunlight();
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(got[c], std::exp(-(rayleigh[c] + ozone[c] + haze)), 0.003) << turbidity << c;
  }
}

// The total does not exceed the incident light, and a tenth to three tenths of a clear day's light come from the sky.
// Molecules scatter more of green light than of the whole spectrum, of which the share is up to a quarter.
TEST(Atmosphere, TheSkyHasItsShareOfTheLight) {
  for (double height : {30.0, 45.0, 60.0}) {
    const Atmosphere air(sun_at(height), 2);
    const double level = std::sin(glm::radians(height));
    const glm::dvec3 top = 3.84 * glm::dvec3(0.936, 1, 1.065) * level;
    const glm::dvec3 sky = irradiance(air), sun = top * air.sunlight();
    for (int c = 0; c < 3; ++c) EXPECT_LT(sky[c] + sun[c], top[c] * 1.02) << height << c;
    const double share = sky.g / (sky.g + sun.g);
    EXPECT_GT(share, 0.10) << height;
    EXPECT_LT(share, 0.30) << height;
  }
}

TEST(Atmosphere, SunAndSkyAreWhiteTogether) {
  const Atmosphere air(sun_at(45), 2);
  const glm::dvec3 all = irradiance(air) + 3.84 * glm::dvec3(0.936, 1, 1.065) * std::sqrt(0.5) * air.sunlight();
  EXPECT_NEAR(all.r / all.g, 1, 0.01);
  EXPECT_NEAR(all.b / all.g, 1, 0.01);
}

TEST(Atmosphere, IsBlueAboveWhitishAtTheHorizonAndRedAtDusk) {
  const Atmosphere noon(sun_at(60), 2), dusk(sun_at(1), 2);
  const auto ratio = [](const glm::dvec3& c) { return c.b / c.r; };
  const glm::dvec3 away = glm::normalize(glm::dvec3(-1, 0.02, 0));
  EXPECT_GT(ratio(noon.radiance(glm::normalize(glm::dvec3(-1, 1, 0)))), 1.6);
  EXPECT_LT(ratio(noon.radiance(away)), 0.75 * ratio(noon.radiance(glm::normalize(glm::dvec3(-1, 1, 0)))));
  EXPECT_GT(noon.radiance(away).g, 1.5 * noon.radiance(glm::normalize(glm::dvec3(-1, 1, 0))).g);
  EXPECT_LT(ratio(dusk.radiance(glm::normalize(glm::dvec3(1, 0.02, 0)))), 0.5);
  EXPECT_LT(ratio(dusk.sunlight()), 0.3);
}

TEST(Atmosphere, HasNoSeams) {
  const Atmosphere air(sun_at(35), 2.5);
  for (int i = 1; i < 720; ++i) {
    const auto at = [](double a, double h) {
      return glm::dvec3(std::cos(h) * std::cos(a), std::sin(h), std::cos(h) * std::sin(a));
    };
    const glm::dvec3 a = air.radiance(at(i * pi / 360, 0.3)), b = air.radiance(at((i - 1) * pi / 360, 0.3));
    EXPECT_LT(glm::length(a - b), 0.06 * glm::length(a)) << i;
  }
}

}  // namespace
}  // namespace undine::deferred
