// Bodies that start on the terrain ("on_terrain").
#pragma once
#include "passes/bodies/bodies_fleet.h"

namespace undine::bodies {

// Moves body i up or down until its hull touches the terrain, 1 mm above it, if its entry asks for that; its attitude
// stays. Outside of the map it keeps its height. Error: the scene has no terrain.
void put_on_terrain(const Scene& scene, BodyFleet& fleet, std::size_t i);

}  // namespace undine::bodies
