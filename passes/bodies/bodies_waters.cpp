#include "passes/bodies/bodies_waters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/bodies/bodies_snapshot.h"

namespace undine::bodies {
namespace {

// In whole cells, two at least.
glm::vec2 knots_of(const BodyFleet::Entry& entry, const SurfaceField& f, double bodies) {
  const glm::dvec2 n(f.cells);
  const glm::dvec2 knots = glm::ceil(level_knots(entry.shadow, f.size, bodies) * n / f.size - 1e-9);
  return glm::vec2(glm::max(glm::min(knots, n), glm::min(glm::dvec2(2), n)));
}

}  // namespace

BodyWaters::BodyWaters(graph::State& state, const Scene& scene, BodyKernels& kernels)
    : state_(state), kernels_(kernels), waters_(scene.water.size()) {
  for (const BodyFleet::Entry& e : kernels_.fleet.entries) {
    if (e.water < 0) continue;
    const auto index = static_cast<std::size_t>(e.water);
    BodyWater& w = waters_[index];
    if (!w.used) w.first = e.first;
    w.count = e.first + e.count - w.first;
    w.used = true;
    w.index = e.water;
    w.name = "bodies/" + scene.water[index].name;
    const auto place = scene.water[index].settings->place();
    w.ground = ground_under(scene, place ? place->origin : glm::dvec3(0));
  }
  const std::vector<int> groups = water_groups(scene);
  for (const BodyFleet::Entry& e : kernels_.fleet.entries)
    if (e.group >= 0) let_cross(scene, e, groups);
  for (std::size_t i = 0; i < waters_.size(); ++i) find_movers(scene, i);
}

void BodyWaters::start(graph::Graph& g, std::span<Solver* const> waters, const FleetSnapshot* from) {
  measure(g, waters);
  for (std::size_t i = 0; i < waters_.size(); ++i)
    allocate(waters_[i], *waters[i], from && i < from->waters.size() ? &from->waters[i] : nullptr);
  for (std::size_t i = 0; i < waters_.size(); ++i)
    if (waters_[i].group >= 0) waters_[i].reach = reach_of(waters_[i], *waters[i]);
  for (std::size_t e = 0; e < kernels_.fleet.entries.size(); ++e) {
    BodyKind& kind = kernels_.fleet.kinds[e];
    stretch(kind, kernels_.fleet.entries[e]);
    // The water holds what such a body displaces by its earlier weights.
    if (from && from->continued[e]) kind.knots = from->kinds[*from->continued[e]].knots;
  }
}

void BodyWaters::adopt(graph::State& state) const {
  for (const BodyWater& w : waters_) {
    if (!w.continues) continue;
    state.adopt(w.before);
    if (w.motion) state.adopt(w.motion);
    if (w.columns.levels() == 0) continue;
    state.adopt(w.columns[0]);
    state.adopt(w.columns[+1]);
  }
}

void BodyWaters::let_cross(const Scene& scene, const BodyFleet::Entry& e, const std::vector<int>& groups) {
  if (const auto in = std::ranges::count(groups, e.group); in > body_most_reaches)
    throw Error(Exit::bad_input, scene.file.string() + ": /bodies",
                fmt::format("they may cross {} waters that exchange with each other", in),
                fmt::format("at most {}", body_most_reaches));
  for (std::size_t i = 0; i < waters_.size(); ++i) {
    if (groups[i] != e.group) continue;
    BodyWater& w = waters_[i];
    const std::uint32_t end = w.used ? std::max(w.first + w.count, e.first + e.count) : e.first + e.count;
    w.first = w.used ? std::min(w.first, e.first) : e.first;
    w.count = end - w.first;
    w.used = true;
    w.group = e.group;
    w.index = static_cast<int>(i);
    w.name = "bodies/" + scene.water[i].name;
    const auto place = scene.water[i].settings->place();
    w.ground = ground_under(scene, place ? place->origin : glm::dvec3(0));
  }
}

void BodyWaters::find_movers(const Scene& scene, std::size_t i) {
  BodyWater& w = waters_[i];
  const auto place = scene.water[i].settings->place();
  const auto room = scene.water[i].settings->room();
  glm::dvec3 low(-1e30), high(1e30);
  if (room) {
    low = room->low;
    high = room->high;
  } else if (place) {
    low = {place->origin.x - 0.5 * place->size.x, -1e30, place->origin.z - 0.5 * place->size.y};
    high = {place->origin.x + 0.5 * place->size.x, 1e30, place->origin.z + 0.5 * place->size.y};
  }
  w.immersed = kernels_.drives.reaches(low, high);
  if (!w.immersed || w.used) return;
  w.used = true;
  w.index = static_cast<int>(i);
  w.name = "bodies/" + scene.water[i].name;
}

std::vector<double> BodyWaters::levels() const {
  std::vector<double> levels;
  for (const BodyFleet::Entry& e : kernels_.fleet.entries)
    levels.insert(levels.end(), e.count, e.water >= 0 ? waters_[static_cast<std::size_t>(e.water)].level : 0.0);
  return levels;
}

void BodyWaters::measure(graph::Graph& g, std::span<Solver* const> waters) {
  for (std::size_t i = 0; i < waters_.size(); ++i) {
    BodyWater& w = waters_[i];
    if (!w.used) continue;
    const Ports ports = waters[i]->ports();
    w.pushes = static_cast<bool>(ports.pusher);
    if (!ports.pusher) {
      w.field = waters[i]->surface(g);
      // Under a lid (calm, over no bed) pressure is no level: it answers within the step to what bodies displace.
      if (w.field.calm && ports.hulls && !ports.hulls().bed) w.field.surface = w.field.calm;
      continue;
    }
    // No surface: the walls around the particles, and what they have done.
    w.impulses = ports.pusher().impulses;
    const ParticleSet set = *waters[i]->particles(g);
    w.field = {};
    w.field.cells = {1, 1};
    w.field.size = {set.high.x - set.low.x, set.high.z - set.low.z};
    w.field.origin = 0.5 * (set.low + set.high);
    w.spacing = set.spacing;
    if (!kernels_.terrain) w.ground = {body_ground_level, set.low.y};
  }
}

void BodyWaters::allocate(BodyWater& w, Solver& solver, const BodyWater* before) {
  if (!w.used || w.before || w.pushes) return;
  const SurfaceField& f = w.field;
  w.cells = std::uint64_t{f.cells.x} * f.cells.y;
  w.level = f.origin.y;
  w.continues = before && before->before && (before->displaceable || !solver.ports().hulls);
  if (w.continues)
    w.before = before->before;
  else
    w.before =
        state_.image(w.name + "/before", {.extent = {f.cells.x, f.cells.y, 1}, .format = graph::Format::r32_float});
  w.cell_area = f.size.x / f.cells.x * (f.size.y / f.cells.y);
  const Ports ports = solver.ports();
  w.displaceable = static_cast<bool>(ports.hulls);
  if (!ports.hulls) return;
  w.moved = ports.hulls();
  w.area = w.moved.area;
  w.near_share = w.moved.near_share;
  w.smooth = w.near_share < 1;
  if (w.moved.moved && (w.immersed || (w.moved.pushed && !w.smooth)))
    w.motion = w.continues ? before->motion : state_.buffer(w.name + "/motion", {.bytes = 16 * w.cells});
  double covered = 0;
  w.displacing = 0;
  for (const BodyFleet::Entry& e : kernels_.fleet.entries) {
    if (e.group >= 0 || e.water != w.index || !e.displaces) continue;
    w.displacing += e.count;
    covered += e.count * e.shadow.area / w.area;
  }
  w.rounds = covered > 0.8 ? 4 : covered > 0.6 ? 2 : 1;  // the more of the water they cover, the more they share
  const auto stays = [&](const BodyFleet::Entry& e) { return e.group < 0 && e.water == w.index; };
  if (w.smooth && !w.immersed && std::ranges::none_of(kernels_.fleet.entries, stays)) w.displaceable = false;
  if (!w.displaceable) return;
  w.columns =
      w.continues ? before->columns : graph::History(state_, w.name + "/columns", {.bytes = (w.cells + 4) / 4 * 16}, 2);
}

BodyReach BodyWaters::reach_of(const BodyWater& w, Solver& solver) const {
  const glm::dvec3& anchor = kernels_.fleet.anchor;
  const glm::dvec2 middle(w.field.origin.x - anchor.x, w.field.origin.z - anchor.z);
  BodyReach out{.low = glm::vec2(middle - 0.5 * w.field.size),
                .high = glm::vec2(middle + 0.5 * w.field.size),
                .floor = -1e30f,
                .grid = !w.pushes,
                .walls = glm::ivec4(w.pushes)};
  const Ports ports = solver.ports();
  const Displaceable moved = ports.hulls ? ports.hulls() : Displaceable{};
  if (!kernels_.terrain && moved.bed)
    out.floor = static_cast<float>(moved.bed_level - anchor.y);
  else if (w.ground.kind == body_ground_level)
    out.floor = static_cast<float>(w.ground.level - anchor.y);
  if (ports.grid) {
    const GridPort port = ports.grid();
    for (int side = 0; side < 4; ++side) out.walls[side] = port.walls[side];
  }
  return out;
}

std::vector<std::optional<StartBorder>> BodyWaters::borders() const {
  std::vector<std::optional<StartBorder>> out;
  for (const BodyFleet::Entry& e : kernels_.fleet.entries) {
    out.emplace_back();
    if (e.water < 0) continue;
    const BodyWater& w = waters_[static_cast<std::size_t>(e.water)];
    const SurfaceField& f = w.field;
    out.back() = {.name = w.name.substr(w.name.find('/') + 1),
                  .middle = f.origin - kernels_.fleet.anchor,
                  .size = f.size,
                  .wraps = {f.periodic_x, f.periodic_z},
                  .walls = e.group < 0,
                  .fits = w.smooth && e.displaces};
  }
  return out;
}

void BodyWaters::stretch(BodyKind& kind, const BodyFleet::Entry& entry) const {
  kind.spreads = 0;
  kind.knots = glm::vec2(0);
  if (entry.water < 0 || !entry.displaces) return;
  const BodyWater& w = waters_[static_cast<std::size_t>(entry.water)];
  const SurfaceField& f = w.field;
  if (w.smooth)
    kind.knots = knots_of(entry, f, w.displacing);
  else
    kind.spreads = 1;
}

}  // namespace undine::bodies
