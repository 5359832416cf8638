#include "passes/models/geometry_image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "engine/core/error.h"
#include "engine/files/jpeg.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_JPEG
#define STBI_NO_GIF
#define STBI_NO_PSD
#define STBI_NO_PIC
#define STBI_NO_PNM
#ifndef NDEBUG  // unoptimized, GCC does not take its intrinsics
#define STBI_NO_SIMD
#endif
#ifdef __clang__  // an empty chunk of a PNG is copied to a null pointer, as zero bytes
#pragma clang attribute push(__attribute__((no_sanitize("nonnull-attribute"))), apply_to = function)
#endif
#include <stb/stb_image.h>
#ifdef __clang__
#pragma clang attribute pop
#endif
#pragma GCC diagnostic pop

namespace undine::solids {
namespace {

constexpr int most_texels = 16384, most_sky_texels = 8192;
constexpr std::uint32_t shared_size = 1024;  // textures up to this side are in one array
constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20;

// The header is judged before anything of the size it claims is allocated.
void check_header(std::span<const std::uint8_t> bytes, const std::string& where, int most) {
  int width = 0, height = 0, channels = 0;
  if (bytes.size() > most_bytes)
    throw Error(Exit::bad_input, where, "the image has " + std::to_string(bytes.size()) + " bytes", "at most 256 MiB");
  if (!stbi_info_from_memory(bytes.data(), static_cast<int>(bytes.size()), &width, &height, &channels))
    throw Error(Exit::bad_input, where, std::string("not a readable image: ") + stbi_failure_reason(),
                "PNG, JPEG, TGA, BMP or HDR");
  if (width < 1 || height < 1 || width > most || height > most)
    throw Error(Exit::bad_input, where, "the image is " + std::to_string(width) + "x" + std::to_string(height),
                "1 to " + std::to_string(most) + " texels along each side");
}

float decode_srgb(std::uint8_t value) {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> t{};
    for (std::size_t i = 0; i < t.size(); ++i) {
      const float s = static_cast<float>(i) / 255.0f;
      t[i] = s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
    }
    return t;
  }();
  return table[value];
}

std::uint8_t encode_srgb(float linear) {
  const float v = std::clamp(linear, 0.0f, 1.0f);
  const float s = v <= 0.0031308f ? v * 12.92f : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
  return static_cast<std::uint8_t>(s * 255.0f + 0.5f);
}

struct LinearImage {
  std::uint32_t width = 0, height = 0;
  std::vector<glm::vec4> texels;
};

glm::vec4 linear_texel(const std::uint8_t* p, Texels kind) {
  if (kind == Texels::numbers) return glm::vec4(p[0], p[1], p[2], p[3]) / 255.0f;
  return {decode_srgb(p[0]), decode_srgb(p[1]), decode_srgb(p[2]), static_cast<float>(p[3]) / 255.0f};
}

LinearImage to_linear(const ColorImage& image, Texels kind) {
  LinearImage out{image.width, image.height, {}};
  out.texels.resize(std::size_t{image.width} * image.height);
  for (std::size_t i = 0; i < out.texels.size(); ++i) out.texels[i] = linear_texel(&image.rgba[4 * i], kind);
  return out;
}

// at(i): linear texel i of an image that is width * height.
template <class At>
LinearImage halve(std::uint32_t width, std::uint32_t height, const At& at) {
  LinearImage out{std::max(width / 2, 1u), std::max(height / 2, 1u), {}};
  out.texels.resize(std::size_t{out.width} * out.height);
  for (std::uint32_t y = 0; y < out.height; ++y) {
    for (std::uint32_t x = 0; x < out.width; ++x) {
      glm::vec4 sum(0);
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t sx = std::min(2 * x + (k & 1u), width - 1);
        const std::uint32_t sy = std::min(2 * y + (k >> 1), height - 1);
        sum += at(std::size_t{sy} * width + sx);
      }
      out.texels[std::size_t{y} * out.width + x] = sum * 0.25f;
    }
  }
  return out;
}

LinearImage halve(const LinearImage& from) {
  return halve(from.width, from.height, [&](std::size_t i) { return from.texels[i]; });
}

LinearImage halve(const ColorImage& from, Texels kind) {
  return halve(from.width, from.height, [&](std::size_t i) { return linear_texel(&from.rgba[4 * i], kind); });
}

