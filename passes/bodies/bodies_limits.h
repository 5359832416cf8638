// Limits of body sizes and proportions in single precision.
#pragma once
#include <cstddef>

#include "engine/scene/scene.h"
#include "passes/bodies/bodies_hull.h"

namespace undine::bodies {

// Error(Exit::bad_input) that names the setting: a hull that is too small or too thin for its length, a center of
// mass that is farther from the hull than the hull is long.
void check_limits(const Scene& scene, const BodySettings& body, std::size_t entry, const Hull& hull);

}  // namespace undine::bodies
