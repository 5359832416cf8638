#include "passes/bodies/bodies.h"

// Rigid bodies in water, entirely on the GPU.
//   forces     pressure rho g (h - y) over the wetted hull, whose facets are cut at the water line and integrated
//              exactly; drag k(|u|) u against the water's velocity, across and along every wetted facet
//   motion     semi-implicit Euler; angular momentum is what is kept, the spin follows from it
//   contacts   impulses that stop what approaches, averaged over the points in contact
//   exchange   the columns of water that hulls displace, as whole quanta: what a body pushes out is added to the
//              surface where it is, so that the surface under a hull is the head of the pressure below it
//   sources    [Han & Chen 2017]
#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <numeric>
#include <optional>

#include "engine/core/error.h"
#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_fleet.h"

namespace undine::bodies {
namespace {

constexpr float quantum = 0x1p-22f, level_quantum = 0x1p-30f;  // m of water column: ranges of 512 m and 2 m
// Of a body's group: one subgroup of the software driver, so that a barrier costs nothing there (docs/performance.md).
constexpr std::uint32_t threads = 8;
constexpr double ahead = 8;          // clock steps, where all of the displaced column is put near
constexpr float pull_strength = 60;  // 1/s²: a held body follows within about 0.3 s

class FloatingBodies : public Bodies {
 public:
  FloatingBodies(graph::State& state, const Scene& scene)
      : fleet_(make_fleet(scene)), gravity_(scene.gravity), terrain_(scene.terrain), waters_(scene.water.size()) {
    const auto buffer = [&](const char* name, std::size_t bytes) { return state.buffer(name, {.bytes = bytes}); };
    states_ = graph::History(state, "bodies/state", {.bytes = fleet_.states.size() * sizeof(BodyState)}, 2);
    kinds_ = buffer("bodies/kinds", fleet_.kinds.size() * sizeof(BodyKind));
    records_ = buffer("bodies/records", fleet_.records.size() * sizeof(BodyRecord));
    hull_points_ = buffer("bodies/hull_points", fleet_.points.size() * sizeof(glm::vec3));
    hull_facets_ = buffer("bodies/hull_facets", fleet_.facets.size() * sizeof(glm::uvec3));
    points_ = buffer("bodies/points", std::size_t{fleet_.scratch_points} * 2 * sizeof(glm::vec4));
    held_ = buffer("bodies/held", 2 * sizeof(glm::vec4));
    floats_ = graph::History(state, "bodies/floats", {.bytes = fleet_.states.size() * sizeof(BodyFloat)}, 2);
    guess_ = buffer("bodies/guess", fleet_.states.size() * sizeof(BodyFloat));
    if (terrain_ && terrain_->nx > 1 && terrain_->nz > 1) {
      ground_ =
          state.image("bodies/ground", {.extent = {terrain_->nx, terrain_->nz, 1}, .format = graph::Format::r32_float});
      ground_top_ = *std::ranges::max_element(terrain_->height) + static_cast<float>(terrain_->origin.y);
      for (float h : terrain_->height) heights_.push_back(h + static_cast<float>(terrain_->origin.y));
    }
    for (const BodyFleet::Entry& e : fleet_.entries) {
      if (e.water < 0) continue;
      Water& w = waters_[static_cast<std::size_t>(e.water)];
      if (!w.used) w.first = e.first;
      w.count = e.first + e.count - w.first;
      w.used = true;
      w.name = "bodies/" + scene.water[static_cast<std::size_t>(e.water)].name;
      const auto place = scene.water[static_cast<std::size_t>(e.water)].settings->place();
      w.ground = ground_under(scene, place ? place->origin : glm::dvec3(0));
    }
    dry_ground_ = ground_under(scene, {});
    state_ = &state;
  }

