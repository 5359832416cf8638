// Images of water with closed forms: energy of caustics, Fresnel's law from both sides, absorption of a layer, and
// the tone map's bytes.
#include "passes/water/water.h"

#include <cmath>
#include <functional>
#include <glm/gtc/packing.hpp>
#include <numbers>

#include "engine/scene/renderer.h"
#include "passes/deferred/optics.h"
#include "passes/deferred/shadow.h"
#include "passes/picture/tonemap.h"
#include "passes/water/caustics.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

using graph::Format;

class WaterTest : public test::GpuTest {
 protected:
  graph::Image fill(graph::Graph& g, std::string_view name, graph::Extent size, Format format,
                    std::array<float, 4> value) {
    const graph::Image image = g.image(name, {size, format});
    g.clear("fill", image, value);
    return image;
  }

  // Elevation and slope of a sum of sines over [-size/2, size/2]^2 with `periods` periods; amplitude 0 is flat water.
  SurfaceField waves(graph::Graph& g, std::uint32_t cells, double size, double amplitude, double depth,
                     double periods = 1) {
    std::vector<float> texels;
    const double k = 2 * std::numbers::pi * periods / size;
    for (std::uint32_t j = 0; j < cells; ++j) {
      for (std::uint32_t i = 0; i < cells; ++i) {
        const double x = (i + 0.5) / cells * size, z = (j + 0.5) / cells * size;
        const double h = amplitude * (std::sin(3 * k * x + k * z) + std::sin(2 * k * z - k * x));
        const double hx = amplitude * k * (3 * std::cos(3 * k * x + k * z) - std::cos(2 * k * z - k * x));
        const double hz = amplitude * k * (std::cos(3 * k * x + k * z) + 2 * std::cos(2 * k * z - k * x));
        for (const double v : {h, hx, hz, 1.0}) texels.push_back(static_cast<float>(v));
      }
    }
    const graph::Image image = g.image("surface", {{cells, cells}, Format::rgba32_float});
    g.upload("upload", image, texels);
    SurfaceField field;
    field.surface = image;
    field.cells = {cells, cells};
    field.size = {size, size};
    field.depth = depth;
    return field;
  }

  // Image of one draw as floats, four per pixel.
  std::vector<float> pixels(graph::Graph& g, graph::Image image) {
    std::vector<float> out;
    g.readback("read", image, [&out](std::span<const std::byte> bytes) {
      out.resize(bytes.size() / 2);
      for (std::size_t i = 0; i < out.size(); ++i) {
        std::uint16_t half;
        std::memcpy(&half, bytes.data() + 2 * i, 2);
        out[i] = glm::unpackHalf1x16(half);
      }
    });
    run(g);
    executor->finish();
    return out;
  }

  // Sun map over [-extent, extent]^2 in which level ground has one depth: heights along z, shear along xy.
  deferred::Camera sun_over(glm::vec3 sun, float extent) {
    deferred::Camera c{};
    sun = glm::normalize(sun);
    c.sun_direction = glm::vec4(sun, 0.05f);
    c.sun_radiance = glm::vec4(3, 3, 3, 1);
    const glm::vec3 bent = -deferred::snell_refract(-sun, glm::vec3(0, 1, 0), 1 / 1.333f);
    c.bent_direction = glm::vec4(bent, 1.333f);
    const auto sheared = [extent](glm::vec3 along) {
      glm::mat4 m(0);
      m[0][0] = 1 / extent;
      m[2][1] = 1 / extent;
      m[1] = glm::vec4(-along.x / along.y / extent, -along.z / along.y / extent, along.y > 0 ? -0.05f : 0.05f, 0);
      m[3] = glm::vec4(0, 0, 0.5f, 1);
      return m;
    };
    c.sun_matrix = sheared(sun);
    c.bent_matrix = sheared(bent);
    c.mirrored_matrix = sheared(sun * glm::vec3(1, -1, 1));
    return c;
  }

