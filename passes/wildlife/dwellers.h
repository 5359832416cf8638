// The kinds of dwellers, made for scenes that have them.
#pragma once
#include "engine/scene/dwellers.h"

namespace undine::wildlife {

std::unique_ptr<Dwellers> make_fish(graph::State& state, const Scene& scene);
std::unique_ptr<Dwellers> make_leaves(graph::State& state, const Scene& scene);

// One for all fish, one for all leaves, as far as the scene has any. Errors name the setting.
std::vector<std::unique_ptr<Dwellers>> make_dwellers(graph::State& state, const Scene& scene);

}  // namespace undine::wildlife
