// PNG files. Rows from top to bottom, channels interleaved: 1 gray, 2 gray + alpha, 3 RGB, 4 RGBA.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

namespace undine::files {

template <class T>
struct Bitmap {  // T: std::uint8_t or std::uint16_t
  glm::uvec2 size{0};
  std::uint32_t channels = 0;
  std::vector<T> values;  // size.y * size.x * channels
};
using Bitmap8 = Bitmap<std::uint8_t>;
using Bitmap16 = Bitmap<std::uint16_t>;

// The whole file as bytes. Equal pictures give equal bytes.
std::string encode_png(const Bitmap8& picture);
std::string encode_png(const Bitmap16& picture);

// An opaque picture from the GPU, size.y * size.x texels of rgba8. Reduces it by an integer factor to at most 320
// texels in width and height.
std::string encode_thumbnail(glm::uvec2 size, std::span<const std::byte> rgba);

// Writes atomically. Error(Exit::failure) with path and reason if the file cannot be written.
void write_png(const std::filesystem::path& file, const Bitmap8& picture);
void write_png(const std::filesystem::path& file, const Bitmap16& picture);
// An opaque picture from the GPU: size.y * size.x texels of rgba8, alpha ignored.
void write_png(const std::filesystem::path& file, glm::uvec2 size, std::span<const std::byte> rgba);

// Any PNG, converted to `channels` (0: those of the file) and to the bits of T: 8-bit values times 257, 16-bit ones
// over 256. Error(Exit::bad_input) for a file that is not PNG, is damaged, or declares more texels than its data can
// hold.
Bitmap8 read_png8(const std::filesystem::path& file, std::uint32_t channels = 0);
Bitmap16 read_png16(const std::filesystem::path& file, std::uint32_t channels = 0);

}  // namespace undine::files
