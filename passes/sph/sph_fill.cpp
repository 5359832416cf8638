#include "passes/sph/sph_fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/scene/memory.h"

namespace undine::sph {

namespace {

// Minimum distance, in spacings, of particles from different overlapping shapes: closer ones would repel each other
// violently.
constexpr double closest = 0.8;
constexpr double most_spacings = 20000;  // largest coordinate: water at rest then trembles at 3 % of sqrt(g H)

// Number of particles along one side: a spacing that misses by rounding still counts.
double along(double length, double spacing) { return std::floor(length / spacing + 1e-4); }

// Places of particles in cells of a spacing, to find those near by.
class Occupied {
 public:
  Occupied(const glm::dvec3& low, double spacing) : low_(low), spacing_(spacing) {}
  void add(const glm::dvec3& x) { cells_[key(cell(x))].push_back(x); }
  // True where a place lies nearer than a part of a spacing.
  bool near(const glm::dvec3& x, double part) const {
    const glm::i64vec3 c = cell(x);
    for (int k = 0; k < 27; ++k) {
      const auto found = cells_.find(key(c + glm::i64vec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)));
      if (found == cells_.end()) continue;
      for (const glm::dvec3& y : found->second)
        if (glm::distance(x, y) < part * spacing_) return true;
    }
    return false;
  }

 private:
  glm::i64vec3 cell(const glm::dvec3& x) const {
    return glm::i64vec3(glm::floor((x - low_) / spacing_)) + std::int64_t{1};
  }
  static std::uint64_t key(const glm::i64vec3& c) {
    return static_cast<std::uint64_t>(c.x) << 42 ^ static_cast<std::uint64_t>(c.y) << 21 ^
           static_cast<std::uint64_t>(c.z);
  }
  glm::dvec3 low_;
  double spacing_;
  std::unordered_map<std::uint64_t, std::vector<glm::dvec3>> cells_;
};

// True where a shape reaches into an earlier one: their lattices do not fit.
bool meets_earlier(const std::vector<SphFluid>& shapes, std::size_t k) {
  const auto low = [](const SphFluid& f) { return f.box ? f.box->min : f.sphere->center - f.sphere->radius; };
  const auto high = [](const SphFluid& f) { return f.box ? f.box->max : f.sphere->center + f.sphere->radius; };
  for (std::size_t j = 0; j < k; ++j)
    if (!shapes[j].emitter && glm::all(glm::lessThan(low(shapes[k]), high(shapes[j]))) &&
        glm::all(glm::lessThan(low(shapes[j]), high(shapes[k]))))
      return true;
  return false;
}

}  // namespace

double sph_spacing(const SphSettings& s) {
  const std::vector<SphFluid>& shapes = s.fluid;
  double volume = 0;
  for (const SphFluid& f : shapes) volume += f.volume();
  if (s.particles == 0 || volume == 0) return s.spacing;
  double spacing = std::cbrt(volume / s.particles);
  const auto count = [&] {
    double sum = 0;
    for (const SphFluid& f : shapes) {
      if (f.emitter) continue;
      if (f.sphere) {
        sum += f.volume() / (spacing * spacing * spacing);
        continue;
      }
      const glm::dvec3 d = f.box->max - f.box->min;
      sum += along(d.x, spacing) * along(d.y, spacing) * along(d.z, spacing);
    }
    return sum;
  };
  // A rest of the box that is less than a spacing holds no particle.
  while (count() < s.particles) spacing *= 0.999;
  return spacing;
}