  void start(graph::Graph& g, std::span<Solver* const> waters) override {
    const std::vector<SurfaceField> fields = measure(g, waters);
    for (std::size_t i = 0; i < waters_.size(); ++i) allocate(waters_[i], fields[i], *waters[i]);
    for (std::size_t e = 0; e < fleet_.entries.size(); ++e) {
      const BodyFleet::Entry& entry = fleet_.entries[e];
      fleet_.kinds[e].splat = 0;
      fleet_.kinds[e].knots = glm::vec2(0);
      if (entry.water < 0 || !entry.displaces) continue;
      const SurfaceField& f = fields[static_cast<std::size_t>(entry.water)];
      if (waters_[static_cast<std::size_t>(entry.water)].smooth) {
        fleet_.kinds[e].knots = knots_of(entry, f);
        continue;
      }
      const double cell = std::min(f.size.x / f.cells.x, f.size.y / f.cells.y);
      fleet_.kinds[e].splat = static_cast<float>(std::clamp(0.7 * entry.edge / cell, 1.0, 12.0));
    }
    g.upload("fill states", states_[0], fleet_.states);
    g.upload("fill kinds", kinds_, fleet_.kinds);
    g.upload("fill records", records_, fleet_.records);
    g.upload("fill hull points", hull_points_, fleet_.points);
    g.upload("fill hull facets", hull_facets_, fleet_.facets);
    g.clear("no floats", floats_[0]);
    g.clear("no guess", guess_);
    g.upload("let go", held_, std::vector<glm::vec4>{{0, 0, 0, -1}, {}});
    if (ground_) g.upload("fill ground", ground_, heights_);
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      if (!waters_[i].used || waters_[i].pushes) continue;
      keep(g, waters_[i], fields[i], false);
      if (waters_[i].smooth)
        meet_first(g, static_cast<int>(i), fields);
      else
        splat(g, static_cast<int>(i), fields[i], 0);  // what floats from the start has displaced its water before
    }
    for (std::size_t i = 0; i < waters_.size(); ++i)
      if (Water& w = waters_[i]; w.displaceable)
        waters[i]->displace(g, {w.columns[0], w.columns[0], quantum, level_quantum});
    pull_.reset();
  }

  void step(graph::Graph& g, const StepInfo& step, std::span<Solver* const> waters) override {
    const std::vector<SurfaceField> fields = measure(g, waters);
    const int sub_steps = body_sub_steps(step.dt, fleet_.thinnest);
    {
      auto scope = g.scope("bodies", true);
      if (pull_ && pull_->began) pick(g);
      const graph::Buffer pairs = find_pairs(g, step.dt);
      for (int i = 0; i < sub_steps; ++i) {
        for (std::size_t e = 0; e < fleet_.entries.size();) {
          const BodyFleet::Entry& first = fleet_.entries[e];
          std::uint32_t count = 0;
          for (; e < fleet_.entries.size() && fleet_.entries[e].water == first.water; ++e)
            count += fleet_.entries[e].count;
          move(g, step.dt, i, sub_steps, first.water, fields, first.first, count, pairs);
        }
        states_.step();
      }
    }
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      Water& w = waters_[i];
      if (!w.used || w.pushes) continue;
      if (w.displaceable) {
        auto scope = g.scope("bodies", true);
        if (w.smooth)
          meet_next(g, static_cast<int>(i), fields, step.dt);
        else
          splat(g, static_cast<int>(i), fields[i], +1);
      }
      if (w.displaceable) waters[i]->displace(g, {w.columns[+1], w.columns[0], quantum, level_quantum});
      auto scope = g.scope("bodies", true);
      keep(g, w, fields[i], w.displaceable);
      if (w.displaceable) w.columns.step();
    }
    floats_.step();
    last_dt_ = step.dt;
  }

  void meet(std::span<Solver* const> waters) override {
    for (std::size_t i = 0; i < waters_.size(); ++i)
      if (waters_[i].used && waters[i]->pushes())
        waters[i]->meet({states_[0], kinds_, records_, waters_[i].first, waters_[i].count});
  }

