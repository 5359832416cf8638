#include "passes/solids/surroundings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/scene/scene.h"
#include "passes/solids/value_noise.h"

namespace undine::solids {
namespace {

// Closed loop of a map's border vertices as in make_terrain(); the first vertex is repeated at the end.
struct Border {
  std::vector<glm::dvec3> at;     // world
  std::vector<glm::vec3> normal;  // of the terrain's mesh
};

Border border_of(const Heightmap& map, const TriangleMesh& ground) {
  const auto columns = static_cast<std::int64_t>(std::min(map.nx, most_terrain_samples)) - 1;
  const auto rows = static_cast<std::int64_t>(std::min(map.nz, most_terrain_samples)) - 1;
  Border out;
  const auto add = [&](std::int64_t column, std::int64_t row) {
    const Vertex& v = ground.vertices[static_cast<std::size_t>(row * (columns + 1) + column)];
    out.at.emplace_back(v.position);
    out.normal.push_back(v.normal);
  };
  for (std::int64_t c = 0; c < columns; ++c) add(c, 0);
  for (std::int64_t r = 0; r < rows; ++r) add(columns, r);
  for (std::int64_t c = columns; c > 0; --c) add(c, rows);
  for (std::int64_t r = rows; r >= 0; --r) add(0, r);
  return out;
}

glm::vec2 map_uv(const Heightmap& map, const glm::dvec3& p) {
  return glm::vec2((glm::dvec2(p.x, p.z) - glm::dvec2(map.origin.x, map.origin.z)) / map.size + 0.5);
}

bool has_bank(const SurroundingsSettings& s) { return s.has_bank == SurroundingsSettings::Bank::height; }

// Ridges of hills, about 0..1: octaves that are rough only where the coarser ones are high [Musgrave 1993].
double ridges(glm::dvec2 p, double finest) {
  double sum = 0, weight = 1, size = 1, amplitude = 0.5;
  for (int octave = 0; octave < 7 && size > finest; ++octave) {
    const double r = 1 - std::abs(2 * value_noise(p) - 1);
    sum += amplitude * weight * r * r;
    weight = std::clamp(1.6 * r, 0.0, 1.0);
    p = finer(p) + 7.31;
    size *= 0.5;
    amplitude *= 0.5;
  }
  return sum;
}

class Land {
 public:
  Land(const Heightmap& map, const SurroundingsSettings& settings) : map_(&map), s_(settings) {
    levels_.push_back({map.nx, map.nz, map.height});
    while (levels_.back().nx > 3 && levels_.back().nz > 3) levels_.push_back(halved(levels_.back()));
    const auto [low, high] = std::ranges::minmax(map.height);
    relief_ = std::max(static_cast<double>(high) - static_cast<double>(low), 0.01 * shorter());
    double sum = 0;
    for (float h : map.height) sum += static_cast<double>(h);
    mean_ = map.origin.y + sum / static_cast<double>(map.height.size());
  }
  double shorter() const { return std::min(map_->size.x, map_->size.y); }

  // World y at a place that lies `away` meters from the border; spacing: of the vertices there.
  // coast: of the nearest place of the border, 1 where it is land and 0 in the sea.
  double height(const glm::dvec2& xz, double away, double spacing, double coast) const {
    const double side = shorter();
    const double own = mirrored(xz, spacing);
    const double far = smooth(0.25 * side, 1.2 * side, away);
    // Hills grow towards the distance and end in a plain before the horizon.
    const double tall = s_.hills * relief_ * (0.5 + 1.6 * smooth(0.5 * side, 9 * side, away)) *
                        (1 - smooth(60 * side, 400 * side, away));
    const double hill = mean_ - 0.25 * relief_ + tall * ridges(xz / (1.7 * side) + s_.seed * 17.3, spacing / side);
    double h = glm::mix(own, hill, far);
    if (s_.sea) h = glm::mix(sea_bed(own, away), h, coast);
    if (has_bank(s_)) {
      const double bank = s_.bank + 0.35 * relief_ * (1 - std::exp(-3 * away / side));
      h = std::max(h, bank) + 0.06 * relief_ * (value_noise(xz * (14 / side)) - 0.5) * smooth(0, 0.1 * side, away);
    }
    return h;
  }

  // Share of land, rather than sea, at a place of the border.
  double coast(const glm::dvec3& border) const {
    if (!s_.sea) return 1;
    const double over = (border.y - sea_level()) / relief_;
    return smooth(-0.04, 0.06, over);
  }

 private:
  double sea_level() const { return s_.sea->place()->origin.y; }
  // Falls from the border's height to half the terrain's relief below the sea.
  double sea_bed(double own, double away) const {
    const double deep = sea_level() - 0.5 * relief_, shallow = sea_level() - 0.03 * relief_;
    const double out = 1 - std::exp(-3 * away / shorter());
    return glm::mix(std::min(own, shallow), std::min(deep, shallow), out);
  }

