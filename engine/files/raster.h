// Elevation rasters of geographic information systems: GeoTIFF (libtiff) and ESRI ASCII (.asc).
// Rows run from north to south, values in a row from west to east; a value stands for a cell.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace undine::files {

struct Raster {
  std::uint32_t nx = 0, nz = 0;
  std::vector<float> values;     // nz * nx; GeoTIFF: meters where the file names its vertical unit
  std::optional<float> no_data;  // value of a cell without a height
  glm::dvec2 cell{0};            // size of a cell, meters or degrees; 0: the file does not tell
  glm::dvec2 corner{0};          // coordinates of the corner south-west
  bool geographic = false;       // coordinates are degrees of longitude and latitude
  std::string projection;        // "EPSG:32756", empty: unknown
};

// By the extension, .tif, .tiff or .asc. Error(bad_input) at the file: damaged, no elevation raster, rotated, or over
// `most_side` cells on a side or `most_cells` together.
bool is_raster(const std::filesystem::path& file);
Raster read_raster(const std::filesystem::path& file, std::uint64_t most_side, std::uint64_t most_cells);

// Content of a file of the ending ".tif", ".tiff" (float32, Deflate) or ".asc"; cells of NaN are written as no_data,
// else -9999. Error(bad_input): cells that are not square in an .asc.
std::string raster_bytes(const Raster& raster, const std::string& ending);

}  // namespace undine::files
