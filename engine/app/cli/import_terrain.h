// Builds a scene from an elevation raster (GeoTIFF, ESRI ASCII), with water on it.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <string>

#include "engine/scene/parts.h"

namespace undine::cli {

// `name`: of the file in the scene. `cells`: columns of the water; 0: those of the raster, 512 on a side at most.
// Errors as load_heightmap().
ImportedLevel import_terrain(const std::filesystem::path& file, const std::string& name, glm::uvec2 cells);

}  // namespace undine::cli
