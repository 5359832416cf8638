#include "passes/bodies/bodies.h"

// Rigid bodies in water, entirely on the GPU.
//   forces     pressure rho g (h - y) over the wetted hull, whose facets are cut at the water line and integrated
//              exactly; drag k(|u|) u against the water's velocity, across and along every wetted facet
//   motion     semi-implicit Euler; the state is angular momentum, the spin follows from it
//   contacts   manifolds of convex parts, sequential impulses in small steps (contacts.h)
//   exchange   displaced columns of water in whole quanta, added to the surface at the body, so that the surface under
//              a hull is the head of the pressure below it
//   sources    [Han & Chen 2017]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_figures.h"
#include "passes/bodies/bodies_kernels.h"
#include "passes/bodies/bodies_meshes.h"
#include "passes/bodies/bodies_snapshot.h"
#include "passes/bodies/bodies_start.h"
#include "passes/bodies/bodies_waters.h"
#include "passes/bodies/contacts_begin.h"

namespace undine::bodies {
namespace {

class FloatingBodies : public Bodies {
 public:
  FloatingBodies(graph::State& state, const Scene& scene, std::shared_ptr<const BodySnapshot> from)
      : from_(std::move(from)),
        before_(dynamic_cast<const FleetSnapshot*>(from_.get())),
        kernels_(state, scene, before_),
        of_waters_(state, scene, kernels_),
        scene_file_(scene.file.string()),
        clock_step_(scene.clock.step) {
    warn_of_overlaps(scene, kernels_.fleet);
  }

  void start(graph::Graph& g, std::span<Solver* const> waters) override {
    of_waters_.start(g, waters, before_);
    settle(kernels_.fleet, scene_file_, of_waters_.borders());
    kernels_.fill(g);
    if (before_) continue_from(g, *before_);
    for (const BodyWater& w : waters_) {
      if (!w.used || w.pushes || w.continues) continue;
      kernels_.keep(g, w, false);
      if (!w.displaceable) continue;
      if (w.motion) g.clear("clear_motion", w.motion);
      if (from_) {  // the first step pushes the water
        g.clear("clear_columns", w.columns[0]);
        g.clear("clear_columns", w.columns[+1]);
        continue;
      }
      if (w.smooth) {
        kernels_.meet_first(g, w);
      } else {
        g.clear("clear_columns", w.columns[0]);
        g.clear("clear_columns", w.columns[+1]);  // splat() of the first step adds to it
        kernels_.splat(g, w, 0, w.columns[0]);    // what floats from the start has displaced its water before
      }
      if (w.immersed) kernels_.drives.immerse(g, w, kernels_.now(), w.columns[0], 0);
    }
    for (std::size_t i = 0; i < waters_.size(); ++i)
      if (const BodyWater& w = waters_[i]; w.displaceable && !w.continues)
        displace(g, *waters[i], w, w.columns[0], w.columns[0]);
    kernels_.publish(g);
    kernels_.pull.reset();
    before_ = nullptr;
    from_.reset();
  }

  void step(graph::Graph& g, const StepInfo& step, std::span<Solver* const> waters) override {
    put_placed(g);
    of_waters_.measure(g, waters);
    {
      auto scope = g.scope("bodies", true);
      if (std::exchange(refill_, false)) kernels_.fill_kinds(g);
      if (std::exchange(relined_, false)) kernels_.fill_lines(g);
      if (kernels_.pull && kernels_.pull->began) pick(g);
      kernels_.loads = {};
      if (std::ranges::any_of(loads_, [](const glm::vec4& v) { return v != glm::vec4(0); })) {
        kernels_.loads = g.buffer(g.name("bodies/loads"), {.bytes = loads_.size() * sizeof(glm::vec4)});
        g.upload("fill_loads", kernels_.loads, loads_);
      }
      move(g, step);
    }
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      BodyWater& w = waters_[i];
      if (!w.used || w.pushes) continue;
      if (w.displaceable) {
        {
          auto scope = g.scope("bodies", true);
          if (w.smooth)
            kernels_.meet_next(g, w, step.dt);
          else
            kernels_.splat(g, w, step.dt, w.columns[+1]);
          if (w.immersed) kernels_.drives.immerse(g, w, kernels_.now(), w.columns[+1], step.dt);
        }
        displace(g, *waters[i], w, w.columns[+1], w.columns[0]);
      }
      auto scope = g.scope("bodies", true);
      kernels_.keep(g, w, w.displaceable);
      if (w.displaceable) w.columns.step();
    }
    kernels_.floats.step();
    kernels_.publish(g);
    last_dt_ = step.dt;
  }

