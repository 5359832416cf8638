#include "passes/bodies/bodies_kernels.h"

#include <algorithm>
#include <cstring>

#include "passes/bodies/bodies_snapshot.h"

namespace undine::bodies {
namespace {

// Workgroup size per body: one subgroup of the software driver, where barriers are then free (docs/performance.md).
constexpr std::uint32_t threads = 8;
constexpr double ahead = 8;          // clock steps, where all of the displaced column is put near
constexpr float pull_strength = 60;  // 1/s²: a held body follows within about 0.3 s

}  // namespace

BodyKernels::BodyKernels(graph::State& state, const Scene& scene, const FleetSnapshot* from)
    : fleet(make_fleet(scene, from)),
      drives(state, scene, fleet),
      contacts(state, fleet),
      gravity(scene.gravity),
      terrain(scene.terrain),
      dry_ground_(ground_under(scene, {})),
      state_(&state),
      owner_(state.owner()) {
  const auto buffer = [&](const char* name, std::size_t bytes) { return state.buffer(name, {.bytes = bytes}); };
  states = graph::History(state, "bodies/state", {.bytes = fleet.states.size() * sizeof(BodyState)}, 2);
  kinds = buffer("bodies/kinds", fleet.kinds.size() * sizeof(BodyKind));
  if (fleet.points.empty()) fleet.points.emplace_back(0);  // of what is only drawn
  if (fleet.facets.empty()) fleet.facets.emplace_back(0);
  records = buffer("bodies/records", fleet.records.size() * sizeof(BodyRecord));
  hull_points_ = buffer("bodies/hull_points", fleet.points.size() * sizeof(glm::vec3));
  hull_facets_ = buffer("bodies/hull_facets", fleet.facets.size() * sizeof(glm::uvec3));
  points_ =
      buffer("bodies/points", std::max(std::size_t{fleet.scratch_points}, std::size_t{1}) * 2 * sizeof(glm::vec4));
  if (!fleet.lines.empty()) make_lines();
  held = buffer("bodies/held", 2 * sizeof(glm::vec4));
  floats = graph::History(state, "bodies/floats", {.bytes = fleet.states.size() * sizeof(BodyFloat)}, 2);
  guess_ = buffer("bodies/guess", fleet.states.size() * sizeof(BodyFloat));
  if (fleet.anchor != glm::dvec3(0)) world_ = buffer("bodies/world", fleet.states.size() * sizeof(BodyState));
  if (!terrain || terrain->nx < 2 || terrain->nz < 2) return;
  ground_ = state.image("bodies/ground", {.extent = {terrain->nx, terrain->nz, 1}, .format = graph::Format::r32_float});
  const auto base = static_cast<float>(terrain->origin.y - fleet.anchor.y);
  ground_top_ = *std::ranges::max_element(terrain->height) + base;
  for (float h : terrain->height) heights_.push_back(h + base);
}

void BodyKernels::fill(graph::Graph& g) const {
  g.upload("fill_states", states[0], fleet.states);
  if (!fleet.fixtures.empty()) g.upload("fill_next", states[+1], fleet.states);  // no node moves these
  fill_kinds(g);
  g.upload("fill_records", records, fleet.records);
  if (lines_) fill_lines(g);
  g.upload("fill_hull_points", hull_points_, fleet.points);
  g.upload("fill_hull_facets", hull_facets_, fleet.facets);
  g.clear("clear_floats", floats[0]);
  g.clear("clear_guess", guess_);
  g.upload("release", held, std::vector<glm::vec4>{{0, 0, 0, -1}, {}});
  if (ground_) g.upload("fill_ground", ground_, heights_);
  drives.fill(g);
  contacts.fill(g);
}

void BodyKernels::save(graph::Graph& g, const std::shared_ptr<FleetSnapshot>& out) const {
  out->anchor = fleet.anchor;
  out->floating = fleet.floating;
  for (const BodyFleet::Entry& e : fleet.entries) out->entries.push_back({e.first, e.count});
  out->kinds = fleet.kinds;
  out->records = fleet.records;
  out->lines = fleet.lines;
  const auto read = [&]<class T>(graph::Buffer buffer, std::vector<T>& to) {
    to.resize(fleet.states.size());
    g.readback("snapshot", buffer, [&to, out](std::span<const std::byte> bytes) {
      std::memcpy(to.data(), bytes.data(), std::min(bytes.size(), to.size() * sizeof(T)));
    });
  };
  read(states[0], out->states);
  read(floats[0], out->floats);
  contacts.save(g, out->contacts, out);
  drives.save(g, out->drives, out);
}

void BodyKernels::restore(graph::Graph& g, const FleetSnapshot& from) const {
  std::vector<BodyFloat> known(fleet.states.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    if (fleet.continues(i)) known[i] = from.floats[fleet.before[i]];
  g.upload("restore_floats", floats[0], known);
  contacts.restore(g, continued_contacts(fleet, from));
  drives.restore(g, from.drives);
}

void BodyKernels::make_lines() {
  const graph::State::Owning own(*state_, owner_);
  // Not in checkpoints: the scene tells its own, and programs add theirs again.
  lines_ = state_->buffer("bodies/lines", {.bytes = body_most_lines * sizeof(BodyLine)}, graph::State::Keeps::nothing);
}

// In steps of eight, for each count is a pipeline of its own.
int BodyKernels::line_count() const { return static_cast<int>((fleet.lines.size() + 7) / 8 * 8); }

std::optional<std::uint32_t> BodyKernels::add_line(const BodyLine& line) {
  const std::optional<std::uint32_t> number = bodies::add_line(fleet, line);
  if (number && !lines_) make_lines();
  return number;
}

void BodyKernels::fill_lines(graph::Graph& g) const {
  std::vector<BodyLine> lines = fleet.lines;
  lines.resize(body_most_lines, {.body = body_none, .other = body_none});
  g.upload("fill_lines", lines_, lines);
}

void BodyKernels::publish(graph::Graph& g) const {
  if (!world_) return;
  g.compute("publish", "bodies/world.comp")
      .read("now", states[0])
      .write("world", world_)
      .params(BodyWorldParams{glm::vec3(fleet.anchor), count()})
      .over({count(), 1, 1});
}

void BodyKernels::fill_kinds(graph::Graph& g) const { g.upload("fill_kinds", kinds, fleet.kinds); }

void BodyKernels::pick(graph::Graph& g) const {
  g.compute("pick", "bodies/pick.comp")
      .read("now", states[0])
      .read("kinds", kinds)
      .read("records", records)
      .write("held", held)
      .params(BodyPickParams{local(pull->origin), glm::vec3(pull->direction), count()})
      .groups({1, 1, 1});
}

graph::Buffer BodyKernels::find_near(graph::Graph& g, double dt) {
  return contacts.find_pairs(g, contact_states(), dt);
}

void BodyKernels::solve_contacts(graph::Graph& g, double dt, int sub_step, int sub_steps) {
  if (fleet.floating == 0) return;
  contacts.solve(g, contact_states(), dt / sub_steps, sub_step);
  if (sub_step + 1 == sub_steps) contacts.keep(g);
}

BodyParams BodyKernels::params_of(const BodyWater* w) const {
  BodyParams p{};
  p.origin = glm::vec3(0);
  p.size = glm::vec2(1e6f);
  p.cells = {1, 1};
  p.gravity = static_cast<float>(gravity);
  p.bodies = count();
  p.quantum = quantum;
  p.level_quantum = level_quantum;
  p.push_quantum = push_quantum;
  if (pull) {
    p.pull_from = local(pull->origin);
    p.pull_along = glm::vec3(pull->direction);
    p.pull_strength = pull_strength;
  }
  if (w) {
    const SurfaceField& f = w->field;
    p.origin = local(f.origin);
    p.size = glm::vec2(f.size);
    p.cells = f.cells;
    p.periodic = {f.periodic_x ? 1.0f : 0.0f, f.periodic_z ? 1.0f : 0.0f};
    p.walls = 1;
    p.level_area = static_cast<float>(w->area);
    p.near_share = static_cast<float>(w->near_share);
  }
  const BodyGround& ground = w ? w->ground : dry_ground_;
  p.ground = ground.kind;
  p.ground_origin = glm::vec3(0, ground.level - fleet.anchor.y, 0);
  p.ground_top = p.ground_origin.y;
  if (ground.kind == body_ground_map) {
    p.ground_origin = local(terrain->origin);
    p.ground_origin.y = 0;
    p.ground_size = glm::vec2(terrain->size);
    p.ground_top = ground_top_;
  }
  if (w && w->field.ground) {
    const SurfaceField& f = w->field;
    p.ground = body_ground_map;  // its samples lie at the middles of the cells
    p.ground_origin = local({f.origin.x, 0, f.origin.z});
    p.ground_size = glm::vec2(glm::max(f.size * (1.0 - 1.0 / glm::dvec2(f.cells)), 1e-6));
    p.ground_top = 1e30f;
  }
  return p;
}

// Binds the inputs of place_points() of bodies/data.glsl.
template <class Node>
Node& BodyKernels::bind(Node& node, const BodyWater* w, graph::Image surface) const {
  const graph::Image flow = w ? w->field.flow : graph::Image{};
  return node.read("now", states[0])
      .read("kinds", kinds)
      .read("records", records)
      .read("hull_points", hull_points_)
      .read("hull_facets", hull_facets_)
      .modify("points", points_)
      .optional("surface", surface, graph::Sampler::nearest_clamp)
      .optional("before", surface ? w->before : graph::Image{}, graph::Sampler::nearest_clamp)
      .optional("flow", flow, graph::Sampler::nearest_clamp)
      .constant("local_size_x", threads);
}

void BodyKernels::time(BodyParams& p, double dt, int sub_step, int sub_steps) const {
  p.dt = static_cast<float>(dt / sub_steps);
  p.share = static_cast<float>((sub_step + 1.0) / sub_steps);
  p.kick = sub_step == 0 ? static_cast<float>(dt) : 0.0f;
  p.inverse_step = static_cast<float>(1 / dt);
}

// Constants rather than parameters: the software driver compiles code anew where branches hang on parameters alone.
static graph::ComputeNode& set_borders(graph::ComputeNode& node, const BodyParams& p) {
  return node.constant("ground_kind", p.ground)
      .constant("walls", p.walls > 0.5f)
      .constant("periodic_x", p.periodic.x > 0.5f)
      .constant("periodic_z", p.periodic.y > 0.5f);
}

// Parameters of all waters of a group, and the box around them.
BodyAcrossParams BodyKernels::params_around(const std::vector<BodyWater>& waters, int group) const {
  BodyAcrossParams out{.p = params_of(nullptr)};
  BodyParams& p = out.p;
  glm::vec2 low(1e30f), high(-1e30f);
  const BodyGround* floor = nullptr;
  for (const BodyWater& w : waters) {
    if (w.group != group) continue;
    out.waters[out.reaches++] = w.reach;
    low = glm::min(low, w.reach.low);
    high = glm::max(high, w.reach.high);
    if (w.ground.kind == body_ground_level && (!floor || w.ground.level < floor->level)) floor = &w.ground;
  }
  p.origin = glm::vec3(0.5f * (low.x + high.x), 0, 0.5f * (low.y + high.y));
  p.size = high - low;
  p.walls = 1;
  if (p.ground == body_ground_none && floor) {
    p.ground = body_ground_level;
    p.ground_origin.y = p.ground_top = static_cast<float>(floor->level - fleet.anchor.y);
  }
  return out;
}

graph::Buffer BodyKernels::pushes_of(graph::Graph& g, const std::vector<BodyWater>& waters, int group,
                                     std::uint32_t bodies) const {
  const auto among = [&](const BodyWater& w) { return w.group == group && w.pushes; };
  const auto count = std::ranges::count_if(waters, among);
  if (count == 0) return {};
  if (count == 1) return std::ranges::find_if(waters, among)->impulses;
  const graph::Buffer sum = g.buffer("bodies/pushes", {.bytes = bodies * sizeof(BodyPush)});
  const auto words = static_cast<std::uint32_t>(bodies * sizeof(BodyPush) / 4);
  g.clear("clear_pushes", sum);
  for (const BodyWater& w : waters)
    if (among(w))
      g.compute("carry", "bodies/carry.comp")
          .read("pushes", w.impulses)
          .modify("sum", sum)
          .params(BodyCarryParams{words})
          .over({words, 1, 1});
  return sum;
}

void BodyKernels::move_across(graph::Graph& g, double dt, int sub_step, int sub_steps,
                              const std::vector<BodyWater>& waters, int group, std::uint32_t first,
                              std::uint32_t bodies, graph::Buffer near, graph::Buffer pushes) {
  int known = 0, pressing = 0;
  for (const BodyWater& w : waters) {
    if (w.group != group || w.pushes) continue;
    BodyParams p = params_of(&w);
    time(p, dt, sub_step, sub_steps);
    if (w.near_share == 1) pressing |= 1 << known;
    p.first = first;
    p.known = known++;
    auto node = g.compute("place", "bodies/place.comp");
    bind(node, &w, w.field.surface).constant("more", p.known > 0).params(p).groups({bodies, 1, 1});
  }
  BodyAcrossParams across = params_around(waters, group);
  time(across.p, dt, sub_step, sub_steps);
  across.p.first = first;
  across.p.ahead = pressing != 0 ? static_cast<float>(ahead * dt) : 0.0f;
  across.p.pressing = pressing;
  auto node = g.compute("move", "bodies/step.comp", {.with = "ACROSS"});
  bind(node, nullptr, {})
      .modify("next", states[+1])
      .modify("free_", contacts.free())
      .read("near", near)
      .read("held", held)
      .read("floats", floats[0])
      .optional("loads", loads)
      .optional("lines", lines_)
      .constant("line_count", line_count())
      .optional("pushes", pushes)
      .params(across.p)
      .groups({bodies, 1, 1});
  auto touch = contacts.touch(g, "ACROSS", contact_states(), dt / sub_steps, bodies);
  set_borders(touch, across.p)
      .constant("reaches", across.reaches)
      .optional("ground", ground_, graph::Sampler::nearest_clamp)
      .params(across);
}

void BodyKernels::move(graph::Graph& g, double dt, int sub_step, int sub_steps, const BodyWater* w, std::uint32_t first,
                       std::uint32_t bodies, graph::Buffer near) {
  BodyParams p = params_of(w);
  time(p, dt, sub_step, sub_steps);
  if (w && w->near_share == 1) p.ahead = static_cast<float>(ahead * dt);
  p.first = first;
  const graph::Image own = w ? w->field.ground : graph::Image{};
  const bool pushed = w && w->pushes;
  auto node = g.compute("move", "bodies/step.comp");
  bind(node, w, w ? w->field.surface : graph::Image{})
      .modify("next", states[+1])
      .modify("free_", contacts.free())
      .read("near", near)
      .read("held", held)
      .read("floats", floats[0])
      .optional("loads", loads)
      .optional("lines", lines_)
      .constant("line_count", line_count())
      .optional("pushes", pushed ? w->impulses : graph::Buffer{})
      .params(p)
      .groups({bodies, 1, 1});
  auto touch = contacts.touch(g, "", contact_states(), dt / sub_steps, bodies);
  set_borders(touch, p).optional("ground", own ? own : ground_, graph::Sampler::nearest_clamp).params(p);
}

// For the bodies of each entry that move the water: it, their parameters, how many they are.
template <class Declare>
void BodyKernels::for_each_entry(const BodyWater& w, Declare&& declare) const {
  for (const BodyFleet::Entry& e : fleet.entries) {
    const bool here = e.group >= 0 ? e.group == w.group && !w.smooth : e.water == w.index;
    if (!here || !e.displaces) continue;
    BodyParams p = params_of(&w);
    p.first = e.first;
    declare(e, p, graph::Extent{e.count, 1, 1});
  }
}

graph::Buffer BodyKernels::tell(graph::Graph& g, std::uint32_t bodies) const {
  const graph::Buffer told = g.buffer("bodies/told", {.bytes = std::max(bodies, 1u) * sizeof(BodyFloatFigures)});
  g.compute("tell", "bodies/tell.comp")
      .read("floats", floats[0])
      .write("told", told)
      .params(BodyTellParams{bodies})
      .over({std::max(bodies, 1u), 1, 1});
  return told;
}

// Waters with a bed read the displaced columns in displace(), so that keep() can zero them; a flow reads them in its
// step.
static bool is_zeroed_by_keep(const BodyWater& w) { return !w.smooth && w.moved.bed; }

void BodyKernels::splat(graph::Graph& g, const BodyWater& w, double dt, graph::Buffer columns) const {
  if (!is_zeroed_by_keep(w)) g.clear("clear_columns", columns);
  for_each_entry(w, [&](const BodyFleet::Entry& e, BodyParams p, graph::Extent groups) {
    if (w.moved.bed && w.field.calm) p.dt = static_cast<float>(dt);  // columns tell what hulls do to them
    auto node = g.compute("displace", "bodies/splat.comp").variant("ACROSS", e.group >= 0);
    bind(node, &w, w.field.calm ? w.field.calm : w.field.surface)
        .accumulate("columns", columns)
        .optional("motion", w.motion, graph::Verb::accumulate)
        .params(p)
        .groups(groups);
  });
}

void BodyKernels::meet(graph::Graph& g, const BodyWater& w, double dt, int known, graph::Buffer used,
                       graph::Buffer result, graph::Buffer pending) const {
  for_each_entry(w, [&](const BodyFleet::Entry&, BodyParams p, graph::Extent groups) {
    p.known = known;
    p.inverse_step = dt > 0 ? static_cast<float>(1 / dt) : 0.0f;
    auto node = g.compute("meet", "bodies/meet.comp");
    bind(node, &w, w.field.surface)
        .read("used", used)
        .modify("floats", result)
        .read("columns", pending)
        .read("columns_before", w.columns[0])
        .params(p)
        .groups(groups);
  });
}

void BodyKernels::give(graph::Graph& g, const BodyWater& w, graph::Buffer from, graph::Buffer columns) const {
  g.clear("clear_columns", columns);
  for_each_entry(w, [&](const BodyFleet::Entry&, const BodyParams& p, graph::Extent groups) {
    g.compute("give", "bodies/give.comp")
        .read("floats", from)
        .read("kinds", kinds)
        .read("records", records)
        .accumulate("columns", columns)
        .read("surface", w.field.surface, graph::Sampler::nearest_clamp)
        .constant("local_size_x", threads)
        .params(p)
        .groups(groups);
  });
}

void BodyKernels::meet_first(graph::Graph& g, const BodyWater& w) const {
  g.clear("clear_columns", w.columns[0]);
  meet(g, w, 0, 0, guess_, floats[0], w.columns[0]);
  give(g, w, floats[0], w.columns[0]);
}

// Each of several bodies meets the water that the others displace: first by extrapolation, as their last displacement
// lags and would feed waves, then once more by the displacement that follows.
void BodyKernels::meet_next(graph::Graph& g, const BodyWater& w, double dt) const {
  if (w.displacing > 1) {
    const auto again = [&](graph::Buffer from, graph::Buffer to) {
      give(g, w, from, w.columns[+1]);
      meet(g, w, dt, 2, from, to, w.columns[+1]);
    };
    for_each_entry(w, [&](const BodyFleet::Entry& e, const BodyParams&, const graph::Extent& count) {
      g.compute("foresee", "bodies/foresee.comp")
          .read("floats", floats[0])
          .read("now", states[0])
          .modify("foreseen", floats[+1])
          .params(BodyForeseeParams{e.first, e.count})
          .over(count);
    });
    for (int round = 0; round < w.rounds; ++round) {
      again(floats[+1], guess_);
      again(guess_, floats[+1]);
    }
  } else {
    meet(g, w, dt, 1, floats[0], floats[+1], w.columns[0]);
  }
  give(g, w, floats[+1], w.columns[+1]);
}

void BodyKernels::keep(graph::Graph& g, const BodyWater& w, bool displaced) const {
  const glm::uvec2 cells = w.field.cells;
  g.compute("keep", "bodies/keep.comp")
      .read("surface", w.field.surface, graph::Sampler::nearest_clamp)
      .optional("now", displaced ? w.columns[+1] : graph::Buffer{})
      .optional("before", displaced ? w.columns[0] : graph::Buffer{}, graph::Verb::modify)
      .write("kept", w.before)
      .constant("clears", displaced && is_zeroed_by_keep(w))
      .params(BodyKeepParams{cells, quantum, level_quantum})
      .over({cells.x, cells.y, 1});
}

}  // namespace undine::bodies