  struct Mean {
    glm::dvec3 light{0};
    double lowest = 1e9, highest = -1e9;
    double spread = 0;  // mean difference of red and blue
  };
  // Mean over a level receiver at y = -1 or, for upward light, y = 0.3, in the beam through [-2, 2]^2 of flat water.
  // The square is one of two periods of the waves: light that leaves it enters at the other side.
  Mean light_of_waves(double amplitude, glm::vec3 sun, bool up, const deferred::WaterLook& look = {}) {
    Scene scene;
    scene.render.of<deferred::WaterLook>() = look;
    scene.render.of<deferred::WaterLook>().ripples = 0;
    graph::Graph g(state);
    const float extent = 6;
    const deferred::Camera camera = sun_over(sun, extent);
    deferred::Light light;
    light.bent_shadow = light.mirrored_shadow =
        fill(g, "receiver", {256, 256}, Format::d32_float, {up ? 0.515f : 0.55f, 0, 0, 0});
    light.shadow = fill(g, "sun", {16, 16}, Format::d32_float, {1, 0, 0, 0});
    const SurfaceField field = waves(g, 128, 8, amplitude, 0, 2);
    water::Caustics caustics(state, scene);
    const graph::Image map =
        up ? caustics.draw_up(g, camera, light, {&field, 1}) : caustics.draw(g, camera, light, {&field, 1});
    const auto texels = pixels(g, map);
    const std::size_t channels = up ? 1 : 4;
    const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(texels.size() / channels)));
    Mean mean;
    std::size_t count = 0;
    for (std::uint32_t j = 0; j < side; ++j) {
      for (std::uint32_t i = 0; i < side; ++i) {
        const float* t = &texels[channels * (j * side + i)];
        const glm::vec2 clip =
            glm::vec2(2, -2) * ((glm::vec2(i, j) + 0.5f) / static_cast<float>(side)) + glm::vec2(-1, 1);
        const glm::vec2 place = clip * extent;  // intersection of its beam with the level
        if (std::abs(place.x) > 2 || std::abs(place.y) > 2) continue;
        mean.light += up ? glm::dvec3(t[0]) : glm::dvec3(t[0], t[1], t[2]);
        if (!up) mean.spread += static_cast<double>(std::abs(t[0] - t[2]));
        const double middle = static_cast<double>(up ? t[0] : t[1]);
        mean.lowest = std::min(mean.lowest, middle);
        mean.highest = std::max(mean.highest, middle);
        ++count;
      }
    }
    mean.light /= static_cast<double>(std::max<std::size_t>(count, 1));
    mean.spread /= static_cast<double>(std::max<std::size_t>(count, 1));
    EXPECT_GT(count, 10000u);
    return mean;
  }

  // Radiance of the center pixel for flat water at an angle from the vertical, surrounded by sky only.
  glm::vec3 seen(double degrees, bool from_below, const deferred::WaterLook& look, float sky_level,
                 const std::function<void(deferred::Camera&)>& light_it = {}) {
    Scene scene;
    scene.render.of<deferred::WaterLook>() = look;
    scene.render.of<deferred::WaterLook>().ripples = 0;
    scene.sun.direction = {0, 1, 0};
    scene.sun.intensity = 0;
    View view;
    const double a = glm::radians(degrees);
    view.eye = glm::dvec3(std::sin(a), std::cos(a), 0) * (from_below ? -0.1 : 0.3);
    view.target = {0, 0, 0};
    view.size = {65, 65};
    view.fov = 3;
    deferred::Camera camera = deferred::make_camera(view, scene);
    if (light_it) light_it(camera);
    graph::Graph g(state);
    const graph::Extent size{65, 65};
    GBuffer gbuffer;
    gbuffer.depth = fill(g, "scene_depth", size, Format::d32_float, {0, 0, 0, 0});
    const Lit lit{fill(g, "lit", size, Format::rgba16_float, {0, 0, 0, 1}), gbuffer.depth};
    deferred::Light light;
    light.sky = fill(g, "sky", {16, 8}, Format::rgba16_float, {sky_level, sky_level, sky_level, 1});
    light.shadow = fill(g, "shadow", {16, 16}, Format::d32_float, {1, 0, 0, 0});
    const SurfaceField field = waves(g, 16, 4, 0, 0);
    water::WaterPass water(state, scene);
    const water::WaterSurfaces surfaces = water.draw_surfaces(g, camera, gbuffer.depth, {&field, 1});
    water::SurfaceLight shown(g, camera, true);
    const Lit out = water.draw(g, camera, light, lit, {&field, 1}, surfaces, shown);
    const auto texels = pixels(g, out.color);
    glm::vec3 sum(0);
    for (std::size_t j = 24; j < 41; ++j) {
      for (std::size_t i = 24; i < 41; ++i) {
        const float* t = &texels[4 * (65 * j + i)];
        sum += glm::vec3(t[0], t[1], t[2]);
      }
    }
    return sum / (17.0f * 17.0f);
  }
};

