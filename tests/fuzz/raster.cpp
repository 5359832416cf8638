#include "engine/files/raster.h"

#include "engine/scene/terrain.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {

void raster(Input bytes) {
  const bool tiff = bytes.starts_with("II") || bytes.starts_with("MM");
  const std::filesystem::path file = write(tiff ? "ground.tif" : "ground.asc", bytes);
  files::Raster raster;
  if (!accepts([&] { raster = files::read_raster(file, 512, 1 << 16); })) return;
  if (raster.values.size() != std::size_t{raster.nx} * raster.nz) finding("cells are missing");
  accepts([&] {
    const files::Raster again =
        files::read_raster(write("again.tif", files::raster_bytes(raster, ".tif")), 512, 1 << 16);
    if (again.nx != raster.nx || again.nz != raster.nz) finding("a written raster has another size");
  });
  TerrainSettings terrain;
  terrain.heightmap = file;
  accepts([&] { load_heightmap(terrain, "terrain"); });
}

}  // namespace undine::fuzz
