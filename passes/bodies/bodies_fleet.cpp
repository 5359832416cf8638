#include "passes/bodies/bodies_fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>

#include "engine/core/hash.h"
#include "engine/core/log.h"
#include "engine/core/round.h"
#include "engine/scene/scene_error.h"
#include "passes/bodies/bodies_limits.h"
#include "passes/bodies/bodies_rest.h"
#include "passes/bodies/bodies_snapshot.h"
#include "passes/bodies/contacts_begin.h"
#include "passes/models/gltf.h"
#include "passes/solids/placement.h"

namespace undine::bodies {
namespace {

// Uniform in [0, 1), a pure function of its arguments.
double random(std::uint64_t seed, std::size_t entry, std::uint32_t body, std::uint64_t what) {
  Hash hash;
  for (std::uint64_t word : {seed, std::uint64_t{entry}, std::uint64_t{body}, what}) hash.word(word);
  return static_cast<double>(hash.value() >> 11) * 0x1p-53;
}

// The world's y axis in a body's axes, at the start.
glm::dvec3 upwards(const BodySettings& s) { return glm::conjugate(turn_of(s.rotation)) * glm::dvec3(0, 1, 0); }

Hull load_hull(const Scene& scene, const BodySettings& s, std::size_t index) {
  if (s.shape != BodySettings::Shape::mesh) return make_hull(s);
  const std::string setting = fmt::format("/bodies/{}/gltf", index);
  solids::GltfModel model;
  try {
    model = solids::load_gltf(s.gltf, solids::model_part(scene, s.gltf, s.node));
  } catch (const Error& e) {
    throw at_setting(scene, setting, e);
  }
  std::vector<solids::TriangleMesh> parts;
  for (solids::GltfPart& part : model.parts) parts.push_back(std::move(part.mesh));
  const std::string where = scene.file.string() + ": " + setting + ": " + s.gltf.filename().string();
  std::vector<std::string> messages;
  Hull hull = make_vessel(parts, s.scale, where, upwards(s), messages);
  for (const std::string& message : messages) log::warning("{}: {}", where, message);
  return hull;
}

// Rows of the buffer of facets that describe a hull's basins.
void add_basins(BodyFleet& fleet, BodyKind& kind, const Hull& hull) {
  kind.basins = static_cast<std::uint32_t>(hull.basins.size());
  kind.rims = static_cast<std::uint32_t>(hull.rims.size());
  for (const Basin& b : hull.basins) fleet.facets.push_back({b.begin, b.end, 0});
  for (const RimEdge& e : hull.rims) fleet.facets.push_back({e.a, e.b, e.from | e.into << 8});
}

// The water that is named, or the first one that holds the place, or the nearest one.
int water_of(const Scene& scene, const BodySettings& s) {
  int nearest = -1;
  double least = 1e300;
  for (std::size_t i = 0; i < scene.water.size(); ++i) {
    const int index = static_cast<int>(i);
    if (scene.water[i].name == s.water) return index;
    const auto place = scene.water[i].settings->place();
    const auto room = scene.water[i].settings->room();
    if (s.water.empty() && room && room->holds(s.position)) return index;
    if (!s.water.empty() || !place) continue;
    const glm::dvec2 off(s.position.x - place->origin.x, s.position.z - place->origin.z);
    const double away = glm::length(glm::max(glm::abs(off) - 0.5 * place->size, 0.0));
    if (away <= 0) return index;
    if (away >= least) continue;
    least = away;
    nearest = index;
  }
  return nearest;
}

// Sets the live values of a kind: masses, resistance and thrust. inertia: of unit density.
void tune(BodyKind& k, const BodySettings& s, double volume, const glm::dmat3& unit_inertia) {
  const double mass = s.mass > 0 ? s.mass : s.density * volume;
  const glm::dmat3 inertia = unit_inertia * (mass / volume);
  k.inertia = glm::mat3(inertia);
  k.inverse_inertia = glm::mat3(glm::inverse(inertia));
  k.mass = static_cast<float>(mass);
  k.added_mass = static_cast<float>(s.added_mass) * body_water_density;
  k.drag_normal = static_cast<float>(s.drag.normal);
  k.drag_tangential = static_cast<float>(s.drag.tangential);
  k.creep = static_cast<float>(s.drag.creep);
  k.thrust = static_cast<float>(s.thrust);
  k.friction = static_cast<float>(s.friction);
  k.restitution = static_cast<float>(s.restitution);
}

BodyKind make_kind(const BodySettings& s, const Hull& hull) {
  BodyKind k{};
  tune(k, s, hull.volume, hull.inertia);
  glm::dvec3 low(1e30), high(-1e30);
  double radius = 0;
  for (const glm::dvec3& p : hull.points) {
    low = glm::min(low, p - s.ballast);
    high = glm::max(high, p - s.ballast);
    radius = std::max(radius, glm::length(p - s.ballast));
  }
  k.radius = static_cast<float>(radius);
  k.middle = glm::vec3(0.5 * (low + high));
  k.half_size = glm::vec3(0.5 * (high - low));
  const auto round = [&](int proxy, double along) {
    k.proxy = proxy;
    k.half_size = glm::vec3(glm::dvec3(s.radius, along, s.radius));
  };
  if (s.shape == BodySettings::Shape::sphere) round(body_proxy_sphere, s.radius);
  if (s.shape == BodySettings::Shape::cylinder) round(body_proxy_cylinder, s.length / 2);
  if (s.shape == BodySettings::Shape::capsule) round(body_proxy_capsule, s.length / 2);
  return k;
}

// A mesh that is met as it moves or stands: its state, its kind and the corners that touch other things.
void add_mover(BodyFleet& fleet, const Scene& scene, const Mover& m) {
  const auto is_field = [](const BodyKind& k) { return (k.proxy & body_proxy_shape) == body_proxy_field; };
  const auto fields = static_cast<int>(std::ranges::count_if(fleet.kinds, is_field));
  BodyKind kind = kind_of(m, scene.meshes[m.mesh], fields);
  kind.first_vertex = static_cast<std::uint32_t>(fleet.points.size());
  kind.first_facet = static_cast<std::uint32_t>(fleet.facets.size());
  for (const solids::Solid& s : m.surfaces)
    for (const glm::dvec3& p : s.points) fleet.points.push_back(glm::vec3(p));
  kind.vertices = static_cast<std::uint32_t>(fleet.points.size()) - kind.first_vertex;
  fleet.records.push_back({static_cast<std::uint32_t>(fleet.kinds.size()), fleet.scratch_points, 0});
  fleet.shapes.add_mesh(m, scene.meshes[m.mesh], kind);
  fleet.kinds.push_back(kind);
  fleet.states.push_back(m.state_at(0, scene.clock.step, fleet.anchor));
}

// The moorings of all bodies, from their states at the start.
void add_lines(BodyFleet& fleet, const Scene& scene) {
  for (std::size_t e = 0; e < scene.bodies.size(); ++e)
    for (const BodyMooring& m : scene.bodies[e].moorings) {
      if (fleet.lines.size() == body_most_lines)
        throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}/moorings", scene.file.string(), e),
                    "the scene has more moorings than it may", fmt::format("at most {}", body_most_lines));
      const std::uint32_t other = m.body.empty() ? body_none : body_called(scene, fleet, m.body, e);
      fleet.lines.push_back(line_of(fleet, m, fleet.entries[e].first, other));
    }
}