TEST_F(WaterTest, FlatWaterLeavesSunlightAsItIs) {
  for (const glm::vec3 sun : {glm::vec3(0, 1, 0), glm::vec3(0.6f, 0.8f, 0)}) {
    const Mean mean = light_of_waves(0, sun, false);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(mean.light[i], 1, 0.002);
    EXPECT_NEAR(mean.lowest, 1, 0.01);
    EXPECT_NEAR(mean.highest, 1, 0.01);
  }
}

TEST_F(WaterTest, WavesMoveLightButKeepItsSum) {
  for (const double amplitude : {0.015, 0.03, 0.06}) {
    for (const glm::vec3 sun : {glm::vec3(0, 1, 0), glm::vec3(0.3f, 0.9f, 0.2f), glm::vec3(0.8f, 0.5f, 0.1f)}) {
      const Mean mean = light_of_waves(amplitude, sun, false);
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(mean.light[i], 1, 0.01) << amplitude << " sun " << sun.x;
      EXPECT_LT(mean.lowest, 0.9) << amplitude;
      EXPECT_GT(mean.highest, 1.1) << amplitude;
    }
  }
}

TEST_F(WaterTest, DispersionSpreadsTheColorsOfCaustics) {
  deferred::WaterLook look;
  look.dispersion = 0;
  const Mean none = light_of_waves(0.06, glm::vec3(0.8f, 0.5f, 0.1f), false, look);
  EXPECT_NEAR(none.spread, 0, 1e-3);
  look.dispersion = 0.027;
  const Mean usual = light_of_waves(0.06, glm::vec3(0.8f, 0.5f, 0.1f), false, look);
  look.dispersion = 0.2;
  const Mean strong = light_of_waves(0.06, glm::vec3(0.8f, 0.5f, 0.1f), false, look);
  EXPECT_GT(usual.spread, 0.005);
  EXPECT_GT(strong.spread, 3 * usual.spread);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(strong.light[i], 1, 0.02);
}

// Mean Fresnel reflectance of the waves' facets, weighted with their area as seen from the sun.
TEST_F(WaterTest, PhotonsThatGoUpCarryFresnelsShare) {
  for (const double amplitude : {0.0, 0.01, 0.02}) {
    for (const glm::vec3 towards :
         {glm::vec3(0.3f, 0.9f, 0.2f), glm::vec3(0.7f, 0.7f, 0.1f), glm::vec3(0.9f, 0.35f, 0)}) {
      const glm::dvec3 sun = glm::normalize(glm::dvec3(towards));
      double share = 0, area = 0;
      const double k = std::numbers::pi / 2;
      for (int j = 0; j < 64; ++j) {
        for (int i = 0; i < 64; ++i) {
          const double x = i / 16.0, z = j / 16.0;
          const double hx = amplitude * k * (3 * std::cos(3 * k * x + k * z) - std::cos(2 * k * z - k * x));
          const double hz = amplitude * k * (std::cos(3 * k * x + k * z) + 2 * std::cos(2 * k * z - k * x));
          const double seen = sun.y - hx * sun.x - hz * sun.z;
          const double facing = seen / std::sqrt(1 + hx * hx + hz * hz);
          share += seen * static_cast<double>(deferred::fresnel_dielectric(static_cast<float>(facing), 1 / 1.333f));
          area += seen;
        }
      }
      const Mean mean = light_of_waves(amplitude, towards, true);
      EXPECT_NEAR(mean.light.x, share / area, 0.05 * share / area) << amplitude << " sun " << towards.x;
    }
  }
}

TEST_F(WaterTest, MirrorsTheSkyByFresnel) {
  deferred::WaterLook black;
  black.absorption = glm::dvec3(1e3);
  black.scatter = glm::dvec3(0);
  for (const double angle : {5.0, 30.0, 53.0, 70.0}) {
    const float expected = deferred::fresnel_dielectric(static_cast<float>(std::cos(glm::radians(angle))), 1 / 1.333f);
    EXPECT_NEAR(seen(angle, false, black, 1).g, expected, 0.02f * expected + 0.003f) << angle;
  }
}

