#include "passes/sph/sph_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/gtc/quaternion.hpp>

#include "engine/core/error.h"
#include "engine/scene/scene.h"
#include "passes/bodies/bodies_fleet.h"
#include "passes/solids/near.h"
#include "passes/sph/sph_closures.h"
#include "passes/sph/sph_params.h"

namespace undine::sph {
namespace {

constexpr std::uint32_t most_among = 64;

double away_from(const SphBody& b, const glm::dvec3& x) {
  const glm::dquat q(static_cast<double>(b.rotation.w), static_cast<double>(b.rotation.x),
                     static_cast<double>(b.rotation.y), static_cast<double>(b.rotation.z));
  const glm::dvec3 half(b.half_size);
  glm::dvec3 p = glm::conjugate(q) * (x - glm::dvec3(b.position)) - glm::dvec3(b.middle);
  if (b.shape == bodies::body_proxy_sphere || b.shape == bodies::body_proxy_capsule) {
    const double straight = half.y - half.x;
    p.y -= std::clamp(p.y, -straight, straight);
    return glm::length(p) - half.x;
  }
  if (b.shape == bodies::body_proxy_cylinder) return std::max(std::hypot(p.x, p.z) - half.x, std::abs(p.y) - half.y);
  const glm::dvec3 d = glm::abs(p) - half;
  return std::max({d.x, d.y, d.z});
}

bool near(const SphBody& b, const glm::vec4& place, double reach) {
  return glm::distance(glm::dvec3(place), glm::dvec3(b.position)) < static_cast<double>(b.radius) + reach;
}

// Part of a particle's cube that is in a body.
double covered(const SphBody& b, const glm::dvec3& x, double spacing) {
  constexpr int parts = 8;
  int in = 0;
  for (int k = 0; k < parts * parts * parts; ++k) {
    const glm::dvec3 at(k % parts, k / parts % parts, k / (parts * parts));
    in += away_from(b, x + spacing * ((at + 0.5) / static_cast<double>(parts) - 0.5)) < 0;
  }
  return in / std::pow(parts, 3);
}

// Distance from a body up to which particles are left out, so that their volume is what it displaces; those that lie
// equally far off go or stay together.
double clearance(const SphBody& b, const std::vector<glm::vec4>& places, double spacing) {
  std::vector<double> distances;
  double displaced = 0;
  for (const glm::vec4& place : places) {
    if (!near(b, place, spacing)) continue;
    const double away = away_from(b, glm::dvec3(place));
    if (away > spacing) continue;
    displaced += away < -spacing ? 1 : covered(b, glm::dvec3(place), spacing);
    distances.push_back(away);
  }
  std::ranges::sort(distances);
  double best = 0, least = 1e30;
  const auto consider = [&](double limit, double count) {
    if (std::abs(count - displaced) >= least) return;
    least = std::abs(count - displaced);
    best = limit;
  };
  const double deepest = -0.25 * spacing, same = 1e-5 * spacing;
  for (std::size_t i = 0; i < distances.size(); ++i)
    if (distances[i] >= deepest && (i == 0 || distances[i] - distances[i - 1] > same))
      consider(distances[i] - 0.5 * same, static_cast<double>(i));
  return best;
}

}  // namespace

SphBodies::SphBodies(const SceneContext& context, double gravity, double spacing) {
  params_.gravity = static_cast<float>(gravity);
  if (context.scene && (!context.scene->bodies.empty() || bodies::any_moves(*context.scene))) {
    const Scene& scene = *context.scene;
    bodies::BodyFleet fleet = bodies::make_fleet(scene);
    const auto own = std::ranges::find(scene.water, context.name, &WaterEntry::name) - scene.water.begin();
    const std::vector<int> groups = bodies::water_groups(scene);
    for (std::size_t e = 0; e < fleet.entries.size(); ++e) {
      const bodies::BodyFleet::Entry& entry = fleet.entries[e];
      if (entry.group >= 0 ? entry.group != groups[static_cast<std::size_t>(own)] : entry.water != own) continue;
      if (first_.empty()) params_.first = entry.first;
      const bodies::BodyKind& kind = fleet.kinds[e];
      const Closure closure = closure_of(fleet, e, spacing);
      if (entry.first != params_.first + first_.size())
        throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}", scene.file.string(), e),
                    fmt::format("the list mixes bodies of \"{}\" with bodies of another water", context.name),
                    "all bodies of one water of particles in consecutive entries");
      for (std::uint32_t i = 0; i < entry.count; ++i) {
        const bodies::BodyState& s = fleet.states[entry.first + i];
        first_.push_back({.position = s.position,
                          .rotation = s.rotation,
                          .middle = kind.middle,
                          .half_size = kind.half_size,
                          .radius = kind.radius,
                          .mass = kind.mass,
                          .shape = kind.proxy,
                          .displaced = static_cast<float>(closure.displaced),
                          .added = glm::vec3(closure.added),
                          .drag = glm::vec3(closure.drag),
                          .wide = static_cast<float>(closure.wide),
                          .beside = static_cast<float>(closure.beside),
                          .room = static_cast<float>(closure.room)});
      }
    }
    params_.own = static_cast<std::uint32_t>(first_.size());
    params_.movers = fleet.floating;
    const bool known = own < std::ssize(scene.water);
    const auto room = known ? scene.water[static_cast<std::size_t>(own)].settings->room() : std::nullopt;
    const auto comes_in = [&](const bodies::Mover& m) {
      return m.solid && (!room || (glm::all(glm::lessThanEqual(m.low, room->high)) &&
                                   glm::all(glm::greaterThanEqual(m.high, room->low))));
    };
    if (std::ranges::any_of(fleet.movers, comes_in)) movers_ = std::move(fleet.movers);
    params_.count = params_.own + static_cast<std::uint32_t>(movers_.size());
    if (params_.count > most_among)
      throw Error(Exit::bad_input, scene.file.string() + ": /bodies",
                  fmt::format("{} bodies in the water \"{}\"", params_.count, context.name),
                  fmt::format("at most {} among particles", most_among));
  }
}

