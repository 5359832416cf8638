// Passive agents: fish and leaves that the water carries and that do not act on it. Implemented by
// passes/agents/fish.cpp and passes/agents/leaves.cpp.
#pragma once  // public
#include <memory>
#include <span>
#include <vector>

#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "engine/scene/solver.h"

namespace undine {

class PassiveAgents {
 public:
  virtual ~PassiveAgents() = default;
  // `waters` in the scene's order, as they are at the start and at the end of every step.
  virtual void start(graph::Graph& g, std::span<const SurfaceField> waters) = 0;
  virtual void step(graph::Graph& g, const StepInfo& step, std::span<const SurfaceField> waters) = 0;
  virtual void disturb(std::size_t /*water*/, const Disturbance&) {}  // takes effect in the next step
  virtual void show(BodySet& set) const = 0;                          // puts its states in
  virtual std::vector<Field> fields() = 0;
};

}  // namespace undine
