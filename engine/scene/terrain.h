// Heights of a scene's terrain, from a file.
#pragma once
#include <string>

#include "engine/scene/scene.h"

namespace undine {

// Greyscale 16-bit PNG, .npy (nz, nx) of metres, GeoTIFF or ESRI ASCII grid: 2 to 16384 samples per side, 2^26
// together. Throws Error(bad_input) at `where`, naming the file: no such format, damaged, too large, a height that is
// not finite.
Heightmap load_heightmap(const TerrainSettings& settings, const std::string& where);

// Metres of a degree of longitude and of latitude, at a latitude in degrees, on the ellipsoid WGS 84.
glm::dvec2 metres_of_degree(double latitude);

}  // namespace undine
