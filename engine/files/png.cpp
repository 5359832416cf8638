// [PNG] W3C Recommendation, Portable Network Graphics, second edition.
#include "engine/files/png.h"

#include <fmt/format.h>
#include <spng.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/core/error.h"
#include "engine/files/files.h"
namespace undine::files {
namespace {

constexpr std::uint32_t most_texels = 32768;  // per side
constexpr int compression = 6;
constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);

using Context = std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)>;

Context context(int flags) {
  Context out(spng_ctx_new(flags), &spng_ctx_free);
  if (!out) throw Error(Exit::failure, "PNG", "out of memory");
  return out;
}

template <class T>
std::string encode(const Bitmap<T>& picture) {
  const auto [x, y] = std::pair(picture.size.x, picture.size.y);
  const std::uint64_t count = std::uint64_t{x} * y * picture.channels, bytes = picture.values.size() * sizeof(T);
  if (x == 0 || y == 0 || x > most_texels || y > most_texels || picture.channels < 1 || picture.channels > 4 ||
      picture.values.size() != count || bytes + y > std::numeric_limits<int>::max())
    throw Error(Exit::failure, "PNG",
                fmt::format("a picture of {}x{} texels with {} channels and {} bytes", x, y, picture.channels, bytes),
                "1 to 32768 texels a side, under 2 GiB");
  constexpr std::uint8_t color_types[] = {0, SPNG_COLOR_TYPE_GRAYSCALE, SPNG_COLOR_TYPE_GRAYSCALE_ALPHA,
                                          SPNG_COLOR_TYPE_TRUECOLOR, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
  spng_ihdr header{};
  header.width = x;
  header.height = y;
  header.bit_depth = 8 * sizeof(T);
  header.color_type = color_types[picture.channels];
  const Context png = context(SPNG_CTX_ENCODER);
  spng_set_option(png.get(), SPNG_ENCODE_TO_BUFFER, 1);
  spng_set_option(png.get(), SPNG_IMG_COMPRESSION_LEVEL, compression);
  int error = spng_set_ihdr(png.get(), &header);
  if (!error) error = spng_encode_image(png.get(), picture.values.data(), bytes, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  std::size_t length = 0;
  const std::unique_ptr<void, decltype(&std::free)> packed(
      error ? nullptr : spng_get_png_buffer(png.get(), &length, &error), &std::free);
  if (!packed) throw Error(Exit::failure, "PNG", spng_strerror(error));
  return {static_cast<const char*>(packed.get()), length};
}

// Check the header before allocating the size that it declares.
void check(const std::filesystem::path& file, std::string_view bytes) {
  const auto reject = [&](const std::string& what) { throw Error(Exit::bad_input, file.string(), what); };
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  if (bytes.size() < 33 || !bytes.starts_with(signature) || bytes.substr(12, 4) != "IHDR") reject("is not a PNG file");
  const std::uint32_t width = number(16), height = number(20), depth = static_cast<unsigned char>(bytes[24]);
  if (width == 0 || height == 0 || width > most_texels || height > most_texels)
    reject(fmt::format("the picture has {}x{} texels; allowed: 1 to {} a side", width, height, most_texels));
  // Deflate compresses at most 1032 to 1, and a texel has at least one sample of `depth` bits.
  if (std::uint64_t{width} * height * depth / 8 / 1032 > bytes.size())
    reject(fmt::format("{} bytes cannot hold its {}x{} texels", bytes.size(), width, height));
}

// Reads any PNG as red, green, blue and alpha, and returns `channels` of them; gray is 0.30 r + 0.59 g + 0.11 b.
template <class T>
Bitmap<T> read(const std::filesystem::path& file, std::uint32_t channels, spng_format format) {
  const std::string bytes = read_file(file);
  check(file, bytes);
  const auto test = [&](int error) {
    if (error) throw Error(Exit::bad_input, file.string(), fmt::format("damaged PNG file: {}", spng_strerror(error)));
  };
  const Context png = context(0);
  spng_set_image_limits(png.get(), most_texels, most_texels);
  test(spng_set_png_buffer(png.get(), bytes.data(), bytes.size()));
  spng_ihdr header{};
  test(spng_get_ihdr(png.get(), &header));
  std::size_t size = 0;
  test(spng_decoded_image_size(png.get(), format, &size));
  std::vector<T> texels(size / sizeof(T));
  test(spng_decode_image(png.get(), texels.data(), size, format, SPNG_DECODE_TRNS));
  spng_trns transparent{};
  const bool clear = spng_get_trns(png.get(), &transparent) == 0;
  const bool color = (header.color_type & SPNG_COLOR_TYPE_TRUECOLOR) != 0;
  const bool alpha = clear || header.color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA ||
                     header.color_type == SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  if (channels == 0) channels = (color ? 3u : 1u) + (alpha ? 1u : 0u);
  Bitmap<T> out{{header.width, header.height}, channels, {}};
  out.values.reserve(texels.size() / 4 * channels);
  for (std::size_t i = 0; i < texels.size(); i += 4) {
    const T* t = &texels[i];
    if (channels >= 3) {
      out.values.insert(out.values.end(), t, t + channels);
    } else {
      out.values.push_back(color ? static_cast<T>((77u * t[0] + 150u * t[1] + 29u * t[2]) >> 8) : t[0]);
      if (channels == 2) out.values.push_back(t[3]);
    }
  }
  return out;
}

}  // namespace

std::string encode_png(const Bitmap8& picture) { return encode(picture); }
std::string encode_png(const Bitmap16& picture) { return encode(picture); }

std::string encode_thumbnail(glm::uvec2 size, std::span<const std::byte> rgba) {
  constexpr std::uint32_t most = 320;
  if (rgba.size() != std::size_t{4} * size.x * size.y)
    throw Error(Exit::failure, "thumbnail",
                fmt::format("{} bytes do not make an rgba8 picture of {}x{}", rgba.size(), size.x, size.y));
  const std::uint32_t factor = (std::max(size.x, size.y) + most - 1) / most;
  Bitmap8 out{glm::max(size / factor, glm::uvec2(1)), 3, {}};
  const glm::uvec2 block = size / out.size;
  for (std::uint32_t y = 0; y < out.size.y; ++y)
    for (std::uint32_t x = 0; x < out.size.x; ++x)
      for (std::size_t channel = 0; channel < 3; ++channel) {
        std::uint32_t sum = 0;
        for (std::uint32_t j = 0; j < block.y; ++j)
          for (std::uint32_t i = 0; i < block.x; ++i)
            sum += std::to_integer<std::uint32_t>(
                rgba[4 * ((std::size_t{y} * block.y + j) * size.x + std::size_t{x} * block.x + i) + channel]);
        out.values.push_back(static_cast<std::uint8_t>(sum / (block.x * block.y)));
      }
  return encode_png(out);
}

void write_png(const std::filesystem::path& file, const Bitmap8& picture) { write_file(file, encode_png(picture)); }
void write_png(const std::filesystem::path& file, const Bitmap16& picture) { write_file(file, encode_png(picture)); }

void write_png(const std::filesystem::path& file, glm::uvec2 size, std::span<const std::byte> rgba) {
  const std::size_t texels = std::size_t{size.x} * size.y;
  if (rgba.size() != texels * 4)
    throw Error(Exit::failure, file.string(),
                fmt::format("{} bytes do not make an rgba8 picture of {}x{}", rgba.size(), size.x, size.y));
  Bitmap8 picture{size, 3, std::vector<std::uint8_t>(texels * 3)};
  for (std::size_t i = 0; i < texels; ++i) std::memcpy(picture.values.data() + i * 3, rgba.data() + i * 4, 3);
  write_png(file, picture);
}

Bitmap8 read_png8(const std::filesystem::path& file, std::uint32_t channels) {
  return read<std::uint8_t>(file, channels, SPNG_FMT_RGBA8);
}
Bitmap16 read_png16(const std::filesystem::path& file, std::uint32_t channels) {
  return read<std::uint16_t>(file, channels, SPNG_FMT_RGBA16);
}

}  // namespace undine::files
