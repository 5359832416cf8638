// Static meshes of a scene in world space, for other programs.
#pragma once
#include <vector>

#include "engine/scene/scene.h"
#include "engine/scene/scenery.h"

namespace undine::solids {

// As Parts::scenery says: "meshes" without motion in their order, a mesh per part of a model, the terrain and its
// surroundings. A textured part has its color times the mean of the texture.
std::vector<SceneryMesh> scenery(const Scene& scene);

}  // namespace undine::solids
