// Reads the heights of a scene's terrain from a file.
#pragma once
#include <string>

#include "engine/files/raster.h"
#include "engine/scene/scene.h"

namespace undine {

// Greyscale 16-bit PNG, .npy (nz, nx) of meters, GeoTIFF or ESRI ASCII grid: 2 to 16384 samples per side, 2^26
// together. Throws Error(bad_input) at `where`, naming the file: no such format, damaged, too large, a height that is
// not finite.
Heightmap load_heightmap(const TerrainSettings& settings, const std::string& where);

// A GeoTIFF or ESRI ASCII grid within the same limits; Error as files::read_raster().
files::Raster load_ground(const std::filesystem::path& file);
// Extent in meters of a raster in degrees of longitude and latitude, in its middle, on the ellipsoid WGS 84.
glm::dvec2 geographic_size(const files::Raster& raster);

}  // namespace undine