  void leave(graph::Graph& g, std::span<Solver* const> waters) override {
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      Water& w = waters_[i];
      if (!w.displaceable) continue;
      {
        auto scope = g.scope("bodies", true);
        g.clear("empty columns", w.columns[+1]);
      }
      waters[i]->displace(g, {w.columns[+1], w.columns[0], quantum, level_quantum});
      waters[i]->displace(g, {});
    }
  }

  BodySet set() const override { return {states_[0], count()}; }
  std::uint32_t count() const override { return static_cast<std::uint32_t>(fleet_.states.size()); }

  std::vector<Field> fields() override {
    return {{"bodies.state",
             {count(), 13},
             "m, 1, m/s, 1/s",
             "per body: position, rotation as a quaternion x y z w, velocity, angular velocity",
             [this](graph::Graph&) {
               return FieldView{states_[0], 0, body_state_floats};
             }}};
  }

  void stats(graph::Graph& g, std::function<void(const BodyStats&)> done) override {
    auto scope = g.scope("bodies", true);
    auto out = std::make_shared<BodyStats>();
    for (const Water& w : waters_) {
      if (!w.used || !w.displaceable) continue;
      g.readback("columns", w.columns[0], [out, &w](std::span<const std::byte> bytes) {
        std::vector<std::int32_t> counts(bytes.size() / 4);
        std::memcpy(counts.data(), bytes.data(), counts.size() * 4);
        const auto level = counts.begin() + static_cast<std::ptrdiff_t>(w.cells);
        const std::int64_t sum = std::accumulate(counts.begin(), level, std::int64_t{0});
        out->displaced += static_cast<double>(sum) * static_cast<double>(quantum) * w.cell_area +
                          *level * static_cast<double>(level_quantum) * w.area;
      });
    }
    const auto floats = std::make_shared<std::vector<BodyFloat>>(count());
    g.readback("floats", floats_[0], [floats](std::span<const std::byte> bytes) {
      std::memcpy(floats->data(), bytes.data(), std::min(bytes.size(), floats->size() * sizeof(BodyFloat)));
    });
    const auto levels = std::make_shared<std::vector<double>>(levels_of());
    g.readback("figures", states_[0],
               [this, out, floats, levels, dt = last_dt_, done = std::move(done)](std::span<const std::byte> bytes) {
                 std::vector<BodyState> states(bytes.size() / sizeof(BodyState));
                 std::memcpy(states.data(), bytes.data(), states.size() * sizeof(BodyState));
                 for (std::size_t i = 0; i < states.size(); ++i) {
                   const BodyState& s = states[i];
                   const BodyKind& k = fleet_.kinds[fleet_.records[i].kind];
                   const glm::dvec4 q(s.rotation);
                   const glm::dmat3 axes = glm::mat3_cast(glm::dquat(q.w, q.x, q.y, q.z));
                   const glm::dvec3 v(s.velocity), spin = glm::transpose(axes) * glm::dvec3(s.spin);
                   const double mass = k.mass, turning = 0.5 * glm::dot(spin, glm::dmat3(k.inertia) * spin);
                   double volume = s.volume, pressed = s.pressed;
                   if (k.knots.x > 0) {
                     const BodyFloat& f = (*floats)[i];
                     const double weight = static_cast<double>(body_water_density) * gravity_;
                     const double up = static_cast<double>(s.position.y) - (*levels)[i];
                     volume = f.volume;
                     pressed = -weight * (volume * up + static_cast<double>(f.moment.y));
                     // Velocities are half a step behind the places: half of the next push brings them up.
                     const double moved = mass + k.added_mass * static_cast<double>(f.volume_before);
                     const glm::dvec3 push(-weight * volume * f.slope.x, weight * volume - mass * gravity_,
                                           -weight * volume * f.slope.y);
                     const glm::dvec3 there = v + 0.5 * dt / moved * push;
                     if (!out->afloat) out->afloat.emplace();
                     const glm::dvec3 turn =
                         weight * glm::cross(glm::dvec3(f.slope.x, -1, f.slope.y), glm::dvec3(f.moment));
                     out->afloat->kinetic +=
                         0.5 * moved * glm::dot(there, there) + turning + 0.5 * dt * glm::dot(turn, glm::dvec3(s.spin));
                     out->afloat->potential += mass * gravity_ * up;
                     out->afloat->buoyant += pressed;
                   }
                   out->bodies.push_back({glm::dvec3(s.position), v, glm::dvec3(s.spin), q, volume});
                   out->energy += 0.5 * mass * glm::dot(v, v) + turning +
                                  mass * gravity_ * static_cast<double>(s.position.y) + pressed;
                 }
                 done(*out);
               });
  }

  void pull(const std::optional<Pull>& pull) override {
    const bool began = pull_ && pull_->began;  // no step has come since
    pull_ = pull;
    if (pull_) pull_->began = pull_->began || began;
    if (!pull_) holding_ = false;
  }
  bool holding() const override { return holding_; }

 private:
  struct Water {
    bool used = false, displaceable = false;
    bool pushes = false;  // by itself, into `impulses`
    bool smooth = false;  // bodies move it by its smooth level
    graph::Buffer impulses;
    std::uint32_t first = 0, count = 0;  // bodies in it, from the first to the last
    std::string name;
    graph::Image before;
    graph::History columns;
    std::uint64_t cells = 0;
    double near_share = 0.5;
    double level = 0;                // world y at rest
    double cell_area = 0, area = 0;  // m²: of a cell, and of all that take part in the exchange
    BodyGround ground;
  };

  // World y of the rest level around each body.
  std::vector<double> levels_of() const {
    std::vector<double> levels;
    for (const BodyFleet::Entry& e : fleet_.entries)
      levels.insert(levels.end(), e.count, e.water >= 0 ? waters_[static_cast<std::size_t>(e.water)].level : 0.0);
    return levels;
  }

  std::vector<SurfaceField> measure(graph::Graph& g, std::span<Solver* const> waters) {
    std::vector<SurfaceField> fields(waters_.size());
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      Water& w = waters_[i];
      if (!w.used) continue;
      w.pushes = waters[i]->pushes();
      if (!w.pushes) {
        fields[i] = waters[i]->surface(g);
        continue;
      }
      // No surface: the walls around the particles, and what they have done.
      w.impulses = waters[i]->impulses();
      const ParticleSet set = *waters[i]->particles(g);
      fields[i].cells = {1, 1};
      fields[i].size = {set.high.x - set.low.x, set.high.z - set.low.z};
      fields[i].origin = 0.5 * (set.low + set.high);
      if (!terrain_) w.ground = {body_ground_level, set.low.y};
    }
    return fields;
  }

  void allocate(Water& w, const SurfaceField& f, const Solver& solver) {
    if (!w.used || w.before || w.pushes) return;
    w.cells = std::uint64_t{f.cells.x} * f.cells.y;
    w.area = solver.displaceable();
    w.level = f.origin.y;
    w.displaceable = w.area > 0;
    w.near_share = solver.displaced_near();
    w.smooth = w.displaceable && w.near_share < 1;
    w.before =
        state_->image(w.name + "/before", {.extent = {f.cells.x, f.cells.y, 1}, .format = graph::Format::r32_float});
    w.cell_area = f.size.x / f.cells.x * (f.size.y / f.cells.y);
    if (w.displaceable) w.columns = graph::History(*state_, w.name + "/columns", {.bytes = (w.cells + 4) / 4 * 16}, 2);
  }

  void pick(graph::Graph& g) {
    g.compute("pick", "bodies/pick.comp")
        .read("now", states_[0])
        .read("kinds", kinds_)
        .read("records", records_)
        .write("held", held_)
        .params(BodyPickParams{glm::vec3(pull_->origin), glm::vec3(pull_->direction), count()})
        .groups({1, 1, 1});
    g.readback("picked", held_, [this](std::span<const std::byte> bytes) {
      float held[4];
      std::memcpy(held, bytes.data(), sizeof(held));
      holding_ = pull_ && held[3] >= 0;
    });
    pull_->began = false;
  }

  graph::Buffer find_pairs(graph::Graph& g, double dt) {
    const BodyPairParams params{count(), static_cast<float>(dt)};
    const graph::Buffer pairs = g.buffer("bodies/pairs", {.bytes = count() * (body_most_pairs + 1u) * 4ull});
    const graph::Buffer spheres = g.buffer("bodies/spheres", {.bytes = count() * 16ull});
    g.compute("surround", "bodies/spheres.comp")
        .read("now", states_[0])
        .read("kinds", kinds_)
        .read("records", records_)
        .write("spheres", spheres)
        .params(params)
        .over({count(), 1, 1});
    g.compute("pair", "bodies/pairs.comp")
        .read("spheres", spheres)
        .write("pairs", pairs)
        .params(params)
        .over({count(), 1, 1});
    return pairs;
  }

  BodyParams params_of(int water, const std::vector<SurfaceField>& fields) const {
    BodyParams p{};
    p.origin = glm::vec3(0);
    p.size = glm::vec2(1e6f);
    p.cells = {1, 1};
    p.gravity = static_cast<float>(gravity_);
    p.bodies = count();
    p.quantum = quantum;
    if (pull_) {
      p.pull_from = glm::vec3(pull_->origin);
      p.pull_along = glm::vec3(pull_->direction);
      p.pull_strength = pull_strength;
    }
    p.level_quantum = level_quantum;
    BodyGround ground = dry_ground_;
    if (water >= 0) {
      const SurfaceField& f = fields[static_cast<std::size_t>(water)];
      p.origin = glm::vec3(f.origin);
      p.size = glm::vec2(f.size);
      p.cells = f.cells;
      p.periodic = {f.periodic_x ? 1.0f : 0.0f, f.periodic_z ? 1.0f : 0.0f};
      p.walls = 1;
      ground = waters_[static_cast<std::size_t>(water)].ground;
      p.level_area = static_cast<float>(waters_[static_cast<std::size_t>(water)].area);
      p.near_share = static_cast<float>(waters_[static_cast<std::size_t>(water)].near_share);
    }
    p.ground = ground.kind;
    p.ground_origin = glm::vec3(0, ground.level, 0);
    p.ground_top = static_cast<float>(ground.level);
    if (ground.kind == body_ground_map) {
      p.ground_origin = glm::vec3(terrain_->origin);
      p.ground_size = glm::vec2(terrain_->size);
      p.ground_top = ground_top_;
    }
    if (water >= 0 && fields[static_cast<std::size_t>(water)].ground) {
      const SurfaceField& f = fields[static_cast<std::size_t>(water)];
      p.ground = body_ground_map;  // its samples lie at the middles of the cells
      p.ground_origin = glm::vec3(f.origin.x, 0, f.origin.z);
      p.ground_size = glm::vec2(glm::max(f.size * (1.0 - 1.0 / glm::dvec2(f.cells)), 1e-6));
      p.ground_top = 1e30f;
    }
    return p;
  }

  // What place_points() of bodies/data.glsl reads.
  template <class Node>
  void bind(Node& node, graph::Buffer states, int water, const std::vector<SurfaceField>& fields) {
    const SurfaceField none{};
    const SurfaceField& f = water >= 0 ? fields[static_cast<std::size_t>(water)] : none;
    node.read("now", states)
        .read("kinds", kinds_)
        .read("records", records_)
        .read("hull_points", hull_points_)
        .read("hull_facets", hull_facets_)
        .modify("points", points_)
        .optional("surface", f.surface, graph::Sampler::nearest_clamp)
        .optional("before", f.surface ? waters_[static_cast<std::size_t>(water)].before : graph::Image{},
                  graph::Sampler::nearest_clamp)
        .optional("flow", f.flow, graph::Sampler::nearest_clamp);
  }

  void move(graph::Graph& g, double dt, int sub_step, int sub_steps, int water, const std::vector<SurfaceField>& fields,
            std::uint32_t first, std::uint32_t count, graph::Buffer pairs) {
    BodyParams p = params_of(water, fields);
    p.dt = static_cast<float>(dt / sub_steps);
    p.share = static_cast<float>((sub_step + 1.0) / sub_steps);
    p.kick = sub_step == 0 ? static_cast<float>(dt) : 0.0f;
    p.inverse_step = static_cast<float>(1 / dt);
    if (water >= 0 && waters_[static_cast<std::size_t>(water)].near_share == 1)
      p.ahead = static_cast<float>(ahead * dt);
    p.first = first;
    const graph::Image own = water >= 0 ? fields[static_cast<std::size_t>(water)].ground : graph::Image{};
    const bool pushed = water >= 0 && waters_[static_cast<std::size_t>(water)].pushes;
    auto node = g.compute("move", "bodies/step.comp");
    bind(node, states_[0], water, fields);
    node.modify("next", states_[+1])
        .optional("ground", own ? own : ground_, graph::Sampler::nearest_clamp)
        .read("pairs", pairs)
        .read("held", held_)
        .read("floats", floats_[0])
        .optional("pushes", pushed ? waters_[static_cast<std::size_t>(water)].impulses : graph::Buffer{})
        .constant("local_size_x", threads)
        .params(p)
        .groups({count, 1, 1});
  }

  void splat(graph::Graph& g, int water, const SurfaceField& field, int level) {
    Water& w = waters_[static_cast<std::size_t>(water)];
    if (!w.displaceable) return;
    g.clear("empty columns", w.columns[level]);
    std::vector<SurfaceField> fields(waters_.size());
    fields[static_cast<std::size_t>(water)] = field;
    if (field.calm) fields[static_cast<std::size_t>(water)].surface = field.calm;
    for (const BodyFleet::Entry& e : fleet_.entries) {
      if (e.water != water || !e.displaces) continue;
      BodyParams p = params_of(water, fields);
      p.first = e.first;
      auto node = g.compute("displace", "bodies/splat.comp");
      bind(node, states_[0], water, fields);
      node.accumulate("columns", w.columns[level]).constant("local_size_x", threads).params(p).groups({e.count, 1, 1});
    }
  }

  // The smooth level's window is as wide as the body: of its knots' distance H, a body of the shadow A takes back
  // 0.23 A/H² of what it gives the level, 0.4 here; more would make the level too stiff under it.
  static glm::vec2 knots_of(const BodyFleet::Entry& entry, const SurfaceField& f) {
    const glm::dvec2 n(f.cells);
    const glm::dvec2 knots = glm::ceil(0.758 * std::sqrt(entry.area) * n / f.size);
    return glm::vec2(glm::max(glm::min(knots, glm::floor(0.5 * n)), glm::min(glm::dvec2(2), n)));
  }

  // known: of BodyParams. `pending` against `before`: columns that the surface has not yet.
  void meet(graph::Graph& g, int water, const std::vector<SurfaceField>& fields, double dt, int known,
            graph::Buffer used, graph::Buffer result, graph::Buffer pending, graph::Buffer before) {
    for (const BodyFleet::Entry& e : fleet_.entries) {
      if (e.water != water || !e.displaces) continue;
      BodyParams p = params_of(water, fields);
      p.first = e.first;
      p.known = known;
      p.inverse_step = dt > 0 ? static_cast<float>(1 / dt) : 0.0f;
      auto node = g.compute("meet", "bodies/meet.comp");
      bind(node, states_[0], water, fields);
      node.read("used", used)
          .modify("floats", result)
          .read("columns", pending)
          .read("columns_before", before)
          .constant("local_size_x", threads)
          .params(p)
          .groups({e.count, 1, 1});
    }
  }

  void give(graph::Graph& g, int water, const std::vector<SurfaceField>& fields, graph::Buffer floats,
            graph::Buffer columns) {
    g.clear("empty columns", columns);
    for (const BodyFleet::Entry& e : fleet_.entries) {
      if (e.water != water || !e.displaces) continue;
      BodyParams p = params_of(water, fields);
      p.first = e.first;
      g.compute("give", "bodies/give.comp")
          .read("floats", floats)
          .read("kinds", kinds_)
          .read("records", records_)
          .accumulate("columns", columns)
          .read("surface", fields[static_cast<std::size_t>(water)].surface, graph::Sampler::nearest_clamp)
          .constant("local_size_x", threads)
          .params(p)
          .groups({e.count, 1, 1});
    }
  }

  // What floats from the start has displaced its water before.
  void meet_first(graph::Graph& g, int water, const std::vector<SurfaceField>& fields) {
    const Water& w = waters_[static_cast<std::size_t>(water)];
    g.clear("empty columns", w.columns[0]);
    meet(g, water, fields, 0, 0, guess_, floats_[0], w.columns[0], w.columns[0]);
    give(g, water, fields, floats_[0], w.columns[0]);
  }

  // Of several bodies, each meets what the others displace: once more with what they displaced at first.
  void meet_next(graph::Graph& g, int water, const std::vector<SurfaceField>& fields, double dt) {
    const Water& w = waters_[static_cast<std::size_t>(water)];
    if (w.count > 1) {
      meet(g, water, fields, dt, 1, floats_[0], guess_, w.columns[0], w.columns[0]);
      give(g, water, fields, guess_, w.columns[+1]);
      meet(g, water, fields, dt, 2, guess_, floats_[+1], w.columns[+1], w.columns[0]);
    } else {
      meet(g, water, fields, dt, 1, floats_[0], floats_[+1], w.columns[0], w.columns[0]);
    }
    give(g, water, fields, floats_[+1], w.columns[+1]);
  }

  void keep(graph::Graph& g, const Water& w, const SurfaceField& f, bool displaced) {
    g.compute("keep", "bodies/keep.comp")
        .read("surface", f.surface, graph::Sampler::nearest_clamp)
        .optional("now", displaced ? w.columns[+1] : graph::Buffer{})
        .optional("before", displaced ? w.columns[0] : graph::Buffer{})
        .write("kept", w.before)
        .params(BodyKeepParams{f.cells, quantum, level_quantum})
        .over({f.cells.x, f.cells.y, 1});
  }

  BodyFleet fleet_;
  double gravity_;
  std::optional<Heightmap> terrain_;
  std::vector<Water> waters_;
  BodyGround dry_ground_;
  graph::State* state_ = nullptr;
  graph::History states_;
  graph::Buffer kinds_, records_, hull_points_, hull_facets_, points_, held_;
  graph::Image ground_;
  std::vector<float> heights_;
  float ground_top_ = 0;
  graph::History floats_;  // BodyFloat of every body; of those in waves that they move
  graph::Buffer guess_;
  double last_dt_ = 0;
  std::optional<Pull> pull_;
  bool holding_ = false;
};

}  // namespace

std::unique_ptr<Bodies> make_bodies(graph::State& state, const Scene& scene) {
  if (scene.bodies.empty()) return nullptr;
  return std::make_unique<FloatingBodies>(state, scene);
}

}  // namespace undine::bodies
