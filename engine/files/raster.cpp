#include "engine/files/raster.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/core/error.h"
#include "engine/files/raster_formats.h"

namespace undine::files {

void RasterLimits::check(const std::filesystem::path& file, double nx, double nz) const {
  const bool whole = std::floor(nx) == nx && std::floor(nz) == nz;
  const auto most = static_cast<double>(side);
  if (whole && nx >= 1 && nz >= 1 && nx <= most && nz <= most && nx * nz <= static_cast<double>(cells)) return;
  throw Error(Exit::bad_input, file.string(), fmt::format("has {:g} x {:g} cells", nx, nz),
              fmt::format("1 to {} on each side, {} together", side, cells));
}

bool is_raster(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".tif" || ending == ".tiff" || ending == ".asc";
}

Raster read_raster(const std::filesystem::path& file, std::uint64_t most_side, std::uint64_t most_cells) {
  const RasterLimits limits{most_side, most_cells};
  return file.extension() == ".asc" ? read_ascii_grid(file, limits) : read_geotiff(file, limits);
}

std::string raster_bytes(const Raster& raster, const std::string& ending) {
  return ending == ".asc" ? ascii_grid_bytes(raster) : geotiff_bytes(raster);
}

}  // namespace undine::files
