#include "tests/support/xwd.h"

#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace undine::test {

files::Bitmap8 read_xwd(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::array<std::uint32_t, 25> head{};  // big-endian words, as documented in X11's XWDFile.h
  if (bytes.size() < 4 * head.size()) throw std::runtime_error(file + " is no XWD file");
  for (std::size_t i = 0; i < 4 * head.size(); ++i)
    head[i / 4] = head[i / 4] << 8 | static_cast<unsigned char>(bytes[i]);
  const std::uint32_t width = head[4], height = head[5], big = head[7], bits = head[11], row = head[12];
  const std::size_t start = head[0] + std::size_t{12} * head[19];
  if (bits != 32 || bytes.size() < start + std::size_t{row} * height)
    throw std::runtime_error(file + " is not a whole screen of 32 bits a pixel");
  files::Bitmap8 out{{width, height}, 3, {}};
  out.values.reserve(std::size_t{3} * width * height);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t channel = 0; channel < 3; ++channel)
        out.values.push_back(
            static_cast<std::uint8_t>(bytes[start + y * row + 4 * x + (big ? 1 + channel : 2 - channel)]));
  return out;
}

}  // namespace undine::test
