// Shared by the targets that end in a world.
#pragma once
#include "engine/scene/scene.h"

namespace undine::fuzz {

void make_world(const Scene& scene);  // and its meshes and textures, and declares its first steps

}  // namespace undine::fuzz
