// Leaves, petals and pads: tracers on the surface that the current carries and waves tilt. Two time levels, as for
// fish.
#include <algorithm>

#include "passes/agents/agents.h"
#include "passes/agents/leaves_params.h"
#include "passes/agents/pond.h"

namespace undine::agents {
namespace {

std::size_t numbered(const Scene& scene, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(scene.water, name, &WaterEntry::name) - scene.water.begin());
}

// Grids that receive water of a grid: across an interface, or through one particle solver.
std::vector<std::size_t> next_grids(const Scene& scene, std::size_t water) {
  std::vector<std::size_t> out;
  const auto add = [&](std::size_t i) {
    if (i != water && std::ranges::find(out, i) == out.end()) out.push_back(i);
  };
  for (const CouplingSettings& e : scene.exchanges) {
    if (e.current) continue;
    const std::size_t from = numbered(scene, e.from), to = numbered(scene, e.to);
    const bool line = scene.water[from].settings->place() && scene.water[to].settings->place();
    if (line && (from == water || to == water)) add(from == water ? to : from);
    if (line || from != water) continue;
    for (const CouplingSettings& below : scene.exchanges)
      if (below.from == e.to && !below.current) add(numbered(scene, below.to));
  }
  return out;
}

// Grids that leaves of a water may reach, itself first.
std::vector<std::size_t> group_of(const Scene& scene, std::size_t water) {
  std::vector<std::size_t> out{water};
  for (std::size_t k = 0; k < out.size(); ++k)
    for (std::size_t next : next_grids(scene, out[k]))
      if (std::ranges::find(out, next) == out.end()) out.push_back(next);
  return out;
}

LeafWays ways_from(const Scene& scene, std::size_t water) {
  LeafWays out{};
  for (std::size_t to : next_grids(scene, water)) {
    const Place place = *scene.water[to].settings->place();
    if (out.count == leaf_most_ways) break;
    const glm::dvec2 middle(place.origin.x, place.origin.z);
    out.v[out.count++] = {glm::vec2(middle - 0.5 * place.size), glm::vec2(middle + 0.5 * place.size),
                          static_cast<std::uint32_t>(to)};
  }
  return out;
}

class Leaves : public PassiveAgents {
 public:
  Leaves(graph::State& state, const Scene& scene) {
    ponds_.resize(scene.water.size());
    for (std::size_t i = 0; i < scene.leaves.size(); ++i) {
      const LeafSettings& s = scene.leaves[i];
      Kind kind{{}, water_index(scene, s.water)};
      LeafParams& p = kind.params;
      p.center = glm::vec2(s.center);
      p.wind = glm::vec2(s.wind);
      p.radius = static_cast<float>(s.radius);
      p.size = static_cast<float>(s.size);
      p.variety = static_cast<float>(s.variety);
      p.tether = static_cast<float>(s.tether);
      p.gravity = static_cast<float>(scene.gravity);
      p.first = total_;
      p.count = s.count;
      p.index = static_cast<std::uint32_t>(i);
      p.water = static_cast<std::uint32_t>(kind.water);
      p.seed = seed_of(scene, "leaves", i);
      const std::vector<std::size_t> group = group_of(scene, kind.water);
      for (std::size_t water : group) {
        auto& pond = ponds_[water];
        if (!pond)
          pond = std::make_unique<Pond>(state, scene, water, "leaves", "/leaves/" + std::to_string(i) + "/water");
        if (group.size() > 1) kind.crosses.push_back({water, ways_from(scene, water)});
      }
      kinds_.push_back(kind);
      total_ += s.count;
    }
    for (Kind& k : kinds_) k.params.total = total_;
    states_ = graph::History(state, "leaves/state", {.bytes = total_ * sizeof(LeafState)}, 2);
    if (std::ranges::any_of(kinds_, [](const Kind& k) { return !k.crosses.empty(); }))
      falling_ = state.buffer("leaves/falling", {.bytes = 4 * std::uint64_t{total_}});
  }

  void start(graph::Graph& g, std::span<const SurfaceField> waters) override {
    auto scope = g.scope("leaves", true);
    for (auto& pond : ponds_)
      if (pond) pond->start(g);
    if (falling_) g.clear("clear_falling", falling_);
    for (const Kind& k : kinds_) {
      auto node = g.compute("scatter", "agents/leaves_scatter.comp");
      ponds_[k.water]->bind(node, waters[k.water]);
      node.modify("after", states_[0]).params(params_of(k, k.water, waters, {0, 0, 1})).over({k.params.count, 1, 1});
    }
  }

  void step(graph::Graph& g, const StepInfo& step, std::span<const SurfaceField> waters) override {
    auto scope = g.scope("leaves", true);
    for (const Kind& k : kinds_) {
      for (const Kind::Reach& reach : k.crosses) {
        auto node = g.compute("drift", "agents/leaves_drift.comp", {.with = "CROSSES"});
        ponds_[reach.water]->bind(node, waters[reach.water]);
        node.read("now", states_[0]).modify("after", states_[+1]).modify("falling", falling_);
        node.uniform("ways", reach.ways);
        node.params(params_of(k, reach.water, waters, step)).over({k.params.count, 1, 1});
      }
      if (!k.crosses.empty()) continue;
      auto node = g.compute("drift", "agents/leaves_drift.comp");
      ponds_[k.water]->bind(node, waters[k.water]);
      node.read("now", states_[0])
          .modify("after", states_[+1])
          .params(params_of(k, k.water, waters, step))
          .over({k.params.count, 1, 1});
    }
    states_.step();
  }

  void show(BodySet& set) const override { set.leaves = states_[0]; }

  std::vector<Field> fields() override {
    return {{"leaves.state",
             {total_, leaf_shown_floats},
             "m, m/s, 1, radians",
             "per leaf: position, velocity along x and z, slope that it lies with, yaw",
             [this](graph::Graph&) {
               return FieldView{states_[0], 0, leaf_state_floats};
             }}};
  }

 private:
  struct Kind {
    LeafParams params;  // constant part
    std::size_t water = 0;
    struct Reach {
      std::size_t water = 0;
      LeafWays ways;
    };
    std::vector<Reach> crosses;  // per reachable water, for kinds that reach several
  };

  LeafParams params_of(const Kind& k, std::size_t water, std::span<const SurfaceField> waters,
                       const StepInfo& step) const {
    LeafParams p = k.params;
    p.water = static_cast<std::uint32_t>(water);
    p.pond = ponds_[water]->params(waters[water], step.dt);
    p.drift = glm::vec2(waters[water].drift);
    p.slides = waters[water].waves.patches > 0 ? 0 : 1;
    p.time = static_cast<float>(step.time);
    return p;
  }

  std::vector<Kind> kinds_;
  std::vector<std::unique_ptr<Pond>> ponds_;  // per water; null: without leaves
  std::uint32_t total_ = 0;
  graph::History states_;
  graph::Buffer falling_;  // falling speed of each leaf, m/s; null if leaves stay on their water
};

}  // namespace

std::unique_ptr<PassiveAgents> make_leaves(graph::State& state, const Scene& scene) {
  return std::make_unique<Leaves>(state, scene);
}

}  // namespace undine::agents
