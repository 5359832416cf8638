// Texture arrays: sizes, mips in linear light, and rejection of inconsistent images.
#include "passes/models/geometry_image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine {
namespace {

TEST(geometry_image, an_empty_array_is_two_white_texels) {
  const solids::TextureArray a = solids::pack_textures({});
  EXPECT_EQ(a.size, glm::uvec2(1));
  EXPECT_EQ(a.mips, 1u);
  EXPECT_EQ(a.layers, 2u);
  EXPECT_EQ(a.texels, std::vector<std::uint8_t>(8, 255));
}

TEST(geometry_image, mips_are_means_of_light_not_of_codes) {
  solids::ColorImage stripes{2, 2, {0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255}};
  const solids::TextureArray a = solids::pack_textures(std::vector<solids::ColorImage>{stripes, stripes});
  ASSERT_EQ(a.mips, 2u);
  ASSERT_EQ(a.texels.size(), 2u * (4 + 1) * 4);
  EXPECT_EQ(a.texels[4], 255);
  EXPECT_EQ(a.texels[32], 188) << "half the light is code 188";
  EXPECT_EQ(a.texels[35], 255);
}

TEST(geometry_image, odd_sizes_grow_to_powers_of_two_and_large_ones_shrink) {
  const solids::ColorImage odd{3, 5, std::vector<std::uint8_t>(3 * 5 * 4, 100)};
  const solids::TextureArray a = solids::pack_textures(std::vector<solids::ColorImage>{odd});
  EXPECT_EQ(a.size, glm::uvec2(8));
  for (std::size_t i = 0; i < 8 * 8 * 4; i += 4) EXPECT_EQ(a.texels[i], 100);
  const solids::ColorImage large{64, 32, std::vector<std::uint8_t>(64 * 32 * 4, 50)};
  const solids::TextureArray b = solids::pack_textures(std::vector<solids::ColorImage>{large}, 16);
  EXPECT_EQ(b.size, glm::uvec2(16));
  for (std::size_t i = 0; i < 16 * 16 * 4; ++i) EXPECT_EQ(b.texels[i], 50);
}

TEST(geometry_image, large_textures_keep_their_size_in_arrays_of_their_own) {
  const auto plain = [](std::uint32_t w, std::uint32_t h, std::uint8_t v) {
    return solids::ColorImage{w, h, std::vector<std::uint8_t>(std::size_t{4} * w * h, v)};
  };
  std::vector<solids::ColorImage> images{plain(300, 20, 10), plain(2048, 2048, 20), plain(512, 600, 30),
                                         plain(1500, 100, 40)};
  images[1].rgba[4 * (2048 * 7 + 5)] = 99;
  const solids::Textures t = solids::pack_by_size(images);
  ASSERT_EQ(t.arrays.size(), 3u);
  EXPECT_EQ(t.arrays[0].size, glm::uvec2(1024));
  EXPECT_EQ(t.arrays[1].size, glm::uvec2(2048, 128));
  EXPECT_EQ(t.arrays[2].size, glm::uvec2(2048));
  const int arrays[] = {0, 2, 0, 1}, layers[] = {0, 0, 1, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(t.places[i].array, arrays[i]) << i;
    EXPECT_EQ(t.places[i].layer, layers[i]) << i;
  }
  EXPECT_EQ(t.arrays[2].texels[4 * (2048 * 7 + 5)], 99) << "each texel as it is in the file";
  EXPECT_EQ(t.arrays[2].mips, 12u);
  EXPECT_EQ(t.arrays[1].texels[0], 40);
  std::size_t texels = 0;
  for (std::uint32_t mip = 0; mip < 12; ++mip) texels += std::max(2048u >> mip, 1u) * std::max(128u >> mip, 1u);
  EXPECT_EQ(t.arrays[1].texels.size(), 4 * 2 * texels);
}

std::vector<std::uint8_t> file_bytes(const char* name) {
  const std::string text = files::read_file(std::filesystem::path(UNDINE_TESTS_DIR) / "data" / name);
  return {text.begin(), text.end()};
}

// 16 x 8 texels: left red, right blue.
TEST(geometry_image, decodes_jpeg) {
  const solids::ColorImage image = solids::decode_color(file_bytes("red_blue.jpg"), "red_blue.jpg");
  ASSERT_EQ(image.width, 16u);
  ASSERT_EQ(image.height, 8u);
  for (std::size_t y = 0; y < 8; ++y)
    for (const std::size_t x : {1, 5, 10, 14}) {
      const std::uint8_t* p = &image.rgba[4 * (16 * y + x)];
      EXPECT_NEAR(p[0], x < 8 ? 254 : 0, 6);
      EXPECT_NEAR(p[1], 0, 6);
      EXPECT_NEAR(p[2], x < 8 ? 0 : 254, 6);
      EXPECT_EQ(p[3], 255);
    }
}

TEST(geometry_image, refuses_damaged_jpeg) {
  const std::vector<std::uint8_t> whole = file_bytes("red_blue.jpg");
  const auto problem = [](const std::vector<std::uint8_t>& bytes) {
    try {
      solids::decode_color(bytes, "leaf.jpg");
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      EXPECT_EQ(e.where(), "leaf.jpg");
      return e.problem();
    }
    return std::string();
  };
  for (std::size_t n = 3; n + 2 < whole.size(); n += 7)
    EXPECT_NE(problem({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)}), "") << n;
  auto giant = whole;  // the frame's header claims 16384 x 16384
  const std::uint8_t frame[] = {0xff, 0xc0};
  const auto at = std::ranges::search(giant, frame).begin();
  ASSERT_NE(at, giant.end());
  std::ranges::copy(std::vector<std::uint8_t>{0x40, 0, 0x40, 0}, at + 5);
  EXPECT_NE(problem(giant).find("too short"), std::string::npos) << problem(giant);
  // Table of 257 codes, which exceeds the decoder's tables.
  std::vector<std::uint8_t> crowded{0xff, 0xd8, 0xff, 0xc4, 1, 20, 0};
  for (int bits = 1; bits <= 16; ++bits) crowded.push_back(bits == 8 ? 255 : bits == 9 ? 2 : 0);
  crowded.insert(crowded.end(), 257, 7);
  EXPECT_NE(problem(crowded), "");
}