  struct Level {
    std::uint32_t nx, nz;
    std::vector<float> height;
  };
  static Level halved(const Level& from) {
    Level to{(from.nx + 1) / 2, (from.nz + 1) / 2, {}};
    for (std::uint32_t z = 0; z < to.nz; ++z)
      for (std::uint32_t x = 0; x < to.nx; ++x) {
        const auto at = [&](std::uint32_t i, std::uint32_t j) {
          return from.height[std::size_t{std::min(j, from.nz - 1)} * from.nx + std::min(i, from.nx - 1)];
        };
        const std::uint32_t i = 2 * x, j = 2 * z;
        to.height.push_back(0.25f * (at(i, j) + at(i + 1, j) + at(i, j + 1) + at(i + 1, j + 1)));
      }
    return to;
  }
  static double fold(double u) {  // into 0..1, back and forth
    u = std::abs(std::fmod(u, 2.0));
    return u > 1 ? 2 - u : u;
  }
  double mirrored(const glm::dvec2& xz, double spacing) const {
    const glm::dvec2 uv = (xz - glm::dvec2(map_->origin.x, map_->origin.z)) / map_->size + 0.5;
    const double cell = map_->size.x / map_->nx;
    const auto wanted = static_cast<std::size_t>(std::max(0.0, std::round(std::log2(spacing / cell))));
    const Level& l = levels_[std::min(wanted, levels_.size() - 1)];
    const double u = fold(uv.x) * (l.nx - 1), v = fold(uv.y) * (l.nz - 1);
    const auto i = std::min(static_cast<std::uint32_t>(u), l.nx - 2),
               j = std::min(static_cast<std::uint32_t>(v), l.nz - 2);
    const auto at = [&](std::uint32_t a, std::uint32_t b) { return double(l.height[std::size_t{b} * l.nx + a]); };
    const double fu = u - i, fv = v - j;
    return map_->origin.y +
           glm::mix(glm::mix(at(i, j), at(i + 1, j), fu), glm::mix(at(i, j + 1), at(i + 1, j + 1), fu), fv);
  }

  const Heightmap* map_;
  const SurroundingsSettings& s_;
  std::vector<Level> levels_;
  double relief_ = 1, mean_ = 0;
};

// Values around a border, its first one at the end again; smoothed over a tenth of it, several times.
std::vector<double> blurred(std::vector<double> values) {
  const std::size_t n = values.size() - 1, half = n / 20;
  for (int pass = 0; pass < 3; ++pass) {
    std::vector<double> out(values.size());
    double sum = 0;
    for (std::size_t k = 0; k <= 2 * half; ++k) sum += values[(n - half + k) % n];
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = sum / static_cast<double>(2 * half + 1);
      sum += values[(i + half + 1) % n] - values[(i + n - half) % n];
    }
    out[n] = out[0];
    values = std::move(out);
  }
  return values;
}

// Between two rows of vertices along a border; seen from where the border goes on to the right, `from` is the lower
// one.
void add_strip(TriangleMesh& mesh, std::uint32_t from, std::uint32_t to, std::uint32_t count) {
  for (std::uint32_t i = 0; i + 1 < count; ++i)
    for (std::uint32_t k : {from + i, from + i + 1, to + i + 1, from + i, to + i + 1, to + i})
      mesh.indices.push_back(k);
}

// Rows first to last of a mesh of rows of `count` vertices.
TriangleMesh rows_of(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t last, std::uint32_t count) {
  TriangleMesh out;
  const auto row = [&](std::uint32_t r) { return mesh.vertices.begin() + std::ptrdiff_t{r} * count; };
  out.vertices.assign(row(first), row(last + 1));
  for (std::uint32_t r = 0; r < last - first; ++r) add_strip(out, r * count, (r + 1) * count, count);
  return out;
}

}  // namespace

