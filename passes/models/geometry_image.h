// Loads images for textures and skies, and packs the textures of a scene into one array.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

namespace undine::solids {

struct ColorImage {  // sRGB-encoded, rows from the top
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};
struct RadianceImage {  // linear
  std::uint32_t width = 0, height = 0;
  std::vector<glm::vec3> rgb;
};

// PNG, JPEG, TGA or BMP in memory; `where` names it in errors: Error(Exit::bad_input). At most 16384 texels a side.
ColorImage decode_color(std::span<const std::uint8_t> bytes, const std::string& where);
// A Radiance .hdr file of at most 8192 texels a side. Values that are not finite or negative are an error.
RadianceImage load_radiance(const std::filesystem::path& file);

// Layers of one size with all mips, mip-major, as Graph::upload takes them. Colors are filtered in linear light.
enum class Texels { colors, numbers };
struct TextureArray {
  glm::uvec2 size{1};
  std::uint32_t mips = 1, layers = 2;  // two layers at least, so that it is an array
  std::vector<std::uint8_t> texels;
};
// Images of another size are stretched to it.
TextureArray pack_textures(std::span<const ColorImage* const> images, glm::uvec2 size, Texels kind = Texels::colors);
// Squares of the largest side's next power of two, or of `largest`.
TextureArray pack_textures(std::span<const ColorImage> images, std::uint32_t largest = 1024,
                           Texels kind = Texels::colors);

// All textures of a scene. The first array holds those of up to 1024 texels a side; larger ones keep their sides, grown
// to powers of two, in an array for each shape.
struct Textures {
  struct Place {
    int array = 0, layer = -1;  // no layer: no texture
  };
  std::vector<TextureArray> arrays;
  std::vector<Place> places;  // one for each image
};
Textures pack_by_size(std::span<const ColorImage> images);

}  // namespace undine::solids