TEST(geometry_image, refuses_garbage_and_giant_headers) {
  const std::vector<std::uint8_t> garbage(100, 7);
  EXPECT_THROW(solids::decode_color(garbage, "x"), Error);
  EXPECT_THROW(solids::decode_color({}, "x"), Error);
  // A PNG header that claims 65535 x 65535.
  const std::vector<std::uint8_t> giant{0x89, 'P', 'N', 'G', 13, 10,  26,  10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
                                        0,    255, 255, 0,   0,  255, 255, 8,  6, 0, 0, 0,  0,   0,   0,   0};
  EXPECT_THROW(solids::decode_color(giant, "x"), Error);
  EXPECT_THROW(solids::load_radiance("/dev/zero"), Error);
  EXPECT_THROW(solids::load_radiance("/nonexistent.hdr"), Error);
}

// Padded with zeros at its end, the decoder would read runs of zero length without end.
TEST(geometry_image, a_cut_sky_ends) {
  const std::string whole = std::string("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 8\n") +
                            std::string("\2\2\0\10", 4) + "\210@\210@\210@\210\200" + std::string("\2\2\0\10", 4) +
                            "\210@\210@\210@\210\200";
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "cut_sky.hdr";
  for (std::size_t n = 1; n <= whole.size(); ++n) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, n);
    if (n == whole.size())
      EXPECT_EQ(solids::load_radiance(file).rgb.size(), 16u);
    else
      EXPECT_THROW(solids::load_radiance(file), Error) << n;
  }
}

}  // namespace
}  // namespace undine
