#include "passes/bodies/bodies_start.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "engine/core/error.h"
#include "engine/core/log.h"

namespace undine::bodies {
namespace {

struct Reach {  // of a hull from its center of mass, along the world's axes
  glm::dvec3 low{1e300}, high{-1e300};
};

glm::dquat rotation_of(const BodyState& s) {
  return {static_cast<double>(s.rotation.w), static_cast<double>(s.rotation.x), static_cast<double>(s.rotation.y),
          static_cast<double>(s.rotation.z)};
}

Reach reach_of(const BodyFleet& fleet, const BodyKind& kind, const BodyState& s) {
  const glm::dmat3 axes = glm::mat3_cast(rotation_of(s));
  Reach out;
  for (std::uint32_t i = 0; i < kind.vertices; ++i) {
    const glm::dvec3 p = axes * glm::dvec3(fleet.points[kind.first_vertex + i]);
    out.low = glm::min(out.low, p);
    out.high = glm::max(out.high, p);
  }
  return out;
}

// Moves a body that crosses the border back inside. Returns the distance.
glm::dvec2 move_in(BodyState& s, BodyRecord& record, const Reach& reach, const StartBorder& border) {
  constexpr double slop = 0.002;  // of contacts, m
  glm::dvec2 moved(0);
  for (int a = 0; a < 2; ++a) {
    const int axis = 2 * a;
    if (border.wraps[a] || (record.wider & (1u << a)) != 0) continue;
    const double at = static_cast<double>(s.position[axis]) - border.middle[axis], half = 0.5 * border.size[a];
    const double below = -half - (at + reach.low[axis]), above = at + reach.high[axis] - half;
    if (below > slop) moved[a] = below;
    if (above > slop) moved[a] = -above;
    s.position[axis] += static_cast<float>(moved[a]);
  }
  return moved;
}

bool holds_center(const BodyState& s, const StartBorder& border) {
  for (int a = 0; a < 2; ++a) {
    const double at = static_cast<double>(s.position[2 * a]) - border.middle[2 * a];
    if (!border.wraps[a] && std::abs(at) > 0.5 * border.size[a] * (1 + 1e-6)) return false;
  }
  return true;
}

// Bits of the axes along which it is wider than its water.
std::uint32_t wider_than(const Reach& reach, const StartBorder& border) {
  std::uint32_t out = 0;
  for (int a = 0; a < 2; ++a)
    if (!border.wraps[a] && reach.high[2 * a] - reach.low[2 * a] > border.size[a] * (1 + 1e-6)) out |= 1u << a;
  return out;
}

// Bits of the basins of a body that are under a level.
std::uint32_t flooded_basins(const BodyFleet& fleet, const BodyKind& kind, const std::vector<RimEdge>& rims,
                             const BodyState& s, double level) {
  const glm::dmat3 axes = glm::mat3_cast(rotation_of(s));
  const auto submerged = [&](unsigned p) {
    const glm::dvec3 r = axes * glm::dvec3(fleet.points[kind.first_vertex + p]);
    return static_cast<double>(s.position.y) + r.y < level;
  };
  std::uint32_t wet = 1;  // bit 0: outside
  for (std::uint32_t round = 0; round < kind.basins; ++round)
    for (const RimEdge& e : rims)
      if (((wet >> e.from) & 1u) != ((wet >> e.into) & 1u) && submerged(e.a) && submerged(e.b))
        wet |= 1u << e.from | 1u << e.into;
  return wet >> 1;
}

}  // namespace

void settle(BodyFleet& fleet, const std::string& file, const std::vector<std::optional<StartBorder>>& borders) {
  for (std::size_t e = 0; e < fleet.entries.size(); ++e) {
    const BodyFleet::Entry& entry = fleet.entries[e];
    if (!borders[e] || fleet.continues(entry.first)) continue;
    const StartBorder& border = *borders[e];
    const BodyKind& kind = fleet.kinds[e];
    std::uint32_t moved = 0;
    double farthest = 0;
    for (std::uint32_t i = entry.first; i < entry.first + entry.count; ++i) {
      BodyState& s = fleet.states[i];
      const Reach reach = reach_of(fleet, kind, s);
      if (border.walls && holds_center(s, border)) {
        fleet.records[i].wider = wider_than(reach, border);
        if (fleet.records[i].wider != 0 && border.fits)
          throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}", file, e),
                      fmt::format("it reaches over {:.4g} x {:.4g} m, the water \"{}\" over {:.4g} x {:.4g} m",
                                  reach.high.x - reach.low.x, reach.high.z - reach.low.z, border.name, border.size.x,
                                  border.size.y),
                      "a body that fits into its water, or one that starts beside it");
        const double way = glm::length(move_in(s, fleet.records[i], reach, border));
        moved += way > 0;
        farthest = std::max(farthest, way);
      }
      s.flooded = flooded_basins(fleet, kind, entry.rims, s, border.middle.y);
    }
    if (moved > 0)
      log::warning(
          "{}: /bodies/{}: {} of {} reach over the border of the water \"{}\": they start up to {:.3g} m farther in",
          file, e, moved, entry.count, border.name, farthest);
  }
}

}  // namespace undine::bodies
