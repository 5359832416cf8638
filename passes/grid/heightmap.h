// Interpolates the heights of a scene's terrain.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/scene/ports.h"

namespace undine::grid {

// World y of the ground at world x, z in meters: bilinear between samples; the border goes on outside.
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

// The same for a cell around x, z: where its samples stand for cells and it is larger than these, their mean by area,
// so that a grid holds as much ground as the map under it.
inline double cell_height(const Heightmap& map, double x, double z, const glm::dvec2& cell) {
  const glm::dvec2 spacing = map.size / glm::dvec2(map.nx - 1, map.nz - 1);
  if (map.margin.x <= 0 || (cell.x <= 1.000001 * spacing.x && cell.y <= 1.000001 * spacing.y))
    return terrain_height(map, x, z);
  const glm::dvec2 corner = glm::dvec2(map.origin.x, map.origin.z) - 0.5 * map.size - map.margin;
  const glm::dvec2 low = (glm::dvec2(x, z) - 0.5 * cell - corner) / spacing, high = low + cell / spacing;
  const auto index = [](int i, std::uint32_t n) {
    return static_cast<std::size_t>(std::clamp(i, 0, static_cast<int>(n) - 1));
  };
  const auto overlap = [](double from, double to, int i) { return std::min(to, i + 1.0) - std::max(from, 1.0 * i); };
  double sum = 0, area = 0;
  for (int j = static_cast<int>(std::floor(low.y)); j < high.y; ++j)
    for (int i = static_cast<int>(std::floor(low.x)); i < high.x; ++i) {
      const double part = overlap(low.x, high.x, i) * overlap(low.y, high.y, j);
      sum += part * static_cast<double>(map.height[index(j, map.nz) * map.nx + index(i, map.nx)]);
      area += part;
    }
  return map.origin.y + sum / area;
}

}  // namespace undine::grid
