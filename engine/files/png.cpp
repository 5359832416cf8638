// [PNG] W3C Recommendation, Portable Network Graphics, second edition.
#include "engine/files/png.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

#include "engine/core/error.h"
#include "engine/files/files.h"
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace undine::files {
namespace {

constexpr std::uint32_t most_texels = 32768;  // a side
constexpr int compression = 6;
constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);

void append_big_endian(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 255u);
}

std::uint32_t crc(std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      t[i] = i;
      for (int bit = 0; bit < 8; ++bit) t[i] = (t[i] >> 1) ^ ((t[i] & 1u) ? 0xedb88320u : 0u);
    }
    return t;
  }();
  std::uint32_t value = ~0u;
  for (char c : bytes) value = table[(value ^ static_cast<unsigned char>(c)) & 255u] ^ (value >> 8);
  return ~value;
}

void append_chunk(std::string& out, std::string_view type, std::string_view data) {
  append_big_endian(out, static_cast<std::uint32_t>(data.size()));
  const auto from = out.size();
  out.append(type).append(data);
  append_big_endian(out, crc(std::string_view(out).substr(from)));
}

// The five row filters of PNG; of each row the one whose residuals, as signed bytes, are smallest in sum.
class Filter {
 public:
  Filter(std::size_t width, std::size_t texel) : texel_(texel), above_(width, 0), trial_(width), best_(width) {}

  void append(std::string& out, std::span<const unsigned char> row) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    char chosen = 0;
    for (char type = 0; type < 5; ++type) {
      apply(type, row);
      std::uint64_t sum = 0;
      for (auto v : trial_) sum += v < 128 ? v : 256u - v;
      if (sum >= least) continue;
      least = sum;
      chosen = type;
      std::swap(best_, trial_);
    }
    out += chosen;
    out.append(reinterpret_cast<const char*>(best_.data()), best_.size());
    std::copy(row.begin(), row.end(), above_.begin());
  }

 private:
  void apply(char type, std::span<const unsigned char> row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int left = i < texel_ ? 0 : row[i - texel_], up = above_[i], corner = i < texel_ ? 0 : above_[i - texel_];
      const int guess = type == 0   ? 0
                        : type == 1 ? left
                        : type == 2 ? up
                        : type == 3 ? (left + up) / 2
                                    : paeth(left, up, corner);
      trial_[i] = static_cast<unsigned char>(row[i] - guess);
    }
  }
  static int paeth(int left, int up, int corner) {
    const int p = left + up - corner;
    const int a = std::abs(p - left), b = std::abs(p - up), c = std::abs(p - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
  }

  std::size_t texel_;
  std::vector<unsigned char> above_, trial_, best_;
};

// rows: big-endian samples.
std::string encode(glm::uvec2 size, std::uint32_t channels, std::uint32_t depth, std::span<const unsigned char> rows) {
  const std::size_t texel = channels * depth / 8, width = size.x * texel;
  if (size.x == 0 || size.y == 0 || size.x > most_texels || size.y > most_texels || channels < 1 || channels > 4 ||
      rows.size() != width * size.y || rows.size() + size.y > std::numeric_limits<int>::max())
    throw Error(
        Exit::failure, "PNG",
        fmt::format("a picture of {}x{} texels with {} channels and {} bytes", size.x, size.y, channels, rows.size()),
        "1 to 32768 texels a side, under 2 GiB");
  std::string filtered;
  filtered.reserve(rows.size() + size.y);
  Filter filter(width, texel);
  for (std::uint32_t y = 0; y < size.y; ++y) filter.append(filtered, rows.subspan(y * width, width));

  int length = 0;
  const std::unique_ptr<unsigned char, decltype(&std::free)> packed(
      stbi_zlib_compress(reinterpret_cast<unsigned char*>(filtered.data()), static_cast<int>(filtered.size()), &length,
                         compression),
      &std::free);
  if (!packed) throw Error(Exit::failure, "PNG", "out of memory");

  constexpr char color_types[] = {0, 0, 4, 2, 6};
  std::string header;
  append_big_endian(header, size.x);
  append_big_endian(header, size.y);
  header += static_cast<char>(depth);
  header += color_types[channels];
  header.append(3, '\0');
  std::string out(signature);
  append_chunk(out, "IHDR", header);
  append_chunk(out, "IDAT", {reinterpret_cast<const char*>(packed.get()), static_cast<std::size_t>(length)});
  append_chunk(out, "IEND", {});
  return out;
}

// The header is judged before anything of the size that it claims is allocated.
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
  // Deflate packs at most 1032 to 1, and a texel has at least one sample of `depth` bits.
  if (std::uint64_t{width} * height * depth / 8 / 1032 > bytes.size())
    reject(fmt::format("{} bytes cannot hold its {}x{} texels", bytes.size(), width, height));
}

template <class T, class Load>
Bitmap<T> read(const std::filesystem::path& file, std::uint32_t channels, Load load) {
  const std::string bytes = read_file(file);
  check(file, bytes);
  int width = 0, height = 0, found = 0;
  const std::unique_ptr<T, void (*)(void*)> texels(
      load(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width, &height, &found,
           static_cast<int>(channels)),
      stbi_image_free);
  if (!texels) throw Error(Exit::bad_input, file.string(), fmt::format("damaged PNG file: {}", stbi_failure_reason()));
  Bitmap<T> out{{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)},
                channels ? channels : static_cast<std::uint32_t>(found),
                {}};
  out.values.assign(texels.get(), texels.get() + std::size_t{out.size.x} * out.size.y * out.channels);
  return out;
}

}  // namespace

std::string encode_png(const Bitmap8& picture) { return encode(picture.size, picture.channels, 8, picture.values); }

std::string encode_png(const Bitmap16& picture) {
  std::vector<unsigned char> rows;
  rows.reserve(picture.values.size() * 2);
  for (auto v : picture.values) {
    rows.push_back(static_cast<unsigned char>(v >> 8));
    rows.push_back(static_cast<unsigned char>(v & 255u));
  }
  return encode(picture.size, picture.channels, 16, rows);
}

void write_png(const std::filesystem::path& file, const Bitmap8& picture) { write_file(file, encode_png(picture)); }
void write_png(const std::filesystem::path& file, const Bitmap16& picture) { write_file(file, encode_png(picture)); }

void write_png(const std::filesystem::path& file, glm::uvec2 size, std::span<const std::byte> rgba) {
  const std::size_t texels = std::size_t{size.x} * size.y;
  if (rgba.size() != texels * 4)
    throw Error(Exit::failure, file.string(),
                fmt::format("{} bytes are no rgba8 picture of {}x{}", rgba.size(), size.x, size.y));
  Bitmap8 picture{size, 3, std::vector<std::uint8_t>(texels * 3)};
  for (std::size_t i = 0; i < texels; ++i) std::memcpy(picture.values.data() + i * 3, rgba.data() + i * 4, 3);
  write_png(file, picture);
}

Bitmap8 read_png8(const std::filesystem::path& file, std::uint32_t channels) {
  return read<std::uint8_t>(file, channels, stbi_load_from_memory);
}
Bitmap16 read_png16(const std::filesystem::path& file, std::uint32_t channels) {
  return read<std::uint16_t>(file, channels, stbi_load_16_from_memory);
}

}  // namespace undine::files
