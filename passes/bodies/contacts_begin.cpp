
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "engine/core/log.h"
#include "passes/bodies/bodies_rest.h"
#include "passes/grid/heightmap.h"

namespace undine::bodies {
namespace {

constexpr double counts = 0.02;  // of the thinner one's extent
constexpr std::size_t most_lines = 8;

struct Placed {
  std::string name;
  const BodyKind* kind = nullptr;
  glm::dvec3 position{0};
  glm::dmat3 axes{1};
  ContactKind parts;
};

Placed placed_body(const Scene& scene, const BodyFleet& fleet, std::size_t i) {
  const BodyState& s = fleet.states[i];
  const std::uint32_t kind = fleet.records[i].kind;
  Placed p{
      .kind = &fleet.kinds[kind], .position = fleet.anchor + glm::dvec3(s.position), .parts = fleet.shapes.kinds[kind]};
  const glm::dvec4 q(s.rotation);
  p.axes = glm::mat3_cast(glm::dquat(q.w, q.x, q.y, q.z));
  if (i >= fleet.floating) {
    const std::size_t at = i - fleet.floating, moving = fleet.movers.size();
    p.name = fmt::format("/meshes/{}", at < moving ? fleet.movers[at].mesh : fleet.fixtures[at - moving].mesh);
  } else if (!scene.bodies[kind].name.empty()) {
    p.name = fmt::format("/bodies/{} ({})", kind, scene.bodies[kind].name);
  } else {
    p.name = fmt::format("/bodies/{}", kind);
  }
  if (i < fleet.floating && scene.bodies[kind].count > 1)
    p.name += fmt::format(", number {}", i - fleet.entries[kind].first);
  return p;
}

std::vector<Placed> placed_bodies(const Scene& scene, const BodyFleet& fleet) {
  std::vector<Placed> out;
  for (std::size_t i = 0; i < fleet.states.size(); ++i) out.push_back(placed_body(scene, fleet, i));
  return out;
}

double reach(const BodyFleet& fleet, const Placed& p, const ContactPart& part, const glm::dvec3& d) {
  double most = -1e300;
  for (std::uint32_t i = 0; i < part.points; ++i) {
    const glm::dvec3 own = glm::dvec3(part.center) + glm::dvec3(fleet.shapes.points[part.first_point + i]);
    most = std::max(most, glm::dot(p.position + p.axes * own, d));
  }
  return most + static_cast<double>(part.rounding);
}

// Overlap of two convex parts, along the normals of their faces and between their middles.
double overlap(const BodyFleet& fleet, const Placed& a, const ContactPart& pa, const Placed& b, const ContactPart& pb) {
  double least = 1e300;
  const auto try_axis = [&](const glm::dvec3& n) {
    least = std::min(least, reach(fleet, a, pa, n) + reach(fleet, b, pb, -n));
  };
  for (std::uint32_t f = 0; f < pa.faces; ++f)
    try_axis(a.axes * glm::dvec3(fleet.shapes.faces[pa.first_face + f].normal));
  for (std::uint32_t f = 0; f < pb.faces; ++f)
    try_axis(-(b.axes * glm::dvec3(fleet.shapes.faces[pb.first_face + f].normal)));
  const glm::dvec3 off = b.position + b.axes * glm::dvec3(pb.center) - a.position - a.axes * glm::dvec3(pa.center);
  try_axis(glm::length(off) > 1e-9 ? glm::normalize(off) : glm::dvec3(0, 1, 0));
  for (int k = 0; k < 9 && pa.points > 1 && pb.points > 1; ++k) {
    const glm::dvec3 n = glm::cross(a.axes[k / 3], b.axes[k % 3]);
    if (glm::length(n) > 1e-3) try_axis(glm::normalize(glm::dot(n, off) < 0 ? -n : n));
  }
  return least;
}

double thickness(const BodyKind& k) {
  return 2 * static_cast<double>(std::min({k.half_size.x, k.half_size.y, k.half_size.z}));
}

double overlap(const BodyFleet& fleet, const Placed& a, const Placed& b) {
  const double apart = glm::distance(a.position, b.position);
  if (apart > static_cast<double>(a.kind->radius) + static_cast<double>(b.kind->radius)) return 0;
  double most = 0;
  for (std::uint32_t i = 0; i < a.parts.parts; ++i)
    for (std::uint32_t j = 0; j < b.parts.parts; ++j) {
      const ContactPart &pa = fleet.shapes.parts[a.parts.first_part + i],
                        &pb = fleet.shapes.parts[b.parts.first_part + j];
      if (pa.shape == contact_hull && pb.shape == contact_hull) most = std::max(most, overlap(fleet, a, pa, b, pb));
    }
  return most > counts * std::min(thickness(*a.kind), thickness(*b.kind)) ? most : 0;
}

// Pairs whose spheres may meet: bodies in the order of x.
template <class Found>
void for_near_pairs(const std::vector<Placed>& all, std::size_t floating, Found&& found) {
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto low = [&](std::size_t i) { return all[i].position.x - static_cast<double>(all[i].kind->radius); };
  std::ranges::stable_sort(order, {}, low);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const auto [a, b] = std::minmax(order[i], order[j]);
      if (low(order[j]) > all[order[i]].position.x + static_cast<double>(all[order[i]].kind->radius)) break;
      if (a < floating) found(a, b);
    }
}

double below_terrain(const Scene& scene, const Placed& p) {
  if (!scene.terrain || scene.terrain->nx < 2 || scene.terrain->nz < 2) return 0;
  const double height = grid::terrain_height(*scene.terrain, p.position.x, p.position.z);
  return std::max(height - p.position.y, 0.0);
}

// Moves one body of a scatter to a free place within the rectangle of the scatter.
void place_again(const Scene& scene, BodyFleet& fleet, std::vector<Placed>& all, std::size_t i,
                 std::uint32_t attempts) {
  const std::uint32_t entry = fleet.records[i].kind, first = fleet.entries[entry].first;
  const BodyState before = fleet.states[i];
  glm::vec3 low = before.position, high = low;
  for (std::size_t k = first; k < first + scene.bodies[entry].count; ++k) {
    low = glm::min(low, fleet.states[k].position);
    high = glm::max(high, fleet.states[k].position);
  }
  const auto number = static_cast<std::uint32_t>(i) - first;
  for (std::uint32_t attempt = 1; attempt <= attempts; ++attempt) {
    glm::vec3 place = first_state(scene, entry, number, fleet.anchor, attempt).position;
    place.y = before.position.y;
    if (place != glm::clamp(place, low, high)) continue;
    fleet.states[i].position = place;
    put_on_terrain(scene, fleet, i);
    all[i] = placed_body(scene, fleet, i);
    bool is_free = below_terrain(scene, all[i]) <= 0;
    for (std::size_t other = 0; other < all.size() && is_free; ++other)
      is_free = other == i || overlap(fleet, all[other], all[i]) <= 0;
    if (is_free) return;
  }
  fleet.states[i] = before;
  all[i] = placed_body(scene, fleet, i);
}

}  // namespace

