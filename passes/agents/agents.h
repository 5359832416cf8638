// Factories of the passive agents: fish and leaves.
#pragma once
#include "engine/scene/passive_agents.h"

namespace undine::agents {

std::unique_ptr<PassiveAgents> make_fish(graph::State& state, const Scene& scene);
std::unique_ptr<PassiveAgents> make_leaves(graph::State& state, const Scene& scene);

// One object for all fish and one for all leaves; absent without entries in the scene. Errors name the setting.
std::vector<std::unique_ptr<PassiveAgents>> make_agents(graph::State& state, const Scene& scene);

}  // namespace undine::agents
