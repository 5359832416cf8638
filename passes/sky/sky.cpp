#include "passes/sky/sky.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/packing.hpp>
#include <numbers>
#include <optional>
#include <tuple>

#include "engine/core/disk_cache.h"
#include "engine/core/hash.h"
#include "engine/core/parallel.h"
#include "engine/scene/scene_error.h"
#include "passes/sky/atmosphere.h"
#include "passes/solids/value_noise.h"

namespace undine::deferred {
namespace {

using std::numbers::pi;
constexpr double unit_per_kcd = 0.03;  // 100 klux of noon sun are an irradiance of 3

struct Perez {
  double a, b, c, d, e;
  double at(double cos_zenith, double angle) const {
    const double cosine = std::cos(angle);
    return (1 + a * std::exp(b / cos_zenith)) * (1 + c * std::exp(d * angle) + e * cosine * cosine);
  }
};

using solids::smooth;

class ClearSky {
 public:
  ClearSky(const Scene& scene, const Clouds* clouds)
      : sun_(glm::normalize(scene.sun.direction)),
        light_(scene.sun.color * scene.sun.intensity),
        turbidity_(scene.sky.turbidity),
        clouds_(clouds) {
    if (scene.sky.model == SkySettings::Model::atmosphere) air_.emplace(sun_, turbidity_);
    // Light that the ground sends back: the sun and about a fifth of it from the sky, on dry grass and stone.
    const double height = std::max(sun_.y, 0.0);
    ground_ = glm::dvec3(0.24, 0.23, 0.19) * (light_ * height + clear({0, 1, 0}) * pi) / pi;
  }

  glm::dvec3 radiance(const glm::dvec3& direction) const {
    const double y = std::max(direction.y, 0.01);
    const glm::dvec3 above = glm::normalize(glm::dvec3(direction.x, y, direction.z));
    glm::dvec3 sky = clear(above);
    if (clouds_) sky = clouds_->over(sky, above);
    const double under = smooth(0.005, -0.06, direction.y);
    const glm::dvec3 haze = glm::mix(sky, ground_, 0.55);
    return glm::mix(sky, glm::mix(haze, ground_, smooth(-0.02, -0.35, direction.y)), under);
  }

  // The same sky with clouds in it.
  ClearSky behind(const Clouds& clouds) const {
    ClearSky out = *this;
    out.clouds_ = &clouds;
    return out;
  }

 private:
  glm::dvec3 clear(const glm::dvec3& above) const {
    if (air_) return air_->radiance(above);
    const glm::dvec3 sky = preetham_radiance(above, sun_, turbidity_);
    // The model's chroma turns to rose near the horizon of a clear day, where haze of all depths is whitish blue.
    const double light = glm::dot(sky, glm::dvec3(0.2126, 0.7152, 0.0722));
    const double day = smooth(0.05, 0.35, sun_.y);
    return glm::mix(sky, 1.45 * light * glm::dvec3(0.78, 1.02, 1.34), 0.85 * day * std::exp(-5 * above.y));
  }

  glm::dvec3 sun_, light_, ground_{0};
  double turbidity_;
  const Clouds* clouds_;
  std::optional<Atmosphere> air_;
};

// Means of blocks, so that small bright spots of a large image keep their power.
solids::RadianceImage shrink(const solids::RadianceImage& from, std::uint32_t width, std::uint32_t height,
                             double gain) {
  solids::RadianceImage out{width, height, std::vector<glm::vec3>(std::size_t{width} * height)};
  for (std::uint32_t y = 0; y < height; ++y) {
    const std::uint32_t y0 = y * from.height / height, y1 = std::max((y + 1) * from.height / height, y0 + 1);
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t x0 = x * from.width / width, x1 = std::max((x + 1) * from.width / width, x0 + 1);
      glm::dvec3 sum(0);
      for (std::uint32_t j = y0; j < y1; ++j)
        for (std::uint32_t i = x0; i < x1; ++i) sum += glm::dvec3(from.rgb[std::size_t{j} * from.width + i]);
      out.rgb[std::size_t{y} * width + x] = glm::vec3(sum * gain / double((y1 - y0) * (x1 - x0)));
    }
  }
  return out;
}

}  // namespace

