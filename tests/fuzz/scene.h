// Shared by targets that create a world.
#pragma once
#include "engine/scene/scene.h"

namespace undine::fuzz {

void make_world(const Scene& scene);  // also loads its meshes and textures, and declares its first steps

}  // namespace undine::fuzz
