// Solver for tests of spray and foam: particles at given places with given velocities that do not move.
#pragma once
#include <vector>

#include "engine/scene/solver.h"

namespace undine::test {

// Particles of the cloud, set before the scene is created.
inline std::vector<glm::vec4> cloud_positions, cloud_velocities;

struct CloudSettings : SolverSettings {
  double spacing = 0.05;
  glm::dvec3 low{0, 0, 0}, high{1, 1, 1};
  void describe(settings::Visitor& v) override {
    v.value("spacing", spacing, {});
    v.value("low", low, {});
    v.value("high", high, {});
  }
  std::optional<Room> room() const override { return Room{low, high}; }
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;
};

class CloudWater : public Solver {
 public:
  CloudWater(graph::State& state, const SceneContext& context, const CloudSettings& s) : s_(s) {
    const auto vectors = [&](const char* name) {
      return state.buffer(context.name + name,
                          {.bytes = 16 * cloud_positions.size(), .texel = graph::Format::rgba32_float});
    };
    position_ = vectors("/position");
    velocity_ = vectors("/velocity");
    count_ = state.buffer(context.name + "/count", {.bytes = 16});
  }
  void start(graph::Graph& g) override {
    g.upload("fill positions", position_, cloud_positions);
    g.upload("fill velocities", velocity_, cloud_velocities);
    g.upload("fill count", count_, std::vector<std::uint32_t>(4, static_cast<std::uint32_t>(cloud_positions.size())));
  }
  void step(graph::Graph&, const StepInfo&) override {}
  SurfaceField surface(graph::Graph&) override { return {}; }
  std::optional<ParticleSet> particles(graph::Graph&) override {
    ParticleSet set;
    set.position = position_;
    set.velocity = velocity_;
    set.count = count_;
    set.capacity = static_cast<std::uint32_t>(cloud_positions.size());
    set.spacing = s_.spacing;
    set.low = s_.low;
    set.high = s_.high;
    return set;
  }
  std::vector<Field> fields() override { return {}; }
  void stats(graph::Graph&, std::function<void(const Stats&)>) override {}
  Cost cost() const override { return {}; }

 private:
  CloudSettings s_;
  graph::Buffer position_, velocity_, count_;
};

inline std::unique_ptr<Solver> CloudSettings::create(graph::State& state, const SceneContext& context) const {
  return std::make_unique<CloudWater>(state, context, *this);
}

}  // namespace undine::test