  void meet(std::span<Solver* const> waters) override {
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      if (!waters_[i].used) continue;
      if (const Ports ports = waters[i]->ports(); ports.pusher)
        ports.pusher().meet({kernels_.in_world(), kernels_.kinds, kernels_.records, waters_[i].first, waters_[i].count,
                             kernels_.drives.fields()});
    }
  }

  std::shared_ptr<BodySnapshot> snapshot(graph::Graph& g) override {
    auto out = std::make_shared<FleetSnapshot>();
    kernels_.save(g, out);
    out->waters = waters_;
    out->placed = placed_;
    out->loads = loads_;
    return out;
  }
  void adopt(graph::State& state) override { of_waters_.adopt(state); }

  void leave(graph::Graph& g, std::span<Solver* const> waters, const Bodies* next) override {
    const auto* later = dynamic_cast<const FloatingBodies*>(next);
    for (std::size_t i = 0; i < waters_.size(); ++i) {
      const BodyWater& w = waters_[i];
      if (!w.displaceable || (later && later->waters_[i].displaceable)) continue;
      {
        auto scope = g.scope("bodies", true);
        g.clear("clear_columns", w.columns[+1]);
        if (w.motion) g.clear("clear_motion", w.motion);
      }
      displace(g, *waters[i], w, w.columns[+1], w.columns[0]);
      waters[i]->ports().hulls().displace(g, {});
    }
  }

  void retune(const Scene& scene) override {
    kernels_.gravity = scene.gravity;
    refill_ |= kernels_.fleet.retune(scene);
  }

  BodySet set() const override { return {kernels_.in_world(), count()}; }
  BodyHulls hulls() const override { return kernels_.hulls(); }
  std::uint32_t count() const override { return kernels_.count(); }

  std::vector<BodyMesh> meshes() const override { return meshes_of(kernels_.fleet); }

  std::vector<Field> fields() override {
    if (kernels_.fleet.floating == 0) return {};
    Field bodies = states();
    bodies.shape[0] = kernels_.fleet.floating;
    Field water{"bodies.water",
                {kernels_.fleet.floating, 6},
                "N, N m",
                "per body: force of the water in the last clock step, and its moment about the center of mass",
                [this](graph::Graph&) {
                  const auto per_second = static_cast<float>(1 / clock_step_);
                  return FieldView{kernels_.in_world(), body_water_at, body_state_floats, per_second};
                }};
    return {std::move(bodies), std::move(water)};
  }
  Field states() override {
    return {"bodies.state",
            {count(), 13},
            "m, 1, m/s, 1/s",
            "per body: position, rotation as a quaternion x y z w, velocity, angular velocity",
            [this](graph::Graph&) {
              return FieldView{kernels_.in_world(), 0, body_state_floats};
            }};
  }

  void stats(graph::Graph& g, std::function<void(const BodyStats&)> done) override {
    auto scope = g.scope("bodies", true);
    auto out = std::make_shared<BodyStats>();
    kernels_.drives.stats(g, out, kernels_.now());
    for (const BodyWater& w : waters_) {
      if (!w.used || !w.displaceable) continue;
      g.readback("columns", w.columns[0], [out, &w](std::span<const std::byte> bytes) {
        std::vector<std::int32_t> counts(bytes.size() / 4);
        std::memcpy(counts.data(), bytes.data(), counts.size() * 4);
        const auto level = counts.begin() + static_cast<std::ptrdiff_t>(w.cells);
        const std::int64_t sum = std::accumulate(counts.begin(), level, std::int64_t{0});
        const double volume = static_cast<double>(sum) * static_cast<double>(quantum) * w.cell_area +
                              *level * static_cast<double>(level_quantum) * w.area;
        out->displaced += volume;
        if (w.group >= 0) out->displaced_in.emplace_back(w.name.substr(w.name.find('/') + 1), volume);
      });
    }
    const auto floats = std::make_shared<std::vector<BodyFloatFigures>>(count());
    g.readback("floats", kernels_.tell(g, count()), [floats](std::span<const std::byte> bytes) {
      std::memcpy(floats->data(), bytes.data(), std::min(bytes.size(), floats->size() * sizeof(BodyFloatFigures)));
    });
    g.readback("figures", kernels_.states[0],
               [this, out, floats, levels = of_waters_.levels(), dt = last_dt_,
                done = std::move(done)](std::span<const std::byte> bytes) {
                 std::vector<BodyState> states(bytes.size() / sizeof(BodyState));
                 std::memcpy(states.data(), bytes.data(), states.size() * sizeof(BodyState));
                 const BodyFleet& fleet = kernels_.fleet;
                 for (std::size_t i = 0; i < fleet.floating; ++i)
                   add_figures(*out, states[i], fleet.kinds[fleet.records[i].kind], (*floats)[i],
                               {kernels_.gravity, dt, levels[i], fleet.anchor});
                 done(*out);
               });
  }

