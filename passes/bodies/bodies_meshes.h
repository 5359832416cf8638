// Meshes of bodies and moving meshes for export.
#pragma once
#include <vector>

#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_fleet.h"

namespace undine::bodies {

// Meshes of all entries, then of the solid meshes that move. Meshes that stand have no animation and are left out.
std::vector<BodyMesh> meshes_of(const BodyFleet& fleet);

}  // namespace undine::bodies
