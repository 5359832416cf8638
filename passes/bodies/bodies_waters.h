// The waters of a scene as bodies meet them: which bodies are in which, what they displace there, and where waters end.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/bodies/bodies_kernels.h"
#include "passes/bodies/bodies_start.h"

namespace undine::bodies {

class BodyWaters {
 public:
  // Waters in the scene's order. Error(bad_input): bodies that may cross more than body_most_reaches of them.
  BodyWaters(graph::State& state, const Scene& scene, BodyKernels& kernels);
  void adopt(graph::State& state) const;  // resources of waters that continue
  // Measures the waters, makes their buffers, and sets how the kinds of bodies displace them.
  // from: waters that continue keep their buffers and the kinds in them how they displace; null: none does.
  void start(graph::Graph& g, std::span<Solver* const> waters, const FleetSnapshot* from);
  void measure(graph::Graph& g, std::span<Solver* const> waters);  // surfaces of this step
  // The borders that bodies of each entry start at; of those that cross waters, none.
  std::vector<std::optional<StartBorder>> borders() const;
  std::vector<double> levels() const;  // world y of the rest level around each body

  std::vector<BodyWater>& all() { return waters_; }
  const std::vector<BodyWater>& all() const { return waters_; }

 private:
  // Bodies of a group are in all of its waters, as far as each of them holds their points.
  void let_cross(const Scene& scene, const BodyFleet::Entry& e, const std::vector<int>& groups);
  void find_movers(const Scene& scene, std::size_t i);  // checks whether something solid that moves comes here
  void allocate(BodyWater& w, Solver& solver, const BodyWater* before);
  BodyReach reach_of(const BodyWater& w, Solver& solver) const;
  // Sets over how much of its water a kind's bodies spread what they displace.
  void stretch(BodyKind& kind, const BodyFleet::Entry& entry) const;

  graph::State& state_;
  BodyKernels& kernels_;
  std::vector<BodyWater> waters_;
};

}  // namespace undine::bodies
