// The kinds of dwellers, made for scenes that have them.
#pragma once
#include "engine/scene/dwellers.h"

namespace undine {

std::unique_ptr<Dwellers> make_fish(graph::State& state, const Scene& scene);
std::unique_ptr<Dwellers> make_leaves(graph::State& state, const Scene& scene);

}  // namespace undine