// Halved while more than twice too large, then bilinear.
LinearImage fit(LinearImage image, glm::uvec2 size) {
  while (image.width >= 2 * size.x && image.height >= 2 * size.y) image = halve(image);
  if (image.width == size.x && image.height == size.y) return image;
  LinearImage out{size.x, size.y, std::vector<glm::vec4>(std::size_t{size.x} * size.y)};
  const auto at = [&](int x, int y) {
    x = std::clamp(x, 0, static_cast<int>(image.width) - 1);
    y = std::clamp(y, 0, static_cast<int>(image.height) - 1);
    return image.texels[static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)];
  };
  for (std::uint32_t y = 0; y < size.y; ++y) {
    const float fy =
        (static_cast<float>(y) + 0.5f) * static_cast<float>(image.height) / static_cast<float>(size.y) - 0.5f;
    for (std::uint32_t x = 0; x < size.x; ++x) {
      const float fx =
          (static_cast<float>(x) + 0.5f) * static_cast<float>(image.width) / static_cast<float>(size.x) - 0.5f;
      const int ix = static_cast<int>(std::floor(fx)), iy = static_cast<int>(std::floor(fy));
      const float wx = fx - static_cast<float>(ix), wy = fy - static_cast<float>(iy);
      out.texels[std::size_t{y} * size.x + x] =
          glm::mix(glm::mix(at(ix, iy), at(ix + 1, iy), wx), glm::mix(at(ix, iy + 1), at(ix + 1, iy + 1), wx), wy);
    }
  }
  return out;
}

// Feeds the decoder and notes when it asks for more than there is. What it gets then are ones: zeros it would take for
// runs of no length, without an end.
struct ByteReader {
  std::span<const std::uint8_t> left;
  bool past_end = false;

  static int read(void* self, char* to, int count) {
    auto& reader = *static_cast<ByteReader*>(self);
    const auto n = std::min(reader.left.size(), static_cast<std::size_t>(count));
    if (n == 0) {
      reader.past_end = true;
      std::fill_n(to, count, '\1');
      return count;
    }
    std::copy_n(reader.left.begin(), n, reinterpret_cast<std::uint8_t*>(to));
    reader.left = reader.left.subspan(n);
    return static_cast<int>(n);
  }
  static void skip(void* self, int count) {
    auto& reader = *static_cast<ByteReader*>(self);
    reader.left = reader.left.subspan(std::min(reader.left.size(), static_cast<std::size_t>(std::max(count, 0))));
  }
  static int eof(void* self) { return static_cast<ByteReader*>(self)->left.empty(); }
  static constexpr stbi_io_callbacks callbacks{read, skip, eof};
};

}  // namespace

ColorImage decode_color(std::span<const std::uint8_t> bytes, const std::string& where) {
  if (files::is_jpeg(bytes)) {
    files::Bitmap8 picture = files::decode_jpeg(bytes, where, most_texels);
    return {picture.size.x, picture.size.y, std::move(picture.values)};
  }
  check_header(bytes, where, most_texels);
  int width = 0, height = 0, channels = 0;
  stbi_uc* data = stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &width, &height, &channels, 4);
  if (!data)
    throw Error(Exit::bad_input, where, std::string("the image does not decode: ") + stbi_failure_reason(),
                "replace the file");
  ColorImage out{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  out.rgba.assign(data, data + std::size_t{out.width} * out.height * 4);
  stbi_image_free(data);
  return out;
}

