// Readers and writers of the raster formats. Included by raster*.cpp only.
#pragma once
#include "engine/files/raster.h"

namespace undine::files {

struct RasterLimits {
  std::uint64_t side = 0, cells = 0;
  void check(const std::filesystem::path& file, double nx, double nz) const;  // Error(bad_input)
};

Raster read_ascii_grid(const std::filesystem::path& file, const RasterLimits& limits);
std::string ascii_grid_bytes(const Raster& raster);
Raster read_geotiff(const std::filesystem::path& file, const RasterLimits& limits);
std::string geotiff_bytes(const Raster& raster);

}  // namespace undine::files
