#include "passes/sky/environment.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/packing.hpp>
#include <numbers>

#include "engine/core/parallel.h"

namespace undine::deferred {

using std::numbers::pi;

glm::dvec3 direction_at(double column, double row, std::uint32_t width, std::uint32_t height) {
  const double around = (column / width - 0.5) * 2 * pi, polar = row / height * pi;
  return {std::sin(polar) * std::sin(around), std::cos(polar), -std::sin(polar) * std::cos(around)};
}

namespace {

// Hammersley's points.
glm::dvec2 spread(std::uint32_t i, std::uint32_t count) {
  std::uint32_t bits = i;
  std::uint32_t turned = 0;
  for (int k = 0; k < 32; ++k, bits >>= 1) turned = (turned << 1) | (bits & 1u);
  return {(i + 0.5) / count, static_cast<double>(turned) / 4294967296.0};
}

// A facet's normal about +z as often as GGX has it there.
glm::dvec3 facet(const glm::dvec2& u, double alpha) {
  const double cosine = std::sqrt((1 - u.y) / (1 + (alpha * alpha - 1) * u.y));
  const double sine = std::sqrt(std::max(1 - cosine * cosine, 0.0)), around = 2 * pi * u.x;
  return {sine * std::cos(around), sine * std::sin(around), cosine};
}

double alpha_of(double roughness) { return std::max(roughness * roughness, 2e-3); }

glm::dvec3 look_up(const solids::RadianceImage& sky, const glm::dvec3& d) {
  const double u = std::atan2(d.x, -d.z) / (2 * pi) + 0.5, v = std::acos(std::clamp(d.y, -1.0, 1.0)) / pi;
  const auto x = std::min(static_cast<std::uint32_t>(u * sky.width), sky.width - 1);
  const auto y = std::min(static_cast<std::uint32_t>(v * sky.height), sky.height - 1);
  return glm::dvec3(sky.rgb[std::size_t{y} * sky.width + x]);
}

// Means of blocks of about a lobe's sample's size, so that small bright spots leave no dots.
solids::RadianceImage halved(const solids::RadianceImage& from, std::uint32_t least_width) {
  solids::RadianceImage out = from;
  while (out.width >= 2 * least_width && out.width % 2 == 0 && out.height % 2 == 0) {
    solids::RadianceImage half{out.width / 2, out.height / 2, {}};
    for (std::uint32_t y = 0; y < half.height; ++y)
      for (std::uint32_t x = 0; x < half.width; ++x) {
        const std::size_t at = std::size_t{2} * y * out.width + 2 * x;
        half.rgb.push_back(0.25f *
                           (out.rgb[at] + out.rgb[at + 1] + out.rgb[at + out.width] + out.rgb[at + out.width + 1]));
      }
    out = std::move(half);
  }
  return out;
}

// The mean over a lobe seen along its middle, by the cosine to the surface.
glm::dvec3 lobe(const solids::RadianceImage& sky, const glm::dvec3& middle, double roughness) {
  constexpr std::uint32_t count = 64;
  const glm::dvec3 side =
      glm::normalize(glm::cross(std::abs(middle.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(1, 0, 0), middle));
  const glm::dvec3 other = glm::cross(middle, side);
  glm::dvec3 sum(0);
  double weights = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const glm::dvec3 h = facet(spread(i, count), alpha_of(roughness));
    const glm::dvec3 l = 2 * h.z * h - glm::dvec3(0, 0, 1);
    if (l.z <= 0) continue;
    sum += l.z * look_up(sky, l.x * side + l.y * other + l.z * middle);
    weights += l.z;
  }
  return sum / weights;
}

}  // namespace

glm::dvec2 mirrored_share(double cosine, double roughness) {
  constexpr std::uint32_t count = 256;
  const double alpha = alpha_of(roughness), a2 = alpha * alpha;
  const glm::dvec3 v(std::sqrt(std::max(1 - cosine * cosine, 0.0)), 0, cosine);
  glm::dvec2 sum(0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const glm::dvec3 h = facet(spread(i, count), alpha);
    const double vh = glm::dot(v, h);
    const glm::dvec3 l = 2 * vh * h - v;
    if (l.z <= 0 || vh <= 0) continue;
    // Height-correlated Smith, as pbr.glsl has it; over the density of l.
    const double visibility =
        0.5 / (l.z * std::sqrt(cosine * cosine * (1 - a2) + a2) + cosine * std::sqrt(l.z * l.z * (1 - a2) + a2));
    const double weight = 4 * visibility * l.z * vh / h.z, grazing = std::pow(1 - vh, 5);
    sum += weight * glm::dvec2(1 - grazing, grazing);
  }
  return sum / double{count};
}

std::vector<std::uint64_t> make_environment(const solids::RadianceImage& sky) {
  constexpr std::uint32_t w = environment_width, h = environment_height;
  std::vector<std::uint64_t> out(std::size_t{w} * h * (environment_lobes + 1));
  const solids::RadianceImage small = halved(sky, 128);
  parallel_for(std::size_t{h} * (environment_lobes + 1), [&](std::size_t line) {
    const std::size_t layer = line / h;
    const double row = static_cast<double>(line % h) + 0.5;
    for (std::uint32_t column = 0; column < w; ++column) {
      glm::vec4 texel(0, 0, 0, 1);
      if (layer == 0) {
        texel = glm::vec4(glm::vec2(mirrored_share((column + 0.5) / w, row / h)), 0, 1);
      } else {
        const glm::dvec3 d = direction_at(column + 0.5, row, w, h);
        const glm::vec3 light(lobe(small, d, static_cast<double>(layer) / environment_lobes));
        texel = glm::vec4(glm::min(light, glm::vec3(60000)), 1);
      }
      out[line * w + column] = glm::packHalf4x16(texel);
    }
  });
  return out;
}

}  // namespace undine::deferred
