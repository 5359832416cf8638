#include "passes/deferred/scatter_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/files/png.h"
#include "engine/scene/scene_error.h"
#include "engine/scene/solver.h"
#include "passes/grid/hash.h"
#include "passes/grid/heightmap.h"
#include "passes/solids/placement.h"

namespace undine::deferred {
namespace {

// Three random numbers in [0, 1) of a cell, as hash_unit() of shaders/lib/noise.glsl.
glm::dvec3 random_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return glm::dvec3(grid::hash3({x, y, z}) >> 8u) / 16777216.0;
}

double smooth(double from, double to, double at) {
  const double t = std::clamp((at - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// Value noise in [0, 1].
double noise_at(const glm::dvec2& p, std::uint32_t seed) {
  const glm::dvec2 cell = glm::floor(p), f = p - cell, w = f * f * (3.0 - 2.0 * f);
  const auto at = [&](int i, int j) {
    return random_of(static_cast<std::uint32_t>(static_cast<std::int64_t>(cell.x) + i),
                     static_cast<std::uint32_t>(static_cast<std::int64_t>(cell.y) + j), seed)
        .x;
  };
  return (at(0, 0) * (1 - w.x) + at(1, 0) * w.x) * (1 - w.y) + (at(0, 1) * (1 - w.x) + at(1, 1) * w.x) * w.y;
}

class Placer {
 public:
  Placer(const Scene& scene, std::size_t kind)
      : scene_(scene),
        map_(*scene.terrain),
        s_(scene.terrain_settings->scatter[kind]),
        setting_(fmt::format("/terrain/scatter/{}", kind)),
        kind_(static_cast<std::uint32_t>(kind)),
        seed_(random_seed()) {
    if (!s_.map.empty()) load_map();
    find_footprints();
  }

  std::vector<ScatterInstance> place(std::size_t room) const {
    glm::dvec2 low = glm::dvec2(map_.origin.x, map_.origin.z) - 0.5 * map_.size, high = low + map_.size;
    if (s_.area) {
      low = glm::max(low, s_.area->center - 0.5 * s_.area->size);
      high = glm::min(high, s_.area->center + 0.5 * s_.area->size);
    }
    std::vector<ScatterInstance> out;
    if (glm::any(glm::greaterThanEqual(low, high))) return out;
    const double cell = 1 / std::sqrt(s_.density);
    const glm::dvec2 first = glm::floor(low / cell), end = glm::ceil(high / cell), count = end - first;
    if (count.x * count.y > most_scatter_cells)
      throw refuse("density", fmt::format("{:g} places", count.x * count.y),
                   fmt::format("at most {:g}; a lower density, or a smaller \"area\"", most_scatter_cells));
    for (double z = first.y; z < end.y; ++z)
      for (double x = first.x; x < end.x; ++x) {
        const auto i = static_cast<std::uint32_t>(static_cast<std::int64_t>(x)),
                   j = static_cast<std::uint32_t>(static_cast<std::int64_t>(z));
        const glm::dvec3 random = random_of(i, j, seed_);
        const glm::dvec2 at = (glm::dvec2(x, z) + 0.1 + 0.8 * glm::dvec2(random)) * cell;
        if (glm::any(glm::lessThan(at, low)) || glm::any(glm::greaterThanEqual(at, high))) continue;
        if (random.z >= share_at(at)) continue;
        if (out.size() == room)
          throw refuse("density", fmt::format("more than {} instances in all", most_scattered),
                       "a lower density, or narrower limits of height, slope or area");
        out.push_back(instance(at, i, j));
      }
    return out;
  }

 private:
  Error refuse(const char* key, const std::string& problem, const std::string& remedy) const {
    return Error(Exit::bad_input, scene_.file.string() + ": " + setting_ + "/" + key, problem, remedy);
  }

  std::uint32_t random_seed() const {
    const auto clock = static_cast<std::uint64_t>(scene_.clock.seed);
    const auto own = static_cast<std::uint64_t>(s_.seed);
    return static_cast<std::uint32_t>((clock ^ (clock >> 32)) * 2654435761u + own * 40503u + 977u * kind_);
  }

  void load_map() {
    try {
      picture_ = files::read_png16(s_.map, 1);
    } catch (const Error& e) {
      throw at_setting(scene_, setting_ + "/map", e);
    }
  }

  double ground(const glm::dvec2& at) const { return grid::terrain_height(map_, at.x, at.y); }

  glm::dvec3 normal(const glm::dvec2& at) const {
    const glm::dvec2 step = 0.5 * map_.size / glm::dvec2(map_.nx - 1, map_.nz - 1);
    const double x = ground(at + glm::dvec2(step.x, 0)) - ground(at - glm::dvec2(step.x, 0)),
                 z = ground(at + glm::dvec2(0, step.y)) - ground(at - glm::dvec2(0, step.y));
    return glm::normalize(glm::dvec3(-x / (2 * step.x), 1, -z / (2 * step.y)));
  }

  // Nearest texel.
  double map_at(const glm::dvec2& at) const {
    if (picture_.values.empty()) return 1;
    const glm::dvec2 uv = (at - glm::dvec2(map_.origin.x, map_.origin.z)) / map_.size + 0.5;
    const glm::uvec2 texel =
        glm::min(glm::uvec2(glm::max(uv, 0.0) * glm::dvec2(picture_.size)), picture_.size - glm::uvec2(1));
    return picture_.values[std::size_t{texel.y} * picture_.size.x + texel.x] / 65535.0;
  }

  double clumps_at(const glm::dvec2& at) const {
    if (s_.clumping <= 0) return 1;
    const glm::dvec2 p = at / s_.clump_size;
    const double n = 0.7 * noise_at(p, seed_ + 11) + 0.3 * noise_at(2.7 * p + 5.3, seed_ + 12);
    return 1 - s_.clumping * (1 - smooth(0.42, 0.62, n));
  }

  bool is_wet(const glm::dvec2& at, double height) const {
    return std::ranges::any_of(scene_.water, [&](const WaterEntry& w) {
      return w.settings && w.settings->initial_level(at, height).has_value();
    });
  }

  // Footprints of the built-in shapes that stand on the ground.
  bool is_built_on(const glm::dvec2& at, double height) const {
    return std::ranges::any_of(footprints_, [&](const Footprint& f) {
      const glm::dvec3 local(f.to_mesh * glm::dvec4(at.x, height, at.y, 1));
      return std::abs(local.x) < f.half.x && std::abs(local.z) < f.half.z;
    });
  }

  // Probability of an instance.
  double share_at(const glm::dvec2& at) const {
    for (const Clearing& c : scene_.terrain_settings->clearings)
      if (glm::distance(at, c.center) < c.radius) return 0;
    const double height = ground(at);
    if (height < s_.height.x || height > s_.height.y) return 0;
    double share = map_at(at) * clumps_at(at);
    if (share <= 0) return 0;
    if (s_.fade > 0) share *= std::min({1.0, (height - s_.height.x) / s_.fade, (s_.height.y - height) / s_.fade});
    const double slope = glm::degrees(std::acos(std::min(normal(at).y, 1.0)));
    if (slope < s_.slope.x || slope > s_.slope.y) return 0;
    using Water = ScatterSettings::Water;
    if (is_built_on(at, height)) return 0;
    if (s_.water != Water::anywhere && is_wet(at, height) != (s_.water == Water::inside)) return 0;
    return share;
  }

  ScatterInstance instance(const glm::dvec2& at, std::uint32_t i, std::uint32_t j) const {
    const glm::dvec3 a = random_of(i, j, seed_ + 1), b = random_of(i, j, seed_ + 2);
    const double size = s_.size.x + (s_.size.y - s_.size.x) * a.x;
    const double sink = size * (s_.sink.x + (s_.sink.y - s_.sink.x) * a.z);
    const glm::dvec3 n = normal(at), up = glm::normalize(glm::mix(glm::dvec3(0, 1, 0), n, s_.follow_slope));
    // Brightness first, and a little of the hue.
    const double bright = 1 + s_.variety * (2 * b.x - 1), warm = 0.5 * s_.variety * (2 * b.y - 1);
    const glm::dvec3 tint = bright * glm::dvec3(1 + warm, 1 + 0.3 * warm, 1 - warm);
    ScatterInstance out{};
    out.foot = glm::vec3(at.x, ground(at) - sink, at.y);
    out.size = static_cast<float>(size);
    out.lean = glm::vec2(up.x, up.z);
    out.yaw = static_cast<float>(glm::radians(s_.turn) * a.y);
    out.look = kind_;
    for (int c = 0; c < 3; ++c)
      out.look |= static_cast<std::uint32_t>(std::clamp(std::round(128 * tint[c]), 0.0, 255.0)) << (8 * (c + 1));
    return out;
  }

  struct Footprint {
    glm::dmat4 to_mesh;
    glm::dvec3 half;
  };
  void find_footprints() {
    using Shape = MeshSettings::Shape;
    for (const MeshSettings& m : scene_.meshes)
      if (m.shape != Shape::gltf && m.shape != Shape::plane)
        footprints_.push_back({glm::inverse(glm::dmat4(solids::mesh_placement(m))),
                               m.scale * (0.5 * m.size + (m.shape == Shape::basin ? m.wall : 0.0))});
  }

  const Scene& scene_;
  const Heightmap& map_;
  const ScatterSettings& s_;
  std::vector<Footprint> footprints_;
  std::string setting_;
  std::uint32_t kind_, seed_;
  files::Bitmap16 picture_;
};

// Bits of x with a 0 after each.
std::uint32_t spread_bits(std::uint32_t x) {
  x = (x | x << 8) & 0x00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0fu;
  x = (x | x << 2) & 0x33333333u;
  return (x | x << 1) & 0x55555555u;
}

}  // namespace

std::vector<ScatterInstance> place_scatter(const Scene& scene, std::size_t kind, std::size_t room) {
  return Placer(scene, kind).place(room);
}

void sort_scatter(std::vector<ScatterInstance>& instances) {
  glm::vec2 low(1e30f), high(-1e30f);
  for (const ScatterInstance& i : instances) {
    low = glm::min(low, glm::vec2(i.foot.x, i.foot.z));
    high = glm::max(high, glm::vec2(i.foot.x, i.foot.z));
  }
  const float side = std::max({high.x - low.x, high.y - low.y, 1e-6f});
  const auto place = [&](const ScatterInstance& i) {  // along the Morton curve
    const glm::vec2 at = (glm::vec2(i.foot.x, i.foot.z) - low) * (65535.0f / side);
    return spread_bits(static_cast<std::uint32_t>(at.x)) | spread_bits(static_cast<std::uint32_t>(at.y)) << 1;
  };
  std::ranges::stable_sort(instances, {}, place);
}

}  // namespace undine::deferred
