#include "passes/deferred/ground_noise.h"

#include <algorithm>
#include <array>

namespace undine::deferred {

namespace {

// [Jarzynski and Olano 2020], pcg3d.
float random(glm::uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z, v.y += v.z * v.x, v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z;
  return static_cast<float>(v.x >> 8) / 16777216.0f;
}

// Value noise with `waves` lattice points along a side of the tile, and its gradient per wavelength; quintic.
class Octave {
 public:
  Octave(int waves, std::uint32_t seed) : waves_(waves) {
    for (int z = 0; z < waves; ++z)
      for (int y = 0; y < waves; ++y)
        for (int x = 0; x < waves; ++x) lattice_.push_back(random(glm::uvec3(x, y, z) + 1000u * seed));
  }
  glm::vec4 at(glm::vec3 tile) const {
    const glm::vec3 p = tile * static_cast<float>(waves_), cell = glm::floor(p), f = p - cell;
    const glm::vec3 w = f * f * f * (f * (f * 6.0f - 15.0f) + 10.0f);
    const glm::vec3 d = 30.0f * f * f * (f * (f - 2.0f) + 1.0f);
    std::array<float, 8> n;
    for (int k = 0; k < 8; ++k)
      n[static_cast<std::size_t>(k)] = value(glm::ivec3(cell) + glm::ivec3(k & 1, k >> 1 & 1, k >> 2));
    const auto mixed = [&](float a, float b, float c, float e, float s, float t) {
      return glm::mix(glm::mix(a, b, s), glm::mix(c, e, s), t);
    };
    return {mixed(glm::mix(n[0], n[1], w.x), glm::mix(n[2], n[3], w.x), glm::mix(n[4], n[5], w.x),
                  glm::mix(n[6], n[7], w.x), w.y, w.z),
            d.x * mixed(n[1] - n[0], n[3] - n[2], n[5] - n[4], n[7] - n[6], w.y, w.z),
            d.y * mixed(n[2] - n[0], n[3] - n[1], n[6] - n[4], n[7] - n[5], w.x, w.z),
            d.z * mixed(n[4] - n[0], n[5] - n[1], n[6] - n[2], n[7] - n[3], w.x, w.y)};
  }

 private:
  float value(glm::ivec3 i) const {
    const glm::ivec3 c = i % waves_;
    return lattice_[static_cast<std::size_t>((c.z * waves_ + c.y) * waves_ + c.x)];
  }
  int waves_;
  std::vector<float> lattice_;
};

}  // namespace

std::vector<std::uint8_t> make_ground_noise() {
  const Octave first(ground_noise_waves, 1), second(2 * ground_noise_waves, 2), third(4 * ground_noise_waves, 3);
  std::vector<glm::vec4> level;
  constexpr int side = ground_noise_texels;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const glm::vec3 p = (glm::vec3(x, y, z) + 0.5f) / static_cast<float>(side);
        const glm::vec4 a = first.at(p), b = second.at(p), c = third.at(p);
        const glm::vec4 sum = (4.0f * a + glm::vec4(2 * b.x, 4.0f * glm::vec3(b.y, b.z, b.w)) +
                               glm::vec4(c.x, 4.0f * glm::vec3(c.y, c.z, c.w))) /
                              7.0f;
        level.push_back({sum.x, 0.5f + sum.y / ground_noise_range, 0.5f + sum.z / ground_noise_range,
                         0.5f + sum.w / ground_noise_range});
      }
  std::vector<std::uint8_t> texels;
  for (int width = side; width > 0; width /= 2) {
    for (const glm::vec4& v : level)
      for (int c = 0; c < 4; ++c)
        texels.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(v[c], 0.0f, 1.0f))));
    std::vector<glm::vec4> half;
    const auto at = [&](int x, int y, int z) { return level[static_cast<std::size_t>((z * width + y) * width + x)]; };
    for (int z = 0; z + 1 < width; z += 2)
      for (int y = 0; y + 1 < width; y += 2)
        for (int x = 0; x + 1 < width; x += 2) {
          glm::vec4 sum(0);
          for (int k = 0; k < 8; ++k) sum += at(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2));
          half.push_back(sum / 8.0f);
        }
    level = std::move(half);
  }
  return texels;
}

}  // namespace undine::deferred
