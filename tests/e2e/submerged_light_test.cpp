// Light in water against theory: radiance of a diffuse bed, position of a shadow, caustics of flat water, reflected
// caustics, and waters with different looks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

constexpr double pi = std::numbers::pi, index = 1.333;

// Reflectance of unpolarized light; eta: index on its side over index beyond.
double fresnel(double cosine, double eta) {
  const double sine2 = eta * eta * (1 - cosine * cosine);
  if (sine2 >= 1) return 1;
  const double beyond = std::sqrt(1 - sine2);
  const double s = (eta * cosine - beyond) / (eta * cosine + beyond),
               p = (cosine - eta * beyond) / (cosine + eta * beyond);
  return (s * s + p * p) / 2;
}
template <class F>
double integral(F f) {  // from 0 to 1
  constexpr int steps = 4000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum += f((i + 0.5) / steps) / steps;
  return sum;
}

struct Bed {
  double albedo, extinction, depth;  // water's extinction in 1/m, depth in meters
  double sun, sun_y;                 // irradiance normal to the sun's rays; sine of its elevation
  double sky = 1;                    // uniform radiance
};
// Radiance for an eye in air, straight above.
double radiance_from_above(const Bed& b) {
  const auto bent = [](double cosine) { return std::sqrt(1 - (1 - cosine * cosine) / (index * index)); };
  const double sky = 2 * pi * b.sky * integral([&](double m) {
                       return (1 - fresnel(m, 1 / index)) * m * std::exp(-b.extinction * b.depth / bent(m));
                     });
  const double sun =
      b.sun * b.sun_y * (1 - fresnel(b.sun_y, 1 / index)) * std::exp(-b.extinction * b.depth / bent(b.sun_y));
  const double back =
      2 * integral([&](double m) { return fresnel(m, index) * m * std::exp(-2 * b.extinction * b.depth / m); });
  const double bed = b.albedo / pi * (sun + sky) / (1 - b.albedo * back);
  return bed * std::exp(-b.extinction * b.depth) * (1 - fresnel(1, 1 / index)) / (index * index) +
         fresnel(1, 1 / index) * b.sky;
}

class SubmergedLight : public ::testing::Test {
 protected:
  void render(const std::string& scene, const std::string& size, const std::string& out,
              const std::vector<std::string>& set, const std::vector<std::string>& more = {}) {
    std::vector<std::string> line{
        "render", UNDINE_SOURCE_DIR "/tests/data/" + scene, "--frames", "2", "--size", size, "--validation", "--out",
        out};
    for (const std::string& s : set) line.insert(line.end(), {"--set", s});
    line.insert(line.end(), more.begin(), more.end());
    const Outcome run = undine(line);
    EXPECT_EQ(run.code, 0) << run.text();
  }
  files::Array radiance(const std::string& scene, const std::string& size, const std::vector<std::string>& set = {}) {
    render(scene, size, folder_.file("x.npy"), set);
    return files::read_npy(folder_.file("x.npy"));
  }
  files::Bitmap8 picture(const std::string& scene, const std::string& size, const std::vector<std::string>& set = {},
                         const std::vector<std::string>& more = {}) {
    render(scene, size, folder_.file("x.png"), set, more);
    return files::read_png8(folder_.file("x.png"), 3);
  }
  static glm::dvec3 at(const files::Array& a, std::size_t x, std::size_t y) {
    const std::size_t channels = a.shape[2], i = channels * (y * a.shape[1] + x);
    return {a.values.at(i), a.values.at(i + 1), a.values.at(i + 2)};
  }
  // Black pixels between two that are not, horizontally or vertically.
  static int holes(const files::Bitmap8& p) {
    const auto black = [&](std::size_t x, std::size_t y) { return p.values[3 * (y * p.size.x + x)] == 0; };
    int found = 0;
    for (std::size_t y = 1; y + 1 < p.size.y; ++y)
      for (std::size_t x = 1; x + 1 < p.size.x; ++x)
        found += black(x, y) && ((!black(x - 1, y) && !black(x + 1, y)) || (!black(x, y - 1) && !black(x, y + 1)));
    return found;
  }
  static glm::dvec3 mean(const files::Array& a, glm::uvec2 low, glm::uvec2 high) {
    glm::dvec3 sum(0);
    for (std::size_t y = low.y; y < high.y; ++y)
      for (std::size_t x = low.x; x < high.x; ++x) sum += at(a, x, y);
    return sum / static_cast<double>((high.x - low.x) * (high.y - low.y));
  }
  TempFolder folder_;
};