glm::dvec3 preetham_radiance(const glm::dvec3& direction, const glm::dvec3& sun, double t) {
  const double sun_zenith = std::acos(std::clamp(sun.y, 0.0, 1.0));
  const double s = std::min(sun_zenith, 1.52), s2 = s * s, s3 = s2 * s;
  const Perez luminance{0.1787 * t - 1.4630, -0.3554 * t + 0.4275, -0.0227 * t + 5.3251, 0.1206 * t - 2.5771,
                        -0.0670 * t + 0.3703};
  const Perez chroma_x{-0.0193 * t - 0.2592, -0.0665 * t + 0.0008, -0.0004 * t + 0.2125, -0.0641 * t - 0.8989,
                       -0.0033 * t + 0.0452};
  const Perez chroma_y{-0.0167 * t - 0.2608, -0.0950 * t + 0.0092, -0.0079 * t + 0.2102, -0.0441 * t - 1.6537,
                       -0.0109 * t + 0.0529};
  const double chi = (4.0 / 9 - t / 120) * (pi - 2 * s);
  const double zenith_kcd = std::max((4.0453 * t - 4.9710) * std::tan(chi) - 0.2155 * t + 2.4192, 0.02);
  const double zenith_x = t * t * (0.00166 * s3 - 0.00375 * s2 + 0.00209 * s) +
                          t * (-0.02903 * s3 + 0.06377 * s2 - 0.03202 * s + 0.00394) +
                          (0.11693 * s3 - 0.21196 * s2 + 0.06052 * s + 0.25886);
  const double zenith_y = t * t * (0.00275 * s3 - 0.00610 * s2 + 0.00317 * s) +
                          t * (-0.04214 * s3 + 0.08970 * s2 - 0.04153 * s + 0.00516) +
                          (0.15346 * s3 - 0.26756 * s2 + 0.06670 * s + 0.26688);
  const double cosine = std::max(direction.y, 0.01);
  const double angle = std::acos(std::clamp(glm::dot(direction, sun), -1.0, 1.0));
  const auto shape = [&](const Perez& f) { return f.at(cosine, angle) / f.at(1, s); };
  // Night falls as the sun sinks under the horizon, where the model ends.
  const double dusk = smooth(-0.12, 0.02, sun.y);
  const double big_y = zenith_kcd * shape(luminance) * unit_per_kcd * dusk;
  const double x = zenith_x * shape(chroma_x), y = std::max(zenith_y * shape(chroma_y), 0.05);
  const double big_x = x / y * big_y, big_z = (1 - x - y) / y * big_y;
  return glm::max(
      glm::dvec3(3.2406 * big_x - 1.5372 * big_y - 0.4986 * big_z, -0.9689 * big_x + 1.8758 * big_y + 0.0415 * big_z,
                 0.0557 * big_x - 0.2040 * big_y + 1.0570 * big_z),
      glm::dvec3(0));
}

static solids::RadianceImage image_of(const ClearSky& sky, double intensity, std::uint32_t width,
                                      std::uint32_t height) {
  solids::RadianceImage out{width, height, std::vector<glm::vec3>(std::size_t{width} * height)};
  parallel_for(height, [&](std::size_t row) {
    for (std::uint32_t column = 0; column < width; ++column) {
      const glm::dvec3 d = direction_at(column + 0.5, static_cast<double>(row) + 0.5, width, height);
      out.rgb[row * width + column] = glm::vec3(sky.radiance(d) * intensity);
    }
  });
  return out;
}

solids::RadianceImage make_sky(const Scene& scene, std::uint32_t width, std::uint32_t height, const Clouds* clouds) {
  return image_of(ClearSky(scene, clouds), scene.sky.intensity, width, height);
}