// The origin where all bodies are near it, else their middle, in whole meters.
glm::dvec3 anchor_of(const Scene& scene) {
  constexpr double near = 512;
  glm::dvec3 low(1e300), high(-1e300);
  for (const BodySettings& s : scene.bodies) {
    low = glm::min(low, s.position);
    high = glm::max(high, s.position);
  }
  if (low.x > high.x || glm::all(glm::lessThan(glm::max(-low, high), glm::dvec3(near)))) return glm::dvec3(0);
  const glm::dvec3 anchor = glm::round(0.5 * (low + high));
  for (std::size_t e = 0; e < scene.bodies.size(); ++e)
    if (const double away = glm::distance(scene.bodies[e].position, anchor); away > farthest_body)
      throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}/position", scene.file.string(), e),
                  fmt::format("it is {:.6g} m from the middle of all bodies", away),
                  fmt::format("at most {} m: single precision has no millimeters beyond", farthest_body));
  return anchor;
}

// The anchor stays, so that positions keep their bytes.
glm::dvec3 anchor_kept(const Scene& scene, const FleetSnapshot& from) {
  for (std::size_t e = 0; e < scene.bodies.size(); ++e)
    if (const double away = glm::distance(scene.bodies[e].position, from.anchor);
        !from.continued.at(e) && away > farthest_body)
      throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}/position", scene.file.string(), e),
                  fmt::format("it is {:.6g} m from the other bodies", away),
                  fmt::format("at most {} m: single precision has no millimeters beyond", farthest_body));
  return from.anchor;
}

}  // namespace

