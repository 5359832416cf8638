#include "engine/files/png.h"
#include "engine/scene/terrain.h"
#include "passes/grid/grid_file.h"
#include "passes/models/geometry_image.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {
namespace {

template <class Bitmap>
void check(const Bitmap& b) {
  if (b.values.size() != std::size_t{b.size.x} * b.size.y * b.channels) finding("texels are missing");
}

}  // namespace

void picture(Input bytes) {
  if (bytes.starts_with("#?")) {
    const std::filesystem::path sky = write("sky.hdr", bytes);
    accepts([&] { solids::load_radiance(sky); });
    return;
  }
  accepts([&] {
    const solids::ColorImage image =
        solids::decode_color({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, "image");
    if (image.rgba.size() != std::size_t{4} * image.width * image.height) finding("texels are missing");
    if (image.rgba.size() < 1u << 16) solids::pack_textures(std::span(&image, 1), 64);
  });
  if (!bytes.starts_with("\x89PNG")) return;
  const std::filesystem::path file = write("picture.png", bytes);
  for (const std::uint32_t channels : {0u, 1u, 2u, 3u, 4u})
    if (!accepts([&] { check(files::read_png8(file, channels)); })) break;
  accepts([&] { check(files::read_png16(file)); });
  accepts([&] { grid::read_grid(file, "mask"); });
  TerrainSettings terrain;
  terrain.heightmap = file;
  accepts([&] { load_heightmap(terrain, "terrain"); });
}

}  // namespace undine::fuzz