  void pull(const std::optional<Pull>& pull) override {
    std::optional<Pull>& now = kernels_.pull;
    const bool began = now && now->began;  // no step has come since
    now = pull;
    if (now) now->began = now->began || began;
    if (!now) holding_ = false;
  }
  void load(std::uint32_t body, const glm::dvec3& force, const glm::dvec3& torque) override {
    check_index(body);
    loads_.resize(std::size_t{2} * kernels_.count(), glm::vec4(0));
    loads_[std::size_t{2} * body] = glm::vec4(glm::vec3(force), 0);
    loads_[std::size_t{2} * body + 1] = glm::vec4(glm::vec3(torque), 0);
  }
  void place(std::uint32_t body, const BodyPose& pose) override {
    const std::string where = fmt::format("body {}", body);
    check_index(body);
    if (!(glm::length(pose.rotation) > 0))
      throw Error(Exit::bad_input, where, "its rotation has no length", "a quaternion x, y, z, w");
    if (const double far = glm::length(pose.position - kernels_.fleet.anchor); !(far <= farthest_body))
      throw Error(Exit::bad_input, where, fmt::format("it would be {:.6g} m from the other bodies", far),
                  fmt::format("at most {} m", farthest_body));
    placed_[body] = pose;
  }
  std::uint32_t moor(std::uint32_t body, const BodyMooring& mooring, std::optional<std::uint32_t> other) override {
    check_index(body);
    if (other) check_index(*other);
    const std::string where = fmt::format("body {}", body);
    if (other == body) throw Error(Exit::bad_input, where, "the line ends at its own body", "another body");
    if (!(mooring.length >= 0))
      throw Error(Exit::bad_input, where, "the line has no length", "a length of at least 0 m, without tension");
    const std::optional<std::uint32_t> line =
        kernels_.add_line(line_of(kernels_.fleet, mooring, body, other.value_or(body_none)));
    if (!line)
      throw Error(Exit::bad_input, where, fmt::format("{} moorings are in use", body_most_lines),
                  "removing another one first");
    relined_ = true;
    return *line;
  }
  void unmoor(std::uint32_t line) override {
    std::vector<BodyLine>& lines = kernels_.fleet.lines;
    if (line >= lines.size() || lines[line].body == body_none)
      throw Error(Exit::bad_input, fmt::format("mooring {}", line), "there is none with this number",
                  "a number that was returned when it was added");
    lines[line] = {.body = body_none, .other = body_none};
    relined_ = true;
  }
  bool holding() const override { return holding_; }

 private:
  void check_index(std::uint32_t body) const {
    if (const std::uint32_t floating = kernels_.fleet.floating; body >= floating)
      throw Error(Exit::bad_input, fmt::format("body {}", body), fmt::format("the scene has {} bodies", floating),
                  "an index below this number");
  }
  void continue_from(graph::Graph& g, const FleetSnapshot& from) {
    const BodyFleet& fleet = kernels_.fleet;
    kernels_.restore(g, from);
    if (!from.loads.empty()) loads_.resize(2 * fleet.states.size(), glm::vec4(0));
    for (std::uint32_t i = 0; i < fleet.floating; ++i) {
      if (!fleet.continues(i)) continue;
      const std::size_t row = fleet.before[i];
      if (const auto at = from.placed.find(fleet.before[i]); at != from.placed.end()) placed_[i] = at->second;
      for (std::size_t k = 0; k < 2 && !from.loads.empty(); ++k)
        loads_[2 * std::size_t{i} + k] = from.loads[2 * row + k];
    }
  }
  // Poses from outside: the leading members of BodyState.
  void put_placed(graph::Graph& g) {
    if (placed_.empty()) return;
    auto scope = g.scope("bodies", true);
    for (const auto& [body, pose] : std::exchange(placed_, {})) {
      BodyState state{};
      state.position = glm::vec3(pose.position - kernels_.fleet.anchor);
      state.rotation = glm::vec4(glm::normalize(pose.rotation));
      state.velocity = glm::vec3(pose.velocity);
      state.spin = glm::vec3(pose.spin);
      const auto bytes = std::as_bytes(std::span(&state, 1)).first(offsetof(BodyState, volume));
      g.upload("place", kernels_.states[0], bytes, std::uint64_t{body} * sizeof(BodyState));
      kernels_.contacts.wake(g, body);
    }
  }
  static void displace(graph::Graph& g, Solver& water, const BodyWater& w, graph::Buffer now, graph::Buffer before) {
    Displacement d{now, before, quantum, level_quantum};
    d.motion = w.motion;
    d.push_quantum = push_quantum;
    water.ports().hulls().displace(g, d);
  }