TEST_F(WaterTest, SkyFillsSnellsWindowFromBelow) {
  deferred::WaterLook clear;
  clear.absorption = glm::dvec3(0);
  clear.scatter = glm::dvec3(0);
  for (const double angle : {5.0, 30.0, 40.0}) {
    const float expected = 1 - deferred::fresnel_dielectric(static_cast<float>(std::cos(glm::radians(angle))), 1.333f);
    EXPECT_NEAR(seen(angle, true, clear, 1).g, expected, 0.02f) << angle;
  }
  EXPECT_NEAR(seen(60, true, clear, 1).g, 0, 0.003f);
}

// Infinitely deep water under a uniform sky without reflection: daylight over pi times the albedo. The integral along
// the refracted ray includes attenuation on the way down and back.
TEST_F(WaterTest, DeepWaterScattersAsItsIntegralSays) {
  deferred::WaterLook look;
  look.absorption = {0.5, 0.2, 0.1};
  look.scatter = {0.1, 0.2, 0.3};
  for (const double angle : {5.0, 40.0, 75.0}) {
    const glm::vec3 got = seen(angle, false, look, 0, [](deferred::Camera& c) { c.sky_sh[0] = glm::vec4(2, 2, 2, 0); });
    const double cosine = std::cos(glm::radians(angle)), sine = std::sin(glm::radians(angle)) / look.ior;
    const double mirrored = deferred::fresnel_dielectric(static_cast<float>(cosine), static_cast<float>(1 / look.ior));
    for (int i = 0; i < 3; ++i) {
      // Sun in the zenith: light travels straight down. A ray without an intersection is 60 m long.
      const double sigma = look.absorption[i], rate = sigma * (1 + std::sqrt(1 - sine * sine));
      const double want =
          (1 - mirrored) * look.scatter[i] * 2 / std::numbers::pi * sigma / rate * (1 - std::exp(-60 * rate));
      EXPECT_NEAR(got[i], want, 0.01 * want) << angle << " channel " << i;
    }
  }
}

// GGX around the sun's reflection, with the sun's own width.
TEST_F(WaterTest, TheGlintIsTheLobeOfItsRoughness) {
  deferred::WaterLook look;
  look.absorption = glm::dvec3(1e3);
  look.scatter = glm::dvec3(0);
  look.roughness = 0.4;
  const double angle = 40;
  for (const double off : {0.0, 5.0, 12.0}) {
    const double a = glm::radians(angle), b = glm::radians(angle + off);
    const glm::dvec3 view(std::sin(a), std::cos(a), 0), sun(-std::sin(b), std::cos(b), 0);
    const glm::vec3 got = seen(angle, false, look, 0, [&](deferred::Camera& c) {
      c.sun_direction = glm::vec4(glm::vec3(sun), c.sun_direction.w);
      c.sun_radiance = glm::vec4(3, 3, 3, c.sun_radiance.w);
    });
    const glm::dvec3 half = glm::normalize(view + sun);
    const double alpha2 = std::pow(look.roughness, 4) + 2.2e-5, nh = half.y, nl = sun.y, nv = view.y;
    const double d = nh * nh * (alpha2 - 1) + 1, density = alpha2 / (std::numbers::pi * d * d);
    const double visible =
        0.5 / (nl * std::sqrt(nv * nv * (1 - alpha2) + alpha2) + nv * std::sqrt(nl * nl * (1 - alpha2) + alpha2));
    const double mirrored =
        deferred::fresnel_dielectric(static_cast<float>(glm::dot(view, half)), static_cast<float>(1 / look.ior));
    const double want = 3 * density * visible * mirrored * nl;
    EXPECT_NEAR(got.g, want, 0.03 * want) << off;
  }
}

