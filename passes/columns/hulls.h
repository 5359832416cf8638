// Hulls in columns: the water that a hull displaces acts as an external head on the water under it. The head drives
// that water out until bed, water and hull add up to the surrounding level; columns that hulls fill are closed to the
// flow. Volume is conserved: depths contain water only.
//   level under a hull = bed + depth + head,  head = column displaced at the calm level
// The calm level follows the surrounding level within seconds. With the instantaneous level the head would cancel
// every motion of the water under the hull.
#pragma once
#include "passes/columns/settings.h"

namespace undine::columns {

class Hulls {
 public:
  Hulls(graph::State& state, const ColumnsSettings& settings, const SceneContext& context)
      : state_(&state), owner_(state.owner()), s_(settings), name_(context.name) {}
  bool pushed() const { return pushed_; }
  void be_pushed() { pushed_ = true; }  // words 2 and 3 of a texel of water are its discharge
  void have_pipes(glm::dvec3 weights) { weights_ = weights; }
  explicit operator bool() const { return active_; }
  // Per column: head in meters; share of the column that hulls shut. Where a mesh that moves is, the negative of it,
  // less how far over the calm level it shuts the column off.
  graph::Buffer hull_head() const { return active_ ? hull_head_ : graph::Buffer{}; }  // null: nothing floats
  // Calm level, what hulls do to the flow (calm.comp), coverage.
  graph::Image calm() const { return active_ && settled_ ? calm_[now_] : graph::Image{}; }
  graph::Image calm_flow() const { return calm_flow_[now_]; }  // m/s; z: share of the column that hulls shut
  void forget() { active_ = false; }
  // `rest`: of the surface's image over origin.y. now == before: what floats from the start, whose water is taken out.
  void displace(graph::Graph& g, const Displacement& d, graph::Buffer water, graph::Buffer bed, double rest,
                double gravity);
  void step(double dt) { pending_ += dt; }
  // After a step the first time that its surface and velocity are known.
  void settle(graph::Graph& g, graph::Image surface, graph::Image velocity);

 private:
  graph::State* state_;
  std::uint32_t owner_;
  ColumnsSettings s_;
  std::string name_;
  graph::Buffer hull_head_;
  graph::Image calm_[2], calm_flow_[2], reaction_;
  int now_ = 0;            // of calm_ and calm_flow_
  glm::dvec3 weights_{0};  // of pipes between columns
  bool active_ = false, settled_ = false, pushed_ = false;
  double pending_ = 0;  // seconds that the calm level has not followed yet
};

}  // namespace undine::columns