  void pick(graph::Graph& g) {
    kernels_.pick(g);
    g.readback("picked", kernels_.held, [this](std::span<const std::byte> bytes) {
      float held[4];
      std::memcpy(held, bytes.data(), sizeof(held));
      holding_ = kernels_.pull && held[3] >= 0;
    });
    kernels_.pull->began = false;
  }

  // Entries of one water that follow each other move at once.
  void move(graph::Graph& g, const StepInfo& step) {
    const double dt = step.dt;
    const std::vector<BodyFleet::Entry>& entries = kernels_.fleet.entries;
    const int sub_steps = entries.empty() ? 1 : body_sub_steps(dt, kernels_.fleet.thinnest);
    const graph::Buffer near = entries.empty() ? graph::Buffer{} : kernels_.find_near(g, dt);
    const auto pushing = std::ranges::find_if(waters_, [](const BodyWater& w) { return w.immersed && w.pushes; });
    std::map<std::uint32_t, graph::Buffer> pushes_of_group;  // by their first body
    for (int i = 0; i < sub_steps; ++i) {
      if (kernels_.drives.any()) {
        const double part = dt / sub_steps;
        kernels_.drives.drive(g, kernels_.now(), step.time + i * part, part, i + 1 < sub_steps ? part : dt, dt,
                              i + 1 == sub_steps, pushing == waters_.end() ? graph::Buffer{} : pushing->impulses,
                              pushing == waters_.end() ? 0 : pushing->count);
      }
      for (std::size_t e = 0; e < entries.size();) {
        const BodyFleet::Entry& first = entries[e];
        const BodyWater* w = first.water >= 0 ? &waters_[static_cast<std::size_t>(first.water)] : nullptr;
        std::uint32_t bodies = 0;
        for (; e < entries.size() && entries[e].group == first.group &&
               (first.group >= 0 || entries[e].water == first.water);
             ++e)
          bodies += entries[e].count;
        if (first.group < 0) {
          kernels_.move(g, dt, i, sub_steps, w, first.first, bodies, near);
          continue;
        }
        graph::Buffer& pushes = pushes_of_group[first.first];
        if (i == 0) pushes = kernels_.pushes_of(g, waters_, first.group, bodies);
        kernels_.move_across(g, dt, i, sub_steps, waters_, first.group, first.first, bodies, near, pushes);
      }
      kernels_.solve_contacts(g, dt, i, sub_steps);
      kernels_.states.step();
    }
  }

  // Until start(): that they continue; of a run without bodies before_ is null.
  std::shared_ptr<const BodySnapshot> from_;
  const FleetSnapshot* before_ = nullptr;
  BodyKernels kernels_;
  BodyWaters of_waters_;
  std::vector<BodyWater>& waters_ = of_waters_.all();
  std::string scene_file_;
  double clock_step_;  // s
  double last_dt_ = 0;
  bool holding_ = false, refill_ = false;     // refill_: kinds are other than on the device
  bool relined_ = false;                      // likewise the lines
  std::map<std::uint32_t, BodyPose> placed_;  // poses from outside for the next step
  std::vector<glm::vec4> loads_;              // force and torque from outside, of each body; empty: none so far
};

}  // namespace

std::unique_ptr<Bodies> make_bodies(graph::State& state, const Scene& scene, std::shared_ptr<const BodySnapshot> from) {
  if (scene.bodies.empty() && !any_moves(scene)) return nullptr;
  return std::make_unique<FloatingBodies>(state, scene, std::move(from));
}

}  // namespace undine::bodies