TriangleMesh make_cut(const Heightmap& map) {
  const Border border = border_of(map, make_terrain(map));
  const auto [low, high] = std::ranges::minmax(map.height);
  const double size = std::max(map.size.x, map.size.y);
  const auto base = static_cast<float>(map.origin.y + static_cast<double>(low) - 0.03 * size);
  TriangleMesh mesh;
  // A side at a time, for each has a normal of its own.
  std::size_t first = 0;
  for (int side = 0; side < 4; ++side) {
    const glm::vec3 normal = std::array{glm::vec3(0, 0, -1), glm::vec3(1, 0, 0), glm::vec3(0, 0, 1),
                                        glm::vec3(-1, 0, 0)}[static_cast<std::size_t>(side)];
    const std::uint32_t vertices = std::min(side % 2 == 0 ? map.nx : map.nz, most_terrain_samples);
    const auto begin = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int row = 0; row < 2; ++row)
      for (std::uint32_t i = 0; i < vertices; ++i) {
        glm::vec3 p(border.at[first + i]);
        const glm::vec2 uv = map_uv(map, border.at[first + i]);
        if (row == 1) p.y = base;
        mesh.vertices.push_back({p, normal, uv});
      }
    add_strip(mesh, begin, begin + vertices, vertices);
    first += vertices - 1;
  }
  const auto begin = static_cast<std::uint32_t>(mesh.vertices.size());
  const glm::dvec2 half = map.size / 2.0;
  for (const glm::dvec2 corner : {-half, glm::dvec2(half.x, -half.y), half, glm::dvec2(-half.x, half.y)})
    mesh.vertices.push_back(
        {{map.origin.x + corner.x, base, map.origin.z + corner.y}, {0, -1, 0}, glm::vec2(corner / map.size + 0.5)});
  for (std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(begin + i);
  return mesh;
}

TriangleMesh make_land(const Heightmap& map, const SurroundingsSettings& settings) {
  const TriangleMesh ground = make_terrain(map);
  const Border border = border_of(map, ground);
  const Land land(map, settings);
  const double side = land.shorter();
  const auto count = static_cast<std::uint32_t>(border.at.size());
  TriangleMesh mesh;
  const auto add = [&](const glm::dvec3& p) { mesh.vertices.push_back({glm::vec3(p), {0, 1, 0}, map_uv(map, p)}); };
  // From the ground up to the bank of what fills it.
  if (has_bank(settings)) {
    for (const glm::dvec3& p : border.at) add(p);
  }
  double away = 0, spacing = side / 160;
  std::vector<double> loops{0};
  while (away < 3000 * side) {
    away += spacing;
    spacing *= away < side ? 1.12 : 1.35;
    loops.push_back(away);
  }
  std::vector<double> coast;
  for (const glm::dvec3& p : border.at) coast.push_back(land.coast(p));
  const std::vector<double> far_coast = blurred(coast);
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const double step = k == 0 ? 0 : loops[k] - loops[k - 1];
    for (std::uint32_t i = 0; i < count; ++i) {
      // Straight out of a side; out of a corner, and far away, all around.
      const glm::dvec3& from = border.at[i];
      const glm::dvec2 middle(map.origin.x, map.origin.z), flat(from.x, from.z);
      const glm::dvec2 ray = (flat - middle) / (map.size / 2.0);
      const double reach = loops[k];
      const glm::dvec2 xz = flat + ray * reach;
      const double along = reach / std::min(map.size.x, map.size.y) + 1;
      glm::dvec3 p(xz.x, from.y, xz.y);
      if (k > 0)
        p.y = land.height(xz, reach, std::max(step, along * side / 200),
                          glm::mix(coast[i], far_coast[i], smooth(0, 0.5 * side, reach)));
      if (has_bank(settings)) p.y = std::max(p.y, settings.bank);
      add(p);
    }
  }
  const std::uint32_t rings = static_cast<std::uint32_t>(mesh.vertices.size()) / count;
  for (std::uint32_t r = 0; r + 1 < rings; ++r) add_strip(mesh, r * count, (r + 1) * count, count);
  generate_normals(mesh);
  if (!has_bank(settings))
    for (std::uint32_t i = 0; i < count; ++i) mesh.vertices[i].normal = border.normal[i];
  // The seam where the loop closes.
  for (std::uint32_t r = has_bank(settings) ? 0 : 1; r < rings; ++r) {
    Vertex &a = mesh.vertices[r * count], &b = mesh.vertices[r * count + count - 1];
    a.normal = b.normal = glm::normalize(a.normal + b.normal);
  }
  return mesh;
}

SplitLand split_land(const TriangleMesh& land, const Heightmap& map) {
  const std::uint32_t count = 2 * (std::min(map.nx, most_terrain_samples) + std::min(map.nz, most_terrain_samples)) - 3;
  const std::uint32_t rows = static_cast<std::uint32_t>(land.vertices.size()) / count;
  // Along the middle of a side, where rows lie straight outside of each other.
  const std::uint32_t middle = std::min(map.nx, most_terrain_samples) / 2;
  const auto away = [&](std::uint32_t row) {
    return glm::distance(land.vertices[row * count + middle].position, land.vertices[middle].position);
  };
  std::uint32_t near = 1;
  while (near + 2 < rows && static_cast<double>(away(near)) < 0.6 * std::min(map.size.x, map.size.y)) ++near;
  return {rows_of(land, 0, near, count), rows_of(land, near, rows - 1, count)};
}

}  // namespace undine::solids
