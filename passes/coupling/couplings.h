// The couplings of a scene.
#pragma once
#include <memory>
#include <vector>

#include "engine/scene/couplings.h"
#include "engine/scene/scene.h"
#include "engine/scene/solver.h"

namespace undine::coupling {

// `waters` in the scene's order; null: the scene has no couplings. Errors as of make_overflow() and its like.
std::unique_ptr<Couplings> make_couplings(graph::State& state, const Scene& scene, const std::vector<Solver*>& waters);

}  // namespace undine::coupling
