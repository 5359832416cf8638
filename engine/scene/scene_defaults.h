// Defaults of camera, basin and light that a scene file does not set, derived from the extents of its waters.
#pragma once
#include "engine/scene/scene.h"

namespace undine {

// `meshes`: without terrain every water gets a tiled basin, all of them a ground. `camera`: eye and target take in all
// waters. Does nothing where no water tells its place or room.
void complete_scene(Scene& scene, bool meshes, bool camera);

}  // namespace undine