TEST_F(SubmergedLight, ADiffuseBedHasTheRadianceOfTheory) {
  const glm::dvec3 albedos(0.1, 0.5, 0.9);  // albedos of the scene, one per channel
  for (const double zenith : {-1.0, 30.0, 60.0}) {
    for (const double extinction : {0.0, 0.4}) {
      const double sun = zenith < 0 ? 0 : 3, a = std::max(zenith, 0.0) * pi / 180;
      const files::Array p = radiance(
          "diffuse_bed.json", "64x48",
          {fmt::format("sun.intensity={}", sun), fmt::format("sun.direction=[{},{},0]", std::sin(a), std::cos(a)),
           fmt::format("render.water.absorption=[{0},{0},{0}]", extinction)});
      const glm::dvec3 seen = mean(p, {24, 18}, {40, 30});
      for (int c = 0; c < 3; ++c) {
        const double want = radiance_from_above({albedos[c], extinction, 1, sun, std::cos(a)});
        EXPECT_NEAR(seen[c], want, 0.05 * want)
            << "sun at " << zenith << " degrees, albedo " << albedos[c] << ", extinction " << extinction;
      }
    }
  }
}

// The floor is seen through the surface, at positions by Snell's law.
TEST_F(SubmergedLight, ABallHasOneShadowWhereTheBentRayLeads) {
  const files::Array p = radiance("ball_in_pool.json", "640x480");
  const auto floor_x = [&](double pixel) {
    const double tangent = (pixel - 320) / 240 * std::tan(6 * pi / 180);
    const double sine = std::sin(std::atan(tangent)) / index;
    return 30 * tangent + 2 * std::tan(std::asin(sine));
  };
  const double open = at(p, 280, 240).g;
  // Dark runs along the middle row, without the ball and the shadow of the wall on the sun's side.
  std::vector<glm::dvec2> shadows;  // sums of darkness and of darkness times place
  bool dark = false;
  for (std::size_t x = 120; x < 500; ++x) {
    const double place = floor_x(static_cast<double>(x) + 0.5);
    if (place > 1.6 && place < 2.6) continue;
    const double less = 1 - at(p, x, 240).g / open;
    if (less > 0.2) {
      if (!dark) shadows.emplace_back(0);
      shadows.back() += less * glm::dvec2(1, place);
    }
    dark = less > 0.2;
  }
  ASSERT_EQ(shadows.size(), 1u);
  const double bent = std::tan(std::asin(std::sqrt(0.5) / index));
  EXPECT_NEAR(shadows[0].y / shadows[0].x, 2 - 1.6 * bent, 0.02) << "meters";
}

TEST_F(SubmergedLight, CausticsOfFlatWaterAreOneOnAllThatIsLit) {
  for (const std::string camera : {"camera.eye=[0,30,0.01]", "camera.eye=[2,1.5,0.7]"}) {
    const files::Bitmap8 p = picture("ball_in_pool.json", "320x240",
                                     {camera, "camera.target=[-2.5,-1,0]", "camera.fov=60"}, {"--view", "caustics"});
    int shown = 0, off = 0;
    double most = 0;
    for (const std::uint8_t byte : p.values) {
      if (byte == 0) continue;  // outside water
      const double c = byte / 255.0, value = (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4)) / 0.33;
      ++shown;
      if (std::abs(value - 1) > 0.02) ++off;
      most = std::max(most, value);
    }
    EXPECT_GT(shown, 5000) << camera;
    // Coverage by water is complete: a wall at the grid's border does not tear rows or columns out of the image.
    EXPECT_LT(holes(p), 20) << camera;
    EXPECT_EQ(off, 0) << camera;
    EXPECT_LT(most, 1.1) << camera;
  }
}

// Sun at 40 degrees over the horizon: reflected light has its Fresnel share. The receivers are a wall and the
// underside of a plate whose own shadow is elsewhere.
TEST_F(SubmergedLight, WaterThrowsUpItsShareOfTheSun) {
  const files::Array with = radiance("wall_by_pool.json", "160x120"),
                     without = radiance("wall_by_pool.json", "160x120", {"render.water.reflected_caustics=0"});
  const double sine = std::sin(40 * pi / 180), cosine = std::cos(40 * pi / 180);
  const double lambert = 0.6 / pi * 3 * fresnel(sine, 1 / index);
  // Wall above the center of the image, half a meter to a meter up; then with the eye under the plate.
  const glm::dvec3 wall = mean(with, {60, 62}, {100, 70}) - mean(without, {60, 62}, {100, 70});
  EXPECT_NEAR(wall.g, lambert * cosine, 0.05 * lambert * cosine) << "wall";
  const std::vector<std::string> under{"camera.eye=[-0.5,0.15,0.4]", "camera.target=[-0.5,1,0]"};
  std::vector<std::string> off = under;
  off.emplace_back("render.water.reflected_caustics=0");
  const glm::dvec3 plate = mean(radiance("wall_by_pool.json", "160x120", under), {70, 55}, {90, 65}) -
                           mean(radiance("wall_by_pool.json", "160x120", off), {70, 55}, {90, 65});
  EXPECT_NEAR(plate.g, lambert * sine, 0.05 * lambert * sine) << "plate";
}

