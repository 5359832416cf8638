// White water as diffuse particles [Ihmsen et al. 2012]: spray, foam and bubbles of any water, on grids or of
// particles. Kernels of a step: births (an expected number per source), motion, a prefix sum over survivors and
// births, and compaction. Deterministic: the result does not depend on thread order.
#pragma once
#include <memory>

#include "engine/scene/scene.h"
#include "engine/scene/spray.h"

namespace undine::spray {

// White water of the scene's water of that number; null: its setting's count is 0.
std::unique_ptr<Spray> make_spray(graph::State& state, const Scene& scene, std::size_t water);

}  // namespace undine::spray