SphStart sph_start(const SphSettings& s, const SceneContext& context) {
  const double spacing = sph_spacing(s);
  const std::vector<SphFluid>& shapes = s.fluid;
  const glm::dvec3 room = s.domain.max - s.domain.min;
  const double least = 2 * s.support * spacing;
  if (std::min({room.x, room.y, room.z}) < least * (1 - 1e-6))
    throw Error(Exit::bad_input, context.setting("domain"), "is narrower than two supports",
                fmt::format("at least {:.4g} m along every axis, or a smaller spacing", least));
  // Single precision resolves places to 2^-23 of their coordinates.
  const double farthest = most_spacings * spacing;
  for (const glm::dvec3& corner : {s.domain.min, s.domain.max})
    for (int a = 0; a < 3; ++a)
      if (std::abs(corner[a]) > farthest)
        throw Error(
            Exit::bad_input, context.setting("domain"),
            fmt::format("reaches to {:.6g} m, where particles {:.4g} m apart jitter: single precision resolves "
                        "coordinates to {:.2g} m there",
                        corner[a], spacing, std::abs(corner[a]) / (1 << 23)),
            fmt::format(
                "at most {:.6g} m, {:.0f} spacings, from the origin: move the scene, or make \"spacing\" larger",
                farthest, most_spacings));
  SphStart out;
  out.top = s.domain.min.y;
  Occupied occupied(s.domain.min, spacing);
  const bool several = std::ranges::count_if(shapes, [](const SphFluid& f) { return !f.emitter; }) > 1;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const SphFluid& f = shapes[k];
    if (f.emitter) continue;
    const std::string where = context.setting(fmt::format("fluid/{}", k));
    const glm::dvec3 low = f.box ? f.box->min : f.sphere->center - f.sphere->radius;
    const glm::dvec3 high = f.box ? f.box->max : f.sphere->center + f.sphere->radius;
    if (glm::any(glm::lessThan(low, s.domain.min - 1e-9)) || glm::any(glm::greaterThan(high, s.domain.max + 1e-9)))
      throw Error(Exit::bad_input, where, "reaches out of the domain", "make it smaller or \"domain\" larger");
    glm::dvec3 count;
    for (int a = 0; a < 3; ++a) count[a] = along(high[a] - low[a], spacing);
    if (count.x * count.y * count.z > 1e8)
      throw Error(Exit::bad_input, where, fmt::format("would be {:.3g} particles", count.x * count.y * count.z),
                  "at most 1e8: make \"spacing\" larger");
    // A sphere fills half of its box.
    const double least = (f.sphere ? 0.5 : 1.0) * count.x * count.y * count.z;
    check_memory(where, static_cast<std::uint64_t>(least), {.buffer = 16, .device = 100, .host = 60}, "particles");
    const glm::dvec3 first = 0.5 * (low + high) - 0.5 * (count - 1.0) * spacing;
    const std::size_t before = out.position.size();
    const bool meets = several && meets_earlier(shapes, k);
    for (double z = 0; z < count.z; ++z)
      for (double y = 0; y < count.y; ++y)
        for (double x = 0; x < count.x; ++x) {
          const glm::dvec3 at = first + glm::dvec3(x, y, z) * spacing;
          if (f.sphere && !f.contains(at)) continue;
          if (std::any_of(shapes.begin(), shapes.begin() + static_cast<std::ptrdiff_t>(k),
                          [&](const SphFluid& other) { return other.contains(at); }))
            continue;
          if (meets && occupied.near(at, closest)) continue;
          out.position.emplace_back(glm::vec3(at), static_cast<float>(out.position.size()));
          out.velocity.emplace_back(glm::vec3(f.velocity), 0.0f);
        }
    for (std::size_t i = before; several && i < out.position.size(); ++i) occupied.add(glm::dvec3(out.position[i]));
    if (out.position.size() == before)
      throw Error(Exit::bad_input, where, fmt::format("holds no particle at a spacing of {:.4g} m", spacing),
                  "make \"spacing\" smaller");
    out.top = std::max(out.top, high.y);
    out.speed = std::max(out.speed, glm::length(f.velocity));
  }
  return out;
}

void sph_settle(SphStart& start, const SphSettings& s, double gravity, double sound) {
  for (glm::vec4& place : start.position) {
    const auto in = std::ranges::find_if(s.fluid, [&](const SphFluid& f) { return f.contains(glm::vec3(place)); });
    if (in == s.fluid.end() || !in->settled) continue;
    const double y = static_cast<double>(place.y) - in->box->min.y, height = in->box->max.y - in->box->min.y;
    place.y -= static_cast<float>(gravity / (sound * sound) * y * (height - 0.5 * y));
  }
}

void sph_clear(SphStart& start, const std::vector<bool>& inside, const SceneContext& context) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < start.position.size(); ++i) {
    if (inside[i]) continue;
    start.position[kept] = glm::vec4(glm::vec3(start.position[i]), static_cast<float>(kept));
    start.velocity[kept++] = start.velocity[i];
  }
  if (kept == 0 && !start.position.empty())
    throw Error(Exit::bad_input, context.setting("fluid"), "lies wholly within solid things",
                "put it elsewhere, or \"collide\": \"domain\"");
  start.position.resize(kept);
  start.velocity.resize(kept);
}

SphLattice sph_lattice(SphKernel kernel, double support) {
  const bool cubic = kernel == SphKernel::cubic;
  const int reach = static_cast<int>(std::ceil(support));
  // In double precision: single is what these sums calibrate.
  const double h = support, h3 = h * h * h, pi = std::numbers::pi;
  const auto value = [&](double r) {
    if (!cubic) return 315 / (64 * pi * h3 * h3 * h3) * std::pow(std::max(h * h - r * r, 0.0), 3);
    const double q = r / h, u = std::max(1 - q, 0.0);
    return 8 / (pi * h3) * (q <= 0.5 ? 1 - 6 * q * q * u : 2 * u * u * u);
  };
  const auto slope = [&](double r) {
    if (!cubic) return -45 / (pi * h3 * h3) * std::pow(std::max(h - r, 0.0), 2);
    const double q = r / h, u = std::max(1 - q, 0.0);
    return 48 / (pi * h3 * h) * (q <= 0.5 ? q * (3 * q - 2) : -u * u);
  };
  SphLattice out{};
  for (int z = -reach; z <= reach; ++z)
    for (int y = -reach; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x) {
        const double r = std::sqrt(static_cast<double>(x * x + y * y + z * z));
        if (r >= h) continue;
        out.density += value(r);
        if (y < 0) out.beside += value(r);
        if (r == 0) continue;
        ++out.neighbors;
        out.slope -= slope(r) * r / 3;
        if (y < 0) out.beside_slope += slope(r) * y / r;
      }
  out.beside /= out.density;
  out.beside_slope /= cubic ? out.density : out.slope;
  return out;
}

}  // namespace undine::sph
