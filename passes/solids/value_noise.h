// Value noise in integer arithmetic, so that skies and backdrops are equal on all machines [Perlin 1985].
#pragma once
#include <algorithm>
#include <cstdint>
#include <glm/glm.hpp>

namespace undine::solids {

// From 0 at `low` to 1 at `high`, level at both.
inline double smooth(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// 0..1, another one for each pair.
inline double lattice(std::int32_t x, std::int32_t y) {
  auto h = static_cast<std::uint32_t>(x) * 0x8da6b343u ^ static_cast<std::uint32_t>(y) * 0xd8163841u;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  h ^= h >> 15;
  return static_cast<double>(h >> 8) / 16777216.0;
}

// 0..1, between the lattice's values at whole numbers.
inline double value_noise(glm::dvec2 p) {
  const glm::dvec2 cell = glm::floor(p), f = p - cell;
  const double wx = smooth(0, 1, f.x), wy = smooth(0, 1, f.y);
  const auto x = static_cast<std::int32_t>(cell.x), y = static_cast<std::int32_t>(cell.y);
  const double low = lattice(x, y) + wx * (lattice(x + 1, y) - lattice(x, y));
  const double high = lattice(x, y + 1) + wx * (lattice(x + 1, y + 1) - lattice(x, y + 1));
  return low + wy * (high - low);
}

// The next octave's place: twice as fine, turned so that the lattices do not line up.
inline glm::dvec2 finer(glm::dvec2 p) { return {1.6 * p.x + 1.2 * p.y, 1.6 * p.y - 1.2 * p.x}; }

}  // namespace undine::solids