std::vector<int> water_groups(const Scene& scene) {
  std::vector<int> group(scene.water.size(), -1);
  const auto index = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(scene.water, name, &WaterEntry::name) - scene.water.begin());
  };
  int next = 0;
  for (const CouplingSettings& e : scene.exchanges) {
    const std::size_t from = index(e.from), to = index(e.to);
    if (from >= group.size() || to >= group.size()) continue;
    const int joined = next++;
    const int before[2] = {group[from], group[to]};
    group[from] = group[to] = joined;
    for (int& g : group)
      if (g >= 0 && (g == before[0] || g == before[1])) g = joined;
  }
  return group;
}

std::uint32_t body_called(const Scene& scene, const BodyFleet& fleet, const std::string& name, std::size_t e) {
  const auto at = std::ranges::find(scene.bodies, name, &BodySettings::name);
  const std::string where = fmt::format("{}: /bodies/{}/moorings", scene.file.string(), e);
  if (at == scene.bodies.end())
    throw Error(Exit::bad_input, where, fmt::format("no body is called \"{}\"", name), "the \"name\" of another body");
  const auto other = static_cast<std::size_t>(at - scene.bodies.begin());
  if (other == e) throw Error(Exit::bad_input, where, "a line ends at its own body", "the \"name\" of another body");
  if (at->count > 1)
    throw Error(Exit::bad_input, where, fmt::format("{} bodies are called \"{}\"", at->count, name),
                "a body with \"count\" 1");
  return fleet.entries[other].first;
}

BodyLine line_of(const BodyFleet& fleet, const BodyMooring& mooring, std::uint32_t body, std::uint32_t other) {
  const auto end_on = [&](std::uint32_t i, const glm::dvec3& at) {
    const BodyState& s = fleet.states[i];
    return glm::dvec3(s.position) + glm::dquat(s.rotation.w, s.rotation.x, s.rotation.y, s.rotation.z) * at;
  };
  const glm::dvec3 to = other == body_none ? mooring.to - fleet.anchor : mooring.to;
  const double apart = glm::distance(end_on(body, mooring.at), other == body_none ? to : end_on(other, to));
  return {.at = glm::vec3(mooring.at),
          .rest = static_cast<float>(mooring.length < 0 ? apart : mooring.length),
          .to = glm::vec3(to),
          .stiffness = static_cast<float>(mooring.stiffness),
          .damping = static_cast<float>(mooring.damping),
          .body = body,
          .other = other,
          .pushes = mooring.pushes ? 1u : 0u};
}

std::optional<std::uint32_t> add_line(BodyFleet& fleet, const BodyLine& line) {
  auto free = std::ranges::find(fleet.lines, body_none, &BodyLine::body);
  if (free == fleet.lines.end()) {
    if (fleet.lines.size() == body_most_lines) return std::nullopt;
    free = fleet.lines.insert(free, line);
  }
  *free = line;
  return static_cast<std::uint32_t>(free - fleet.lines.begin());
}

BodyFleet make_fleet(const Scene& scene, const FleetSnapshot* from) {
  BodyFleet fleet;
  fleet.anchor = from ? anchor_kept(scene, *from) : anchor_of(scene);
  const std::vector<int> groups = water_groups(scene);
  for (std::size_t e = 0; e < scene.bodies.size(); ++e) {
    const BodySettings& s = scene.bodies[e];
    const Hull hull = load_hull(scene, s, e);
    check_limits(scene, s, e, hull);
    BodyKind kind = make_kind(s, hull);
    kind.first_vertex = static_cast<std::uint32_t>(fleet.points.size());
    kind.vertices = static_cast<std::uint32_t>(hull.points.size());
    kind.first_facet = static_cast<std::uint32_t>(fleet.facets.size());
    kind.whole = static_cast<std::uint32_t>(hull.facets.size());
    for (const glm::dvec3& p : hull.points) fleet.points.push_back(glm::vec3(p - s.ballast));
    for (const auto& [facet, weight] : weighted_facets(hull)) fleet.facets.push_back(facet);
    kind.facets = static_cast<std::uint32_t>(fleet.facets.size()) - kind.first_facet;
    add_basins(fleet, kind, hull);
    fleet.thinnest = std::min(fleet.thinnest, 2.0 * std::min({kind.half_size.x, kind.half_size.y, kind.half_size.z}));
    const int water = water_of(scene, s);
    // Waves take and give energy by a body's own level, which only bodies that stay have.
    const bool stays = water < 0 || scene.water[static_cast<std::size_t>(water)].solver == "wave";
    fleet.entries.push_back({.water = water,
                             .first = static_cast<std::uint32_t>(fleet.states.size()),
                             .count = s.count,
                             .shadow = largest_shadow(hull),
                             .displaces = s.displaces,
                             .group = stays ? -1 : groups[static_cast<std::size_t>(water)],
                             .volume = hull.volume,
                             .inertia = hull.inertia,
                             .rims = hull.rims});
    fleet.entries.back().name = s.name;
    for (std::uint32_t i = 0; i < s.count; ++i) {
      fleet.records.push_back({static_cast<std::uint32_t>(e), fleet.scratch_points, 0});
      fleet.scratch_points += kind.vertices + (kind.facets + 1) / 2;
      fleet.states.push_back(first_state(scene, e, i, fleet.anchor, 0));
    }
    fleet.shapes.add_body(s, hull, kind);
    fleet.kinds.push_back(kind);
    if (fleet.scratch_points > (1u << 22))
      throw Error(Exit::bad_input, fmt::format("{}: /bodies/{}", scene.file.string(), e),
                  fmt::format("the hulls have {} points and half facets in all", fleet.scratch_points),
                  "at most 4194304: fewer bodies, or simpler models");
  }
  fleet.floating = static_cast<std::uint32_t>(fleet.states.size());
  fleet.movers = make_movers(scene);
  for (const Mover& m : fleet.movers) add_mover(fleet, scene, m);
  if (!scene.bodies.empty()) fleet.fixtures = make_fixtures(scene);
  for (const Mover& m : fleet.fixtures) add_mover(fleet, scene, m);
  if (from) continue_states(fleet, *from);
  for (std::size_t i = 0; i < fleet.floating; ++i)
    if (!fleet.continues(i)) put_on_terrain(scene, fleet, i);
  separate_scattered(scene, fleet);
  if (from)
    continue_lines(fleet, scene, *from);
  else
    add_lines(fleet, scene);
  return fleet;
}