void separate_scattered(const Scene& scene, BodyFleet& fleet) {
  std::vector<Placed> all = placed_bodies(scene, fleet);
  const auto is_jittered = [&](std::size_t i) {
    if (i >= fleet.floating || fleet.continues(i)) return false;
    const BodySettings& s = scene.bodies[fleet.records[i].kind];
    return s.count > 1 && s.grid.jitter > 0;
  };
  std::vector<std::size_t> moved;
  for_near_pairs(all, fleet.floating, [&](std::size_t a, std::size_t b) {
    const bool later = is_jittered(b);
    if (!later && !is_jittered(a)) return;
    if (overlap(fleet, all[a], all[b]) > 0) moved.push_back(later ? b : a);
  });
  std::ranges::sort(moved);
  moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
  // Attempts are fewer where many bodies would have to be compared with many: 2e8 comparisons at most.
  const std::size_t comparisons = std::max<std::size_t>(all.size() * moved.size(), 1);
  const auto attempts = static_cast<std::uint32_t>(std::min<std::size_t>(200'000'000 / comparisons, 256));
  for (const std::size_t i : moved) place_again(scene, fleet, all, i, attempts);
}

void warn_of_overlaps(const Scene& scene, const BodyFleet& fleet) {
  std::vector<std::string> lines;
  const std::vector<Placed> all = placed_bodies(scene, fleet);
  for_near_pairs(all, fleet.floating, [&](std::size_t a, std::size_t b) {
    if (fleet.continues(a) && fleet.continues(b)) return;
    if (const double depth = overlap(fleet, all[a], all[b]); depth > 0)
      lines.push_back(fmt::format("{} begins {:.3g} m inside of {}", all[a].name, depth, all[b].name));
  });
  for (std::size_t i = 0; i < fleet.floating; ++i) {
    if (const double depth = fleet.continues(i) ? 0 : below_terrain(scene, all[i]); depth > 0)
      lines.push_back(fmt::format("the center of {} begins {:.3g} m below the terrain", all[i].name, depth));
  }
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
    log::warning("{}: {}; it is pushed out at up to {} m/s", scene.file.string(), lines[i], contact_recovery_speed);
  if (lines.size() > most_lines)
    log::warning("{}: {} more bodies begin inside of others or of the ground", scene.file.string(),
                 lines.size() - most_lines);
}

}  // namespace undine::bodies
