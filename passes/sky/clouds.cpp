#include "passes/sky/clouds.h"

#include <cmath>
#include <utility>

#include "engine/core/parallel.h"
#include "passes/solids/value_noise.h"

namespace undine::deferred {
namespace {

constexpr int cells_x = 8, cells_z = 14;  // of the noise along the tile's sides: streaks are longer along x
constexpr int bend_cells = 6;

// Value noise with period `cells`.
double noise(glm::dvec2 p, glm::ivec2 cells) {
  const glm::dvec2 cell = glm::floor(p), f = p - cell;
  const double wx = solids::smooth(0, 1, f.x), wz = solids::smooth(0, 1, f.y);
  const auto at = [&](int i, int k) {
    const glm::ivec2 c = glm::ivec2(cell) + glm::ivec2(i, k);
    const glm::ivec2 wrapped = ((c % cells) + cells) % cells;
    return solids::lattice(wrapped.x, wrapped.y + 1000 * cells.x);
  };
  return glm::mix(glm::mix(at(0, 0), at(1, 0), wx), glm::mix(at(0, 1), at(1, 1), wx), wz);
}

double octaves(glm::dvec2 p, glm::ivec2 cells, int count) {
  double sum = 0, weight = 0.5;
  for (int i = 0; i < count; ++i) {
    sum += weight * noise(p, cells);
    weight *= 0.5;
    p = 2.0 * p + 0.37;
    cells *= 2;
  }
  return sum;
}

// At a place of the tile, 0..1 along its sides: long soft streaks that cover about `cover` of the sky.
double streaks(glm::dvec2 at, double cover) {
  const glm::dvec2 coarse = at * double(bend_cells);
  const glm::dvec2 bend(octaves(coarse + 3.1, glm::ivec2(bend_cells), 3),
                        octaves(coarse + 9.7, glm::ivec2(bend_cells), 3));
  const glm::dvec2 p = at * glm::dvec2(cells_x, cells_z) + 0.9 * bend * glm::dvec2(1, double(cells_z) / cells_x);
  const double least = 0.46 + 0.5 * (0.5 - cover);
  return solids::smooth(least, least + 0.34, octaves(p, {cells_x, cells_z}, 5));
}

}  // namespace

bool Clouds::has(const Scene& scene) { return scene.sky.model != SkySettings::Model::image && scene.sky.clouds > 0; }

Clouds::Clouds(const Scene& scene, std::vector<float> densities, glm::dvec2 start)
    : density_(std::move(densities)),
      sun_(glm::normalize(scene.sun.direction)),
      light_(scene.sun.color * scene.sun.intensity),
      wind_(scene.sky.wind),
      start_(start),
      height_(scene.sky.cloud_height),
      intensity_(scene.sky.intensity) {}

Clouds::Clouds(const Scene& scene) : Clouds(scene, {}, glm::dvec2(0)) {
  if (!has(scene)) return;
  density_.resize(std::size_t{side} * side);
  parallel_for(side, [&](std::size_t z) {
    for (std::size_t x = 0; x < side; ++x)
      density_[z * side + x] = static_cast<float>(streaks((glm::dvec2(x, z) + 0.5) / double(side), scene.sky.clouds));
  });
  lay();
}

double Clouds::period() const { return 7 * height_; }

double Clouds::density(glm::dvec2 at) const {
  if (density_.empty()) return 0;
  const glm::dvec2 p = at / period() * double(side) - 0.5, low = glm::floor(p), f = p - low;
  const auto texel = [&](int i, int k) {
    const glm::ivec2 c = glm::ivec2(low) + glm::ivec2(i, k);
    const glm::ivec2 wrapped = ((c % side) + side) % side;
    return static_cast<double>(
        density_[static_cast<std::size_t>(wrapped.y) * side + static_cast<std::size_t>(wrapped.x)]);
  };
  return glm::mix(glm::mix(texel(0, 0), texel(1, 0), f.x), glm::mix(texel(0, 1), texel(1, 1), f.x), f.y);
}

double Clouds::transmittance(glm::dvec2 at) const {
  const auto up = static_cast<float>(sun_.y);
  return 1 - static_cast<double>(cloud_opacity() * cloud_fade(up)) * density(at);
}

// Lays the sheet so that the sun's ray to the scene's middle goes through the widest of gaps: the place whose thickest
// cloud within a 25th of the tile is thinnest.
void Clouds::lay() {
  constexpr int tries = 48, around = 12;
  double best = 2;
  glm::dvec2 gap(0);
  for (int k = 0; k < tries; ++k)
    for (int i = 0; i < tries; ++i) {
      const glm::dvec2 at = (glm::dvec2(i, k) + 0.5) / double(tries) * period();
      double thickest = density(at), sum = 0;
      for (int a = 0; a < around; ++a) {
        const double angle = 2 * 3.14159265358979 * a / around;
        const double there = density(at + 0.04 * period() * glm::dvec2(std::cos(angle), std::sin(angle)));
        thickest = std::max(thickest, there);
        sum += density(at + 0.12 * period() * glm::dvec2(std::cos(angle), std::sin(angle)));
      }
      // Prefers places with clouds farther out, for the sky's sake.
      const double worth = thickest - 0.02 * sum / around;
      if (worth >= best) continue;
      best = worth;
      gap = at;
    }
  const glm::dvec2 ray(cloud_reach(glm::max(glm::vec3(sun_), glm::vec3(-1, 0, -1)), static_cast<float>(height_)));
  start_ = gap - ray;
}

glm::dvec2 Clouds::offset(double time) const {
  const glm::dvec2 moved = start_ - wind_ * time;
  return moved - glm::floor(moved / period()) * period();
}

glm::dvec3 Clouds::over(const glm::dvec3& sky, const glm::dvec3& direction) const {
  const glm::vec3 d(direction), sun(sun_);
  if (!any() || cloud_fade(d.y) <= 0) return sky;
  const auto height = static_cast<float>(height_);
  const glm::dvec2 at = glm::dvec2(cloud_reach(d, height)) + start_;
  const double here = density(at), shade = density(at + glm::dvec2(cloud_shade(sun, height)));
  return clouded(glm::vec3(sky), d, sun, glm::vec3(light_), static_cast<float>(here), static_cast<float>(shade));
}

CloudParams Clouds::params(double time) const {
  const glm::dvec2 moved = offset(time);
  return {glm::vec4(glm::dvec4(light_ * intensity_, height_)), glm::vec4(glm::dvec4(moved, 1 / period(), 0)),
          glm::vec4(0)};
}

CloudParams Clouds::drawn(double time, glm::dvec2 eye, const glm::vec3& sun) const {
  CloudParams params = this->params(time);
  const double step = period() / side / 16;
  const glm::dvec2 place = glm::floor((offset(time) + eye) / step + 0.5) * step;
  params.offset.x = static_cast<float>(place.x);
  params.offset.y = static_cast<float>(place.y);
  params.sun = glm::vec4(sun, 0);
  return params;
}

std::vector<glm::vec2> Clouds::texels() const {
  std::vector<glm::vec2> out;
  out.reserve(density_.size());
  const float shade = cloud_opacity() * cloud_fade(static_cast<float>(sun_.y));
  for (const float d : density_) out.emplace_back(1 - shade * d, d);
  return out;
}

}  // namespace undine::deferred
