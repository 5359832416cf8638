#include "passes/shallow/side_waves.h"

#include <algorithm>
#include <cmath>
#include <glm/trigonometric.hpp>
#include <numbers>

#include "passes/shallow/shallow_params.h"

namespace undine::shallow {
namespace {

constexpr double highest_wave = 0.39;  // amplitude over depth where waves break

struct Sides {
  glm::uvec2 cells;
  bool along_x(int side) const { return side < 2; }  // its normal
  std::size_t count(int side) const { return along_x(side) ? cells.y : cells.x; }
  std::size_t first(int side) const {  // in the order of columns at the border
    const std::size_t before[4] = {0, cells.y, 2 * std::size_t{cells.y}, 2 * std::size_t{cells.y} + cells.x};
    return before[side];
  }
  std::size_t column(int side, std::size_t k) const {
    const std::size_t nx = cells.x, nz = cells.y;
    return along_x(side) ? k * nx + (side == 1 ? nx - 1 : 0) : (side == 3 ? nz - 1 : 0) * nx + k;
  }
};

struct Wave {  // over a depth
  double speed, group, cosine, sine;
};

// layers: of the dynamic pressure; 0: long waves.
Wave wave_over(double depth, double frequency, double slowness, double gravity, int layers) {
  const double y = layers > 0 ? frequency * frequency * depth / gravity : 0;
  const float x = pressure_wavenumber(layers, static_cast<float>(y));
  const double square = y > 0 ? y / static_cast<double>(x) : 1, speed = std::sqrt(gravity * depth * square),
               slope = static_cast<double>(pressure_relation(layers, x).y);
  const double sine = std::clamp(slowness * speed, -0.995, 0.995);
  return {speed, gravity * depth / speed * slope, std::sqrt(1 - sine * sine), sine};
}

}  // namespace

SideWaves::SideWaves(const ShallowSettings& s, const columns::Columns& columns, const grid::IncidentElevation& maker,
                     double gravity) {
  const Sides sides{s.cells};
  const int from = static_cast<int>(s.waves.from), normal = sides.along_x(from) ? 0 : 1, across = 1 - normal;
  const columns::Edge edges[4] = {s.edges.west, s.edges.east, s.edges.north, s.edges.south};
  const int beside[2] = {sides.along_x(from) ? 2 : 0, sides.along_x(from) ? 3 : 1};
  const bool beside_sea = edges[beside[0]] == columns::Edge::sea || edges[beside[1]] == columns::Edge::sea;
  if (!s.waves.any() || (s.waves.direction == 0 && !beside_sea)) return;
  const auto depth = [&](int side, std::size_t k) {
    return static_cast<double>(columns.feed[4 * sides.column(side, k) + 3]);
  };
  const auto mean_depth = [&](int side) {
    double sum = 0, wet = 0;
    for (std::size_t k = 0; k < sides.count(side); ++k)
      if (depth(side, k) > 0) sum += depth(side, k), ++wet;
    return wet > 0 ? sum / wet : 0;
  };
  const double mean = mean_depth(from), told = std::sin(glm::radians(s.waves.direction));
  const int layers = s.dispersion == ShallowSettings::Dispersion::nonhydrostatic ? static_cast<int>(s.layers) : 0;
  const std::vector<double> frequencies = maker.frequencies();
  const glm::dvec2 cell = s.cell();
  if (const double beyond = mean_depth(from ^ 1); beyond > 0) {
    const double peak = s.waves.kind == grid::IncidentWaves::Kind::series ? 0 : 2 * std::numbers::pi / s.waves.period;
    const double slowness = told / wave_over(mean, peak, 0, gravity, layers).speed;
    leaving_ = wave_over(beyond, peak, slowness, gravity, layers).cosine;
  }
  paths_.resize(2 * (std::size_t{s.cells.x} + s.cells.y));
  for (const double frequency : frequencies) {
    const Wave first = wave_over(mean, frequency, 0, gravity, layers);
    const double slowness = told / first.speed, upright = std::cos(glm::radians(s.waves.direction));
    for (std::size_t k = 0; k < sides.count(from); ++k) {
      const double along = (static_cast<double>(k) + 0.5) * cell[across] - s.size[across] / 2;
      paths_[sides.first(from) + k].push_back({slowness * along, std::polar(1.0, -frequency * slowness * along)});
    }
    for (const int side : beside) {
      if (edges[side] != columns::Edge::sea) continue;
      const bool high = side % 2 == 1, backwards = from % 2 == 1;
      double delay = slowness * (high ? 0.5 : -0.5) * s.size[across];
      for (std::size_t n = 0; n < sides.count(side); ++n) {
        const std::size_t k = backwards ? sides.count(side) - 1 - n : n;
        const double h = depth(side, k);
        if (!(h > 0)) break;  // the shore
        const Wave w = wave_over(h, frequency, slowness, gravity, layers);
        const double pace = w.cosine / w.speed * cell[normal];
        const double gain = std::sqrt(first.group * upright / (w.group * w.cosine));
        const double limit = s.waves.height > 0 ? highest_wave * h / (s.waves.height / 2) : 1e9;
        const double outward = (high ? 1 : -1) * w.speed / h * w.sine;
        const double there = delay + 0.5 * pace;
        paths_[sides.first(side) + k].push_back(
            {there, std::polar(std::min(gain, limit), -frequency * there), outward});
        delay += pace;
      }
    }
  }
}

std::vector<glm::vec4> SideWaves::at(const grid::IncidentElevation& maker, double begin, double end) const {
  const std::vector<std::complex<double>> first = maker.phasors(begin), last = maker.phasors(end);
  std::vector<glm::vec4> out;
  for (const std::vector<grid::IncidentElevation::Path>& paths : paths_) {
    if (paths.empty()) {
      out.emplace_back(0);
      continue;
    }
    const glm::dvec2 a = maker.along(begin, first, paths), b = maker.along(end, last, paths);
    out.emplace_back(a.x, b.x, a.y, b.y);
  }
  return out;
}

}  // namespace undine::shallow