// Two adjacent pools, the left one lower: each looks as when both have its look.
TEST_F(SubmergedLight, EachWaterHasItsOwnLook) {
  const auto both = [&](int changed, const std::vector<std::string>& look) {
    std::vector<std::string> set;
    for (const std::string& value : look) set.push_back(fmt::format("water.{}.look.{}", changed, value));
    return picture("two_looks.json", "240x136", set);
  };
  const std::vector<std::string> low{"absorption=[0.1,0.5,1.2]", "scatter=[0.08,0.05,0.02]", "roughness=0.1",
                                     "ripples=0.5", "caustics=0.4"},
      high{"absorption=[1.5,0.4,0.1]", "scatter=[0.01,0.04,0.1]", "roughness=0.02", "ripples=1", "caustics=1"};
  const files::Bitmap8 own = both(0, {}), all_low = both(1, low), all_high = both(0, high);
  // Largest difference of two images on one half.
  const auto apart = [](const files::Bitmap8& a, const files::Bitmap8& b, bool right) {
    int most = 0;
    for (int y = 0; y < 136; ++y)
      for (int x = right ? 120 : 0; x < (right ? 240 : 120); ++x)
        for (int c = 0; c < 3; ++c) {
          const auto i = static_cast<std::size_t>(3 * (240 * y + x) + c);
          most = std::max(most, std::abs(int{a.values[i]} - int{b.values[i]}));
        }
    return most;
  };
  EXPECT_LE(apart(own, all_low, false), 1) << "the low pool";
  EXPECT_LE(apart(own, all_high, true), 1) << "the high pool";
  EXPECT_GT(apart(own, all_low, true), 40);
  EXPECT_GT(apart(own, all_high, false), 40);
}

TEST_F(SubmergedLight, ALookOfAllWatersIsTheScenes) {
  const files::Bitmap8 one = picture("three_pools.json", "96x54", {"water.0.look.absorption=[0.1,0.5,1.2]"}),
                       all = picture("three_pools.json", "96x54", {"render.water.absorption=[0.1,0.5,1.2]"});
  EXPECT_EQ(one.values, all.values);
}

TEST_F(SubmergedLight, ParticlesHaveALookToo) {
  const auto tub = [&](const std::string& set) {
    return picture("sph_tub.json", "96x54",
                   {"camera.eye=[0,0.8,0.3]", "camera.target=[0,0.1,0]", "camera.fov=30", set});
  };
  const files::Bitmap8 one = tub("water.0.look.absorption=[1,5,12]"), all = tub("render.water.absorption=[1,5,12]"),
                       usual = tub("clock.seed=1");
  EXPECT_EQ(one.values, all.values);
  EXPECT_NE(one.values, usual.values);
}

// Shore of 1 in 10 that the level meets in the middle: wet up to the level, drying over 12 cm of height, dry above.
// Ground in water is darker by a quarter, since its light has a film's share; just above the line by half.
TEST_F(SubmergedLight, GroundIsWetUpToTheLevelOverIt) {
  const files::Bitmap8 p = picture("tarn.json", "160x160", {}, {"--view", "albedo"});
  const auto column = [&](std::size_t from, std::size_t to) {
    double sum = 0;
    for (std::size_t y = 40; y < 120; ++y)
      for (std::size_t x = from; x < to; ++x) sum += std::pow(p.values[3 * (y * 160 + x) + 1] / 255.0, 2.2);
    return sum / static_cast<double>(80 * (to - from));
  };
  const double dry = column(120, 150);
  EXPECT_NEAR(column(20, 70), 0.75 * dry, 0.03 * dry) << "under water";
  EXPECT_NEAR(column(72, 79), 0.75 * dry, 0.03 * dry) << "at the line";
  EXPECT_NEAR(column(81, 84), 0.5 * dry, 0.06 * dry) << "over it";
  EXPECT_GT(column(105, 120), 0.95 * dry) << "beyond it";
}

