// Solver for tests of floating and flying objects: a tilted plane of uniform velocity, dry in a square, in closed
// form.
#pragma once
#include "engine/scene/solver.h"

namespace undine::test {

struct StreamSettings : SolverSettings {
  glm::uvec2 cells{64, 64};
  glm::dvec2 size{8, 8}, flow{0, 0}, slope{0, 0};
  double depth = 0;       // meters, as reported by its flow
  double dry = 0;         // side of the dry square at the center
  glm::dvec2 pour{0, 0};  // inflow from above: meters per step, and its speed
  double turn = 0;        // 1/s, rotation of the whole water about the center, from +x towards +z
  bool periodic = true;
  void describe(settings::Visitor& v) override {
    v.value("cells", cells, {.min = 1, .max = 1024});
    v.value("size", size, {});
    v.value("flow", flow, {});
    v.value("slope", slope, {});
    v.value("depth", depth, {});
    v.value("dry", dry, {});
    v.value("turn", turn, {});
    v.value("pour", pour, {});
    v.value("periodic", periodic, {});
  }
  std::optional<Place> place() const override { return Place{{}, size}; }
  std::unique_ptr<Solver> create(graph::State& state, const SceneContext& context) const override;
};

class StreamWater : public Solver {
 public:
  StreamWater(graph::State& state, const SceneContext& context, const StreamSettings& s) : s_(s) {
    const graph::Extent extent{s.cells.x, s.cells.y, 1};
    surface_ = state.image(context.name + "/surface", {.extent = extent, .format = graph::Format::rgba32_float});
    flow_ = state.image(context.name + "/flow", {.extent = extent, .format = graph::Format::rgba32_float});
    if (s.pour.x > 0) touched_ = state.buffer(context.name + "/touched", {.bytes = 8ull * s.cells.x * s.cells.y});
  }
  void start(graph::Graph& g) override {
    std::vector<glm::vec4> surface, flow;
    for (std::uint32_t j = 0; j < s_.cells.y; ++j)
      for (std::uint32_t i = 0; i < s_.cells.x; ++i) {
        const glm::dvec2 p = ((glm::dvec2(i, j) + 0.5) / glm::dvec2(s_.cells) - 0.5) * s_.size;
        const bool dry = std::abs(p.x) < s_.dry / 2 && std::abs(p.y) < s_.dry / 2;
        surface.emplace_back(glm::dot(p, s_.slope), glm::vec2(s_.slope), dry ? 0 : 1);
        flow.emplace_back(glm::vec2(s_.flow + s_.turn * glm::dvec2(-p.y, p.x)), s_.depth, 0);
      }
    g.upload("fill surface", surface_, surface);
    g.upload("fill flow", flow_, flow);
  }
  void step(graph::Graph& g, const StepInfo&) override {
    if (touched_) g.upload("pour", touched_, std::vector<glm::vec2>(std::size_t{s_.cells.x} * s_.cells.y, s_.pour));
  }
  SurfaceField surface(graph::Graph&) override {
    SurfaceField f;
    f.surface = surface_;
    f.flow = flow_;
    f.touched = touched_;
    f.cells = s_.cells;
    f.size = s_.size;
    f.periodic_x = f.periodic_z = s_.periodic;
    return f;
  }
  std::vector<Field> fields() override { return {}; }
  void stats(graph::Graph&, std::function<void(const Stats&)>) override {}
  Cost cost() const override { return {}; }

 private:
  StreamSettings s_;
  graph::Image surface_, flow_;
  graph::Buffer touched_;
};

inline std::unique_ptr<Solver> StreamSettings::create(graph::State& state, const SceneContext& context) const {
  return std::make_unique<StreamWater>(state, context, *this);
}

}  // namespace undine::test