void SphBodies::reserve(graph::State& state, const std::string& owner, bool solves) {
  const std::uint64_t room = params_.count;
  if (!any()) return;
  bodies_ = state.buffer(owner + "/bodies", {.bytes = room * sizeof(SphBody)});
  if (std::ranges::any_of(first_, [](const SphBody& b) { return b.displaced > 0; }))
    background_ = state.buffer(owner + "/background", {.bytes = room * sizeof(SphBackground)});
  hits_ = state.buffer(owner + "/hits", {.bytes = room * sizeof(bodies::BodyPush)});
  if (solves) responses_ = state.buffer(owner + "/responses", {.bytes = 3 * room * sizeof(bodies::BodyPush)});
  pushes_ = state.buffer(owner + "/pushes", {.bytes = room * sizeof(bodies::BodyPush)});
}

std::vector<bool> SphBodies::inside(const std::vector<glm::vec4>& places, double beside, double spacing) const {
  std::vector<bool> out(places.size(), false);
  for (const bodies::Mover& m : movers_) {
    if (!m.solid) continue;
    for (std::size_t i = 0; i < places.size(); ++i) out[i] = out[i] || m.inside(glm::dvec3(places[i]), 0);
    if (beside > 0)
      for (const solids::Solid& s : m.placed_at(0)) solids::mark_near(s, places, beside, out);
  }
  for (const SphBody& b : first_) {
    const double limit = b.mass > 0 && spacing > 0 ? clearance(b, places, spacing) : 0;
    for (std::size_t i = 0; i < places.size() && b.mass > 0; ++i)
      if (near(b, places[i], std::max(limit, 0.0))) out[i] = out[i] || away_from(b, glm::dvec3(places[i])) < limit;
  }
  return out;
}

void SphBodies::put_beside(std::vector<glm::vec4>& places, double spacing) const {
  constexpr double gap = 0.25;  // in spacings: packing finds the rest
  for (const SphBody& b : first_)
    for (glm::vec4& place : places) {
      if (b.mass <= 0 || !near(b, place, gap * spacing)) continue;
      const glm::dvec3 x(place);
      const double away = away_from(b, x), e = 1e-4 * spacing;
      if (away >= gap * spacing) continue;
      glm::dvec3 slope;
      for (int a = 0; a < 3; ++a) {
        glm::dvec3 step(0);
        step[a] = e;
        slope[a] = away_from(b, x + step) - away_from(b, x - step);
      }
      if (glm::length(slope) > 0)
        place = glm::vec4(glm::vec3(x + (gap * spacing - away) * glm::normalize(slope)), place.w);
    }
}

void SphBodies::start(graph::Graph& g) const {
  if (background_) g.clear("clear_background", background_);
  if (!any()) return;
  std::vector<SphBody> all = first_;
  all.resize(params_.count);
  g.upload("fill_bodies", bodies_, all);
}

void SphBodies::begin(graph::Graph& g) const {
  if (!any()) return;
  g.compute("begin_bodies", "sph/bodies_begin.comp")
      .read("states", pushed_.states)
      .read("kinds", pushed_.kinds)
      .read("records", pushed_.records)
      .modify("bodies", bodies_)
      .write("hits", hits_)
      .write("pushes", pushes_)
      .optional("responses", responses_, graph::Verb::write)
      .params(params_)
      .over({params_.count, 1, 1});
}

void SphBodies::move(graph::Graph& g, graph::Buffer control, graph::Buffer position, graph::Buffer velocity) const {
  if (!any()) return;
  constexpr auto finish_at = offsetof(SphControl, for_finish);
  if (background_)
    g.compute("background", "sph/background.comp")
        .read("position", position)
        .read("velocity", velocity)
        .read("control", control)
        .read("bodies", bodies_)
        .accumulate("background", background_)
        .params(params_)
        .indirect(control, finish_at);
  g.compute("push_bodies", "sph/bodies_move.comp")
      .read("control", control)
      .modify("bodies", bodies_)
      .modify("hits", hits_)
      .modify("pushes", pushes_)
      .optional("responses", responses_, graph::Verb::write)
      .optional("background", background_, graph::Verb::modify)
      .params(params_)
      .indirect(control, finish_at);
  if (background_)
    g.compute("lead_water", "sph/lead.comp")
        .read("position", position)
        .modify("velocity", velocity)
        .read("control", control)
        .read("bodies", bodies_)
        .read("background", background_)
        .params(params_)
        .indirect(control, finish_at);
}

}  // namespace undine::sph