// Waves over a plane floor redistribute light and conserve its sum.
TEST_F(SubmergedLight, WavesOverAFloorKeepTheSumOfItsLight) {
  const std::vector<std::string> above{"camera.eye=[0,10,0.001]", "camera.fov=40", "sun.direction=[0.3,0.9,0.2]"};
  std::vector<std::string> waves = above;
  waves.emplace_back(R"(water.0.initial=[{"shape":"gaussian","height":0.08,"radius":0.6}])");
  const auto shown = [&](const std::vector<std::string>& set) {
    const files::Bitmap8 p = picture("diffuse_bed.json", "240x240", set, {"--view", "caustics"});
    glm::dvec2 mean_and_most(0);
    for (const std::uint8_t byte : p.values) {
      const double c = byte / 255.0, v = (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4)) / 0.33;
      mean_and_most = {mean_and_most.x + v / static_cast<double>(p.values.size()), std::max(mean_and_most.y, v)};
    }
    return mean_and_most;
  };
  const glm::dvec2 flat = shown(above), wavy = shown(waves);
  EXPECT_LT(flat.y, 1.02);
  EXPECT_GT(wavy.y, 1.2);
  EXPECT_NEAR(wavy.x, flat.x, 0.01 * flat.x);
}

// The lens is at rest level: below the line, every pixel under the level shows water only.
TEST_F(SubmergedLight, TheEyeAtRestLevelSeesALine) {
  const files::Array p = radiance("eye_at_level.json", "160x120");
  for (std::size_t x = 0; x < 160; ++x) {
    for (std::size_t y = 0; y < 120; ++y) {
      if (std::abs(static_cast<int>(y) - 60) < 3) continue;  // the meniscus
      const glm::dvec3 c = at(p, x, y);
      if (y > 60)
        EXPECT_LT(c.r / c.b, 0.3) << x << " " << y;
      else
        EXPECT_GT(c.r / c.b, 0.9) << x << " " << y;
    }
  }
}

// Beyond Snell's window the surface reflects the floor, also where the floor lies outside the image: the floor's
// color is visible there.
TEST_F(SubmergedLight, TheSurfaceMirrorsAFloorThatThePictureDoesNotShow) {
  const std::vector<std::string> under{"camera.eye=[0,-0.5,2]", "camera.target=[0,0,0]"};
  std::vector<std::string> black = under;
  black.emplace_back("meshes.0.material.color=[0,0,0]");
  const files::Array white = radiance("eye_at_level.json", "160x90", under),
                     dark = radiance("eye_at_level.json", "160x90", black);
  for (std::size_t x = 20; x < 140; x += 10)
    EXPECT_GT(mean(white, {x, 2}, {x + 10, 12}).b, 1.2 * mean(dark, {x, 2}, {x + 10, 12}).b) << x;
}

// A pool's surface from below, with total reflection: a 3 x 3 median changes few of its pixels by over 16 levels. At
// this grazing angle a pixel covers a third of a meter of the floor in depth. tools/from_below does it at more
// places, with fish.
TEST_F(SubmergedLight, TheMirrorFromBelowHasNoSaltAndPepper) {
  const std::vector<std::string> below{"camera.eye=[3.2,-0.35,1.6]", "camera.target=[0,-0.05,-0.9]",
                                       "render.exposure=1", "fish=[]"};
  const files::Bitmap8 seen = picture("../../scenes/garden.json", "480x270", below),
                       normals = picture("../../scenes/garden.json", "480x270", below, {"--view", "water_normals"});
  int changed = 0, of_surface = 0;
  for (std::size_t y = 1; y + 1 < 270; ++y)
    for (std::size_t x = 1; x + 1 < 480; ++x) {
      std::vector<double> around;
      for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t k = 3 * (480 * (y - 1 + i / 3) + x - 1 + i % 3);
        if (normals.values[k] + normals.values[k + 1] + normals.values[k + 2] == 0) break;
        around.push_back(0.299 * seen.values[k] + 0.587 * seen.values[k + 1] + 0.114 * seen.values[k + 2]);
      }
      if (around.size() < 9) continue;
      const double here = around[4];
      std::ranges::nth_element(around, around.begin() + 4);
      changed += std::abs(here - around[4]) > 16;
      ++of_surface;
    }
  EXPECT_GT(of_surface, 50000);
  EXPECT_LT(changed, of_surface / 50);
}

}  // namespace
}  // namespace undine::test