RadianceImage load_radiance(const std::filesystem::path& file) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(file, failed);
  if (failed || !std::filesystem::is_regular_file(file, failed))
    throw Error(Exit::bad_input, file.string(), "cannot be read", "an existing Radiance .hdr file");
  if (size > most_bytes)
    throw Error(Exit::bad_input, file.string(), "has " + std::to_string(size) + " bytes", "at most 256 MiB");
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> raw{std::istreambuf_iterator<char>(in), {}};
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size());
  check_header(bytes, file.string(), most_sky_texels);
  if (!stbi_is_hdr_from_memory(bytes.data(), static_cast<int>(bytes.size())))
    throw Error(Exit::bad_input, file.string(), "is not a Radiance .hdr image", "an equirectangular .hdr file");
  int width = 0, height = 0, channels = 0;
  ByteReader reader{bytes};
  float* data = stbi_loadf_from_callbacks(&ByteReader::callbacks, &reader, &width, &height, &channels, 3);
  if (!data)
    throw Error(Exit::bad_input, file.string(), std::string("does not decode: ") + stbi_failure_reason(),
                "replace the file");
  if (reader.past_end) {
    stbi_image_free(data);
    throw Error(Exit::bad_input, file.string(), "ends before its last row", "replace the file");
  }
  RadianceImage out{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  out.rgb.resize(std::size_t{out.width} * out.height);
  bool valid = true;
  for (std::size_t i = 0; i < out.rgb.size(); ++i) {
    out.rgb[i] = {data[3 * i], data[3 * i + 1], data[3 * i + 2]};
    for (int c = 0; c < 3; ++c) valid = valid && std::isfinite(out.rgb[i][c]) && out.rgb[i][c] >= 0;
  }
  stbi_image_free(data);
  if (!valid)
    throw Error(Exit::bad_input, file.string(), "holds a value that is negative or not finite", "radiance >= 0");
  return out;
}

TextureArray pack_textures(std::span<const ColorImage* const> images, glm::uvec2 size, Texels kind) {
  TextureArray out;
  out.size = size;
  out.mips = static_cast<std::uint32_t>(std::bit_width(std::max(size.x, size.y)));
  out.layers = std::max<std::uint32_t>(2, static_cast<std::uint32_t>(images.size()));
  const auto write = [&](const LinearImage& layer) {
    for (const glm::vec4& t : layer.texels) {
      const auto plain = [](float v) { return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); };
      for (int c = 0; c < 3; ++c) out.texels.push_back(kind == Texels::numbers ? plain(t[c]) : encode_srgb(t[c]));
      out.texels.push_back(plain(t.a));
    }
  };
  // Images that are not scaled have only their smaller mips in linear light.
  std::vector<LinearImage> layers;
  for (const ColorImage* image : images) {
    if (glm::uvec2(image->width, image->height) == size) {
      out.texels.insert(out.texels.end(), image->rgba.begin(), image->rgba.end());
      layers.push_back(halve(*image, kind));
    } else {
      const LinearImage fitted = fit(to_linear(*image, kind), size);
      write(fitted);
      layers.push_back(halve(fitted));
    }
  }
  const glm::uvec2 half = glm::max(size / 2u, glm::uvec2(1));
  while (layers.size() < out.layers) {
    out.texels.insert(out.texels.end(), std::size_t{4} * size.x * size.y, 255);
    layers.push_back({half.x, half.y, std::vector<glm::vec4>(std::size_t{half.x} * half.y, glm::vec4(1))});
  }
  for (std::uint32_t mip = 1; mip < out.mips; ++mip)
    for (LinearImage& layer : layers) {
      if (mip > 1) layer = halve(layer);
      write(layer);
    }
  return out;
}

TextureArray pack_textures(std::span<const ColorImage> images, std::uint32_t largest, Texels kind) {
  std::vector<const ColorImage*> all;
  std::uint32_t side = 1;
  for (const ColorImage& image : images) {
    all.push_back(&image);
    side = std::max({side, image.width, image.height});
  }
  return pack_textures(all, glm::uvec2(std::min(std::bit_ceil(side), largest)), kind);
}

Textures pack_by_size(std::span<const ColorImage> images) {
  // Small ones in one square, whatever their shape; large ones by width and height.
  using Shape = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Shape, std::vector<const ColorImage*>> shapes{{Shape{0, 0}, {}}};
  std::uint32_t small = 1;
  for (const ColorImage& image : images) {
    const bool large = std::max(image.width, image.height) > shared_size;
    if (!large) small = std::max({small, image.width, image.height});
    shapes[large ? Shape{std::bit_ceil(image.width), std::bit_ceil(image.height)} : Shape{0, 0}].push_back(&image);
  }
  Textures out;
  out.places.resize(images.size());
  for (const auto& [shape, members] : shapes) {
    for (std::size_t layer = 0; layer < members.size(); ++layer)
      out.places[static_cast<std::size_t>(members[layer] - images.data())] = {static_cast<int>(out.arrays.size()),
                                                                              static_cast<int>(layer)};
    const bool large = shape.first > 0;
    out.arrays.push_back(
        pack_textures(members, large ? glm::uvec2(shape.first, shape.second) : glm::uvec2(std::bit_ceil(small))));
  }
  return out;
}

}  // namespace undine::solids
