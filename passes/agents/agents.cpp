#include "passes/agents/agents.h"

namespace undine::agents {

std::vector<std::unique_ptr<PassiveAgents>> make_agents(graph::State& state, const Scene& scene) {
  std::vector<std::unique_ptr<PassiveAgents>> all;
  if (!scene.fish.empty()) all.push_back(make_fish(state, scene));
  if (!scene.leaves.empty()) all.push_back(make_leaves(state, scene));
  return all;
}

}  // namespace undine::agents
