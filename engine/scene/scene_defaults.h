// Defaults of camera, basin and light for a scene file that does not set them, fitted to the places of its waters.
#pragma once
#include "engine/scene/scene.h"

namespace undine {

// `meshes`: without terrain every water gets a tiled basin, all of them a ground. `camera`: eye and target take in all
// waters. Does nothing where no water tells its place or room.
void complete_scene(Scene& scene, bool meshes, bool camera);

}  // namespace undine
