// Fish: boids that react to each other, the walls and the water. Two time levels: every fish reads all others in the
// order of the scene, so results are deterministic.
#include <algorithm>

#include "passes/agents/agents.h"
#include "passes/agents/fish_params.h"
#include "passes/agents/pond.h"

namespace undine::agents {
namespace {

FishKind kind_of(const FishSettings& s) {
  const auto f = [](double v) { return static_cast<float>(v); };
  FishKind k{};
  k.length_ = f(s.length);
  k.variety = f(s.variety);
  k.center = glm::vec2(s.center);
  k.radius = f(s.radius);
  k.speed = f(s.speed);
  k.burst = f(s.burst);
  k.depth = glm::vec2(s.depth);
  k.sight = f(s.school.sight);
  k.space = f(s.school.space);
  k.cohesion = f(s.school.cohesion);
  k.alignment = f(s.school.alignment);
  k.separation = f(s.school.separation);
  k.wander = f(s.wander);
  k.carried = f(s.carried);
  k.fear = f(s.fear);
  k.startle = f(s.startle);
  k.calm = f(s.calm);
  return k;
}

class Fish : public PassiveAgents {
 public:
  Fish(graph::State& state, const Scene& scene) : scares_(scene.water.size()) {
    ponds_.resize(scene.water.size());
    for (std::size_t i = 0; i < scene.fish.size(); ++i) {
      const FishSettings& s = scene.fish[i];
      Kind kind{kind_of(s), water_index(scene, s.water), total_, s.count, seed_of(scene, "fish", i)};
      auto& pond = ponds_[kind.water];
      if (!pond)
        pond = std::make_unique<Pond>(state, scene, kind.water, "fish", "/fish/" + std::to_string(i) + "/water");
      kinds_.push_back(kind);
      total_ += s.count;
    }
    states_ = graph::History(state, "fish/state", {.bytes = total_ * sizeof(FishState)}, 2);
  }

  void start(graph::Graph& g, std::span<const SurfaceField> waters) override {
    auto scope = g.scope("fish", true);
    for (auto& pond : ponds_)
      if (pond) pond->start(g);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const Kind& k = kinds_[i];
      auto node = g.compute("scatter", "agents/fish_scatter.comp");
      ponds_[k.water]->bind(node, waters[k.water]);
      node.modify("after", states_[0]).params(params_of(i, waters, {0, 0, 1})).over({k.count, 1, 1});
    }
    for (auto& scare : scares_) scare.clear();
  }

  void step(graph::Graph& g, const StepInfo& step, std::span<const SurfaceField> waters) override {
    auto scope = g.scope("fish", true);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const Kind& k = kinds_[i];
      auto node = g.compute("swim", "agents/fish_swim.comp");
      ponds_[k.water]->bind(node, waters[k.water]);
      node.read("now", states_[0])
          .modify("after", states_[+1])
          .params(params_of(i, waters, step))
          .over({k.count, 1, 1});
    }
    states_.step();
    for (auto& scare : scares_) scare.clear();
  }

  void disturb(std::size_t water, const Disturbance& push) override {
    const glm::vec4 scare(glm::vec3(push.point), static_cast<float>(push.strength));
    const bool finite = std::isfinite(scare.x + scare.y + scare.z + scare.w);
    if (finite && water < scares_.size() && scares_[water].size() < most_scares) scares_[water].push_back(scare);
  }

  void show(BodySet& set) const override { set.fish = states_[0]; }

  std::vector<Field> fields() override {
    return {{"fish.state",
             {total_, fish_shown_floats},
             "m, m/s, 1, radians",
             "per fish: position, velocity over ground, fright from 0 to 1, phase of the body's wave",
             [this](graph::Graph&) {
               return FieldView{states_[0], 0, fish_state_floats};
             }}};
  }

 private:
  struct Kind {
    FishKind kind;
    std::size_t water = 0;
    std::uint32_t first = 0, count = 0;
    int seed = 0;
  };

  FishParams params_of(std::size_t index, std::span<const SurfaceField> waters, const StepInfo& step) const {
    const Kind& k = kinds_[index];
    FishParams p{};
    p.pond = ponds_[k.water]->params(waters[k.water], step.dt);
    p.kind = k.kind;
    p.first = k.first;
    p.count = k.count;
    p.total = total_;
    p.index = static_cast<std::uint32_t>(index);
    p.water = static_cast<std::uint32_t>(k.water);
    p.seed = k.seed;
    p.time = static_cast<float>(step.time);
    std::ranges::copy(scares_[k.water], p.scares);
    return p;
  }

  std::vector<Kind> kinds_;
  std::vector<std::unique_ptr<Pond>> ponds_;  // per water; null: without fish
  std::vector<std::vector<glm::vec4>> scares_;
  std::uint32_t total_ = 0;
  graph::History states_;
};

}  // namespace

std::unique_ptr<PassiveAgents> make_fish(graph::State& state, const Scene& scene) {
  return std::make_unique<Fish>(state, scene);
}

}  // namespace undine::agents