SkyHarmonics project_irradiance(const solids::RadianceImage& sky) {
  std::array<glm::dvec3, 9> sum{};
  for (std::uint32_t row = 0; row < sky.height; ++row) {
    const double from = pi * row / sky.height, to = pi * (row + 1) / sky.height;
    const double solid_angle = 2 * pi / sky.width * (std::cos(from) - std::cos(to));
    for (std::uint32_t column = 0; column < sky.width; ++column) {
      const glm::dvec3 d = direction_at(column + 0.5, row + 0.5, sky.width, sky.height);
      const glm::dvec3 light = glm::dvec3(sky.rgb[std::size_t{row} * sky.width + column]) * solid_angle;
      const double basis[9] = {
          1, d.y, d.z, d.x, d.x * d.y, d.y * d.z, 3 * d.z * d.z - 1, d.x * d.z, d.x * d.x - d.y * d.y};
      for (std::size_t i = 0; i < 9; ++i) sum[i] += light * basis[i];
    }
  }
  // Squares of the basis' constants, times the cosine lobe's pi, 2 pi / 3 and pi / 4 of the three orders.
  const double c0 = 1 / (4 * pi) * pi, c1 = 3 / (4 * pi) * (2 * pi / 3), c2 = 15 / (4 * pi) * (pi / 4);
  const double scale[9] = {c0, c1, c1, c1, c2, c2, c2 / 12, c2, c2 / 4};
  SkyHarmonics out{};
  for (std::size_t i = 0; i < 9; ++i) out[i] = glm::vec4(glm::dvec4(sum[i] * scale[i], 0));
  return out;
}

glm::vec3 sky_irradiance(const SkyHarmonics& sh, const glm::vec3& n) {
  const float basis[9] = {1, n.y, n.z, n.x, n.x * n.y, n.y * n.z, 3 * n.z * n.z - 1, n.x * n.z, n.x * n.x - n.y * n.y};
  glm::vec3 sum(0);
  for (std::size_t i = 0; i < 9; ++i) sum += glm::vec3(sh[i]) * basis[i];
  return glm::max(sum, glm::vec3(0));
}

constexpr std::uint32_t width = 1024, height = 512;

namespace {

constexpr std::uint64_t version = 1;  // of what Sky::compute() makes of the same settings

// Hash of all that Sky::compute() reads; none: the image cannot be read.
std::optional<std::uint64_t> key_of(const Scene& scene) {
  Hash hash;
  hash.word(version);
  const auto number = [&](double x) { hash.word(std::bit_cast<std::uint64_t>(x)); };
  const SkySettings& sky = scene.sky;
  for (int i = 0; i < 3; ++i) {
    number(scene.sun.direction[i]);
    number(scene.sun.color[i]);
  }
  for (const double x : {scene.sun.intensity, sky.turbidity, sky.clouds, sky.cloud_height, sky.intensity}) number(x);
  hash.word(static_cast<std::uint64_t>(sky.model));
  if (sky.model == SkySettings::Model::image && !sky.image.empty()) {
    std::ifstream in(sky.image, std::ios::binary);
    std::vector<char> block(std::size_t{1} << 16);
    std::uint64_t size = 0;
    while (in) {
      in.read(block.data(), static_cast<std::streamsize>(block.size()));
      hash.bytes(block.data(), static_cast<std::size_t>(in.gcount()));
      size += static_cast<std::uint64_t>(in.gcount());
    }
    if (size == 0 || !in.eof()) return {};
    hash.word(size);
  }
  return hash.value();
}

}  // namespace

void Sky::compute(const Scene& scene) {
  solids::RadianceImage radiance, clouded;
  if (scene.sky.model == SkySettings::Model::image && !scene.sky.image.empty()) {
    try {
      radiance = shrink(solids::load_radiance(scene.sky.image), width, height, scene.sky.intensity);
    } catch (const Error& e) {
      throw at_setting(scene, "/sky/image", e);
    }
  } else {
    const ClearSky clear(scene, nullptr);
    radiance = image_of(clear, scene.sky.intensity, width, height);
    if (clouds_.any()) clouded = image_of(clear.behind(clouds_), scene.sky.intensity, width / 4, height / 4);
  }
  const solids::RadianceImage& seen = clouds_.any() ? clouded : radiance;
  harmonics_ = project_irradiance(seen);
  environment_ = make_environment(seen);
  texels_.resize(radiance.rgb.size());
  for (std::size_t i = 0; i < texels_.size(); ++i)
    texels_[i] = glm::packHalf4x16(glm::vec4(glm::min(radiance.rgb[i], glm::vec3(60000)), 1));
}

