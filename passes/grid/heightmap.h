// Heights of a scene's terrain at any place.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/scene/ports.h"

namespace undine::grid {

// World y of the ground at world x, z in metres: bilinear between samples; the border goes on outside.
inline double terrain_height(const Heightmap& map, double x, double z) {
  auto place = [](double at, double middle, double size, std::uint32_t n) {
    return std::clamp((at - middle) / size + 0.5, 0.0, 1.0) * (n - 1);
  };
  const double u = place(x, map.origin.x, map.size.x, map.nx), v = place(z, map.origin.z, map.size.y, map.nz);
  const auto i = static_cast<std::uint32_t>(u), j = static_cast<std::uint32_t>(v);
  const std::uint32_t i1 = std::min(i + 1, map.nx - 1), j1 = std::min(j + 1, map.nz - 1);
  auto at = [&](std::uint32_t a, std::uint32_t b) {
    return static_cast<double>(map.height[std::size_t{b} * map.nx + a]);
  };
  const double fu = u - i, fv = v - j;
  return map.origin.y + (at(i, j) * (1 - fu) + at(i1, j) * fu) * (1 - fv) +
         (at(i, j1) * (1 - fu) + at(i1, j1) * fu) * fv;
}

}  // namespace undine::grid
