// Reports bodies that start inside each other, a solid or the ground.
#pragma once
#include "passes/bodies/bodies_fleet.h"

namespace undine::bodies {

// Warns of them, each by its place in the scene: they are pushed apart at contact_recovery_speed at most. At most eight
// lines, and how many are left out. Overlaps of less than 2 % of the thinner one's extent are none.
void warn_of_overlaps(const Scene& scene, const BodyFleet& fleet);

// Moves bodies of a jittered scatter that overlap an earlier body, or a solid, to a random free place near their own
// and within the rectangle of the scatter. A body that finds none in 256 attempts keeps its place.
void separate_scattered(const Scene& scene, BodyFleet& fleet);

}  // namespace undine::bodies