void Sky::make(const Scene& scene, bool kept) {
  sun_ = scene.sun;
  sky_ = scene.sky;
  std::vector<float> density(Clouds::has(scene) ? std::size_t{Clouds::side} * Clouds::side : 0);
  glm::dvec2 start(0);
  texels_.resize(std::size_t{width} * height);
  environment_.resize(std::size_t{environment_width} * environment_height * (environment_lobes + 1));
  const auto key = kept ? key_of(scene) : std::nullopt;
  if (key) {
    const std::span<std::byte> parts[] = {
        std::as_writable_bytes(std::span(density)), std::as_writable_bytes(std::span(&start, 1)),
        std::as_writable_bytes(std::span(texels_)), std::as_writable_bytes(std::span(harmonics_)),
        std::as_writable_bytes(std::span(environment_))};
    if (load_computed("sky", *key, parts)) {
      clouds_ = Clouds(scene, std::move(density), start);
      return;
    }
  }
  clouds_ = Clouds(scene);
  compute(scene);
  if (!key) return;
  start = clouds_.start();
  const std::span<const std::byte> parts[] = {
      std::as_bytes(std::span(clouds_.densities())), std::as_bytes(std::span(&start, 1)),
      std::as_bytes(std::span(texels_)), std::as_bytes(std::span(harmonics_)), std::as_bytes(std::span(environment_))};
  store_computed("sky", *key, parts);
}

Sky::Sky(graph::State& state, const Scene& scene) : clouds_(scene, {}, {}) {
  make(scene, true);
  rough_ = state.image("sky/environment", {{environment_width, environment_height, 1},
                                           graph::Format::rgba16_float,
                                           1,
                                           static_cast<std::uint32_t>(environment_lobes) + 1});
  constexpr auto side = static_cast<std::uint32_t>(Clouds::side);
  if (clouds_.any()) sheet_ = state.image("sky/clouds", {{side, side, 1}, graph::Format::rg16_float});
  image_ = state.image("sky/radiance", {{width, height, 1}, graph::Format::rgba16_float});
}

bool Sky::retune(graph::Graph& g, const Scene& scene) {
  const auto of = [](const SunSettings& sun, const SkySettings& sky) {
    return std::tuple(sun.direction, sun.color, sun.intensity, sky.model, sky.turbidity, sky.clouds, sky.cloud_height,
                      sky.wind, sky.intensity, sky.image);
  };
  if (of(sun_, sky_) == of(scene.sun, scene.sky)) return true;
  if (scene.sky.model != sky_.model || (scene.sky.clouds > 0) != (sky_.clouds > 0)) return false;
  make(scene, false);  // a value that is tried out and soon another
  start(g);
  return true;
}

void Sky::start(graph::Graph& g) {
  auto scope = g.scope("sky");
  g.upload("upload", image_, texels_);
  g.upload("upload_environment", rough_, environment_);
  if (!sheet_) return;
  std::vector<std::uint32_t> sheet;
  sheet.reserve(std::size_t{Clouds::side} * Clouds::side);
  for (const glm::vec2& texel : clouds_.texels()) sheet.push_back(glm::packHalf2x16(texel));
  g.upload("upload_clouds", sheet_, sheet);
}

Sky::Shown Sky::show(graph::Graph& g, double time, bool shadows, const Camera& camera) const {
  Shown out{.sky = image_, .environment = rough_, .clouds = {}, .cloud_sheet = camera.cloud_sheet};
  if (!sheet_) return out;
  auto scope = g.scope("sky");
  const CloudParams params = clouds_.params(time);
  const glm::vec3 sun(camera.sun_direction);
  const glm::vec2 place = glm::vec2(params.offset) + cloud_reach(glm::max(sun, glm::vec3(-1, 0, -1)), params.light.w);
  out.cloud_sheet = glm::vec4(place, params.offset.z, camera.cloud_sheet.w);
  if (shadows) out.clouds = sheet_;
  auto cached = g.cached("clouds");
  out.sky = g.image("sky/clouded", {{width, height, 1}, graph::Format::rgba16_float});
  g.compute("clouds", "sky/sky_clouds.comp")
      .read("clear_sky", image_, graph::Sampler::nearest_clamp)
      .read("clouds", sheet_, graph::Sampler::linear_repeat)
      .write("sky", out.sky)
      .params(clouds_.drawn(time, {camera.eye.x, camera.eye.z}, sun))
      .over({width, height / 2});
  return out;
}

}  // namespace undine::deferred
