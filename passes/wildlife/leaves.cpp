// Leaves, petals and pads: tracers on the surface that the current carries and waves tilt. Two time levels, as for
// fish.
#include "passes/wildlife/dwellers.h"
#include "passes/wildlife/leaves_params.h"
#include "passes/wildlife/pond.h"

namespace undine::wildlife {
namespace {

class Leaves : public Dwellers {
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
      auto& pond = ponds_[kind.water];
      if (!pond)
        pond = std::make_unique<Pond>(state, scene, kind.water, "leaves", "/leaves/" + std::to_string(i) + "/water");
      kinds_.push_back(kind);
      total_ += s.count;
    }
    for (Kind& k : kinds_) k.params.total = total_;
    states_ = graph::History(state, "leaves/state", {.bytes = total_ * sizeof(LeafState)}, 2);
  }

  void start(graph::Graph& g, std::span<const SurfaceField> waters) override {
    auto scope = g.scope("leaves", true);
    for (auto& pond : ponds_)
      if (pond) pond->start(g);
    for (const Kind& k : kinds_) {
      auto node = g.compute("scatter", "wildlife/leaves_scatter.comp");
      ponds_[k.water]->bind(node, waters[k.water]);
      node.modify("after", states_[0]).params(params_of(k, waters, {0, 0, 1})).over({k.params.count, 1, 1});
    }
  }

  void step(graph::Graph& g, const StepInfo& step, std::span<const SurfaceField> waters) override {
    auto scope = g.scope("leaves", true);
    for (const Kind& k : kinds_) {
      auto node = g.compute("drift", "wildlife/leaves_drift.comp");
      ponds_[k.water]->bind(node, waters[k.water]);
      node.read("now", states_[0])
          .modify("after", states_[+1])
          .params(params_of(k, waters, step))
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
    LeafParams params;  // what does not change
    std::size_t water = 0;
  };

  LeafParams params_of(const Kind& k, std::span<const SurfaceField> waters, const StepInfo& step) const {
    LeafParams p = k.params;
    p.pond = ponds_[k.water]->params(waters[k.water], step.dt);
    p.time = static_cast<float>(step.time);
    return p;
  }

  std::vector<Kind> kinds_;
  std::vector<std::unique_ptr<Pond>> ponds_;  // per water; null: none on it
  std::uint32_t total_ = 0;
  graph::History states_;
};

}  // namespace

std::unique_ptr<Dwellers> make_leaves(graph::State& state, const Scene& scene) {
  return std::make_unique<Leaves>(state, scene);
}

}  // namespace undine::wildlife
