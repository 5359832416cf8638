// Heights of a scene's terrain, from a file.
#pragma once
#include <string>

#include "engine/scene/scene.h"

namespace undine {

// Greyscale 16-bit PNG, or .npy (nz, nx) of metres: 2 to 16384 samples per side, 2^26 together.
// Throws Error(bad_input) at `where`, naming the file: no such format, damaged, too large, a height that is not finite.
Heightmap load_heightmap(const TerrainSettings& settings, const std::string& where);

}  // namespace undine