BodyState first_state(const Scene& scene, std::size_t entry, std::uint32_t i, const glm::dvec3& anchor,
                      std::uint32_t attempt) {
  const BodySettings& s = scene.bodies[entry];
  const auto seed = static_cast<std::uint64_t>(scene.clock.seed);
  BodyState state{};
  glm::dvec3 position = s.position;
  glm::dquat rotation = turn_of(s.rotation);
  if (s.count > 1) {
    std::uint32_t columns = s.grid.cells.x, rows = s.grid.cells.y;
    if (columns == 0 && rows == 0)
      columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(s.count))));
    if (columns == 0) columns = groups_of(s.count, rows);
    rows = groups_of(s.count, columns);
    const double jitter = s.grid.jitter * (1 + attempt / 64.0);
    const auto shift = [&](std::uint64_t axis) { return jitter * (random(seed, entry, i, axis + 3 * attempt) - 0.5); };
    position.x += s.grid.spacing.x * (i % columns - 0.5 * (columns - 1.0) + shift(0));
    position.z += s.grid.spacing.y * (i / columns - 0.5 * (rows - 1.0) + shift(1));
    const double turn = s.grid.turn * (2 * random(seed, entry, i, 2) - 1);
    rotation = glm::angleAxis(glm::radians(turn), glm::dvec3(0, 1, 0)) * rotation;
  }
  rotation = glm::normalize(rotation);
  state.position = glm::vec3(position - anchor);
  state.rotation = glm::vec4(glm::dvec4(rotation.x, rotation.y, rotation.z, rotation.w));
  state.velocity = glm::vec3(s.velocity);
  state.spin = glm::vec3(glm::radians(s.angular_velocity));
  return state;
}

bool BodyFleet::retune(const Scene& scene) {
  bool changed = false;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const BodyKind before = kinds[e];
    tune(kinds[e], scene.bodies[e], entries[e].volume, entries[e].inertia);
    changed |= std::memcmp(&before, &kinds[e], sizeof before) != 0;
  }
  return changed;
}

BodyGround ground_under(const Scene& scene, const glm::dvec3& middle) {
  if (scene.terrain && scene.terrain->nx > 1 && scene.terrain->nz > 1) return {.kind = body_ground_map};
  BodyGround ground;
  for (const MeshSettings& m : scene.meshes) {
    if (m.shape != MeshSettings::Shape::basin || m.motion) continue;
    const glm::dvec3 off = glm::abs(middle - m.translate) * 2.0;
    if (off.x > m.size.x * m.scale || off.z > m.size.z * m.scale) continue;
    ground = {.kind = body_ground_level, .level = m.translate.y - m.size.y * m.scale};
  }
  return ground;
}

int body_sub_steps(double dt, double thinnest) {
  const double longest = std::min(1.0 / 240, 0.25 * thinnest / 10);
  return static_cast<int>(std::clamp(std::ceil(dt / longest - 1e-6), 1.0, 64.0));
}

}  // namespace undine::bodies