// Beside an edge of bright light: a Gaussian of 3.2 quarter-size texels, 0.06 of the excess over 1.2.
TEST_F(WaterTest, GlareIsItsShareOfAGaussian) {
  Scene scene;
  View view;
  view.size = {256, 32};
  const deferred::Camera camera = deferred::make_camera(view, scene);
  graph::Graph g(state);
  const float level = 6;
  std::vector<std::uint16_t> texels;
  for (int i = 0; i < 256 * 32; ++i)
    for (int c = 0; c < 4; ++c) texels.push_back(glm::packHalf1x16(i % 256 < 128 ? level : 0.0f));
  const graph::Image lit = g.image("lit", {{256, 32}, Format::rgba16_float});
  g.upload("upload", lit, texels);
  picture::Tonemap tonemap(state, scene);
  const graph::Image picture = tonemap.draw(g, camera, {lit, graph::Image()}, false);
  std::vector<std::uint8_t> bytes;
  g.readback("read", picture, [&bytes](std::span<const std::byte> data) {
    for (const std::byte b : data) bytes.push_back(static_cast<std::uint8_t>(b));
  });
  run(g);
  executor->finish();
  const auto blurred = [](int texel) {  // share of the weights left of the edge, at quarter texel 32
    double left = 0, all = 0;
    for (int k = -8; k <= 8; ++k) {
      const double w = std::exp(-k * k / (2 * 3.2 * 3.2));
      all += w;
      if (texel + k < 32) left += w;
    }
    return left / all;
  };
  // The same blur at a quarter of that size, of the blurred image; one lookup between them covers a pair of taps.
  const auto near_at = [&](double place) {
    const int low = static_cast<int>(std::floor(place));
    return glm::mix(blurred(low), blurred(low + 1), place - low);
  };
  const auto far_at = [&](int texel) {
    const double middle = 4.0 * texel + 1.5, spread = 2 * 3.2 * 3.2;
    double sum = near_at(middle), all = 1;
    for (int i = 1; i < 9; i += 2) {
      const double a = std::exp(-i * i / spread), b = std::exp(-(i + 1) * (i + 1) / spread);
      const double off = 4 * (i + b / (a + b));
      sum += (a + b) * (near_at(middle + off) + near_at(middle - off));
      all += 2 * (a + b);
    }
    return sum / all;
  };
  const double exposed = level * static_cast<double>(camera.sun_radiance.w);
  for (const int x : {130, 134, 142, 150}) {
    double mean = 0;
    for (int y = 0; y < 32; ++y) mean += bytes[static_cast<std::size_t>(4 * (256 * y + x) + 1)] / 32.0;
    const double far_place = (x + 0.5) / 16 - 0.5, part = far_place - std::floor(far_place);
    const int low = static_cast<int>(std::floor(far_place));
    const double far = glm::mix(far_at(low), far_at(low + 1), part);
    const double glare = (exposed - 1.2) * (0.05 * near_at((x + 0.5) / 4 - 0.5) + 0.03 * far);
    const double want =
        255 * static_cast<double>(deferred::srgb_encode(deferred::tone_curve(vec3(static_cast<float>(glare))).x));
    EXPECT_NEAR(mean, want, 0.02 * want + 0.5) << x;
  }
}

TEST_F(WaterTest, ToneMapWritesTheCurveInSrgb) {
  Scene scene;
  for (const float level : {0.0f, 0.04f, 0.18f, 0.8f, 1.0f}) {
    View view;
    view.size = {33, 17};
    const deferred::Camera camera = deferred::make_camera(view, scene);
    graph::Graph g(state);
    const Lit lit{fill(g, "lit", {33, 17}, Format::rgba16_float, {level, level, level, 1}), graph::Image()};
    picture::Tonemap tonemap(state, scene);
    const graph::Image picture = tonemap.draw(g, camera, lit, level > 0.1f);
    std::vector<std::uint8_t> bytes;
    g.readback("read", picture, [&bytes](std::span<const std::byte> data) {
      for (const std::byte b : data) bytes.push_back(static_cast<std::uint8_t>(b));
    });
    run(g);
    executor->finish();
    ASSERT_EQ(bytes.size(), 33u * 17 * 4);
    const float expected = 255 * deferred::srgb_encode(deferred::tone_curve(vec3(level)).x);
    double sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      EXPECT_NEAR(bytes[i], expected, 1.6f) << level;
      EXPECT_EQ(bytes[i + 3], 255);
      sum += bytes[i];
    }
    EXPECT_NEAR(sum * 4 / static_cast<double>(bytes.size()), static_cast<double>(expected), 0.3) << level;
  }
}

}  // namespace
}  // namespace undine
