#include "engine/files/npy.h"

#include "engine/scene/terrain.h"
#include "passes/grid/grid_file.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {

void npy(Input bytes) {
  const std::filesystem::path file = write("array.npy", bytes);
  files::Array array;
  if (!accepts([&] { array = files::read_npy(file); })) return;
  if (files::npy_bytes(array.shape, array.values).empty()) finding("no bytes");
  accepts([&] { grid::read_grid(file, "mask"); });
  TerrainSettings terrain;
  terrain.heightmap = file;
  accepts([&] { load_heightmap(terrain, "terrain"); });
}

}  // namespace undine::fuzz
