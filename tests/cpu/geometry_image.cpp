// Texture arrays: sizes, linear-light mips, refusal of images that lie.
#include "passes/geometry_image.h"

#include <gtest/gtest.h>

#include "engine/core/error.h"

namespace undine {
namespace {

TEST(geometry_image, an_empty_array_is_two_white_texels) {
  const TextureArray a = pack_textures({});
  EXPECT_EQ(a.size, 1u);
  EXPECT_EQ(a.mips, 1u);
  EXPECT_EQ(a.layers, 2u);
  EXPECT_EQ(a.texels, std::vector<std::uint8_t>(8, 255));
}

TEST(geometry_image, mips_are_means_of_light_not_of_codes) {
  ColorImage stripes{2, 2, {0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255}};
  const TextureArray a = pack_textures(std::vector<ColorImage>{stripes, stripes});
  ASSERT_EQ(a.mips, 2u);
  ASSERT_EQ(a.texels.size(), 2u * (4 + 1) * 4);
  EXPECT_EQ(a.texels[4], 255);
  EXPECT_EQ(a.texels[32], 188) << "half the light is code 188";
  EXPECT_EQ(a.texels[35], 255);
}

TEST(geometry_image, odd_sizes_grow_to_powers_of_two_and_large_ones_shrink) {
  const ColorImage odd{3, 5, std::vector<std::uint8_t>(3 * 5 * 4, 100)};
  const TextureArray a = pack_textures(std::vector<ColorImage>{odd});
  EXPECT_EQ(a.size, 8u);
  for (std::size_t i = 0; i < 8 * 8 * 4; i += 4) EXPECT_EQ(a.texels[i], 100);
  const ColorImage large{64, 32, std::vector<std::uint8_t>(64 * 32 * 4, 50)};
  const TextureArray b = pack_textures(std::vector<ColorImage>{large}, 16);
  EXPECT_EQ(b.size, 16u);
  for (std::size_t i = 0; i < 16 * 16 * 4; ++i) EXPECT_EQ(b.texels[i], 50);
}

TEST(geometry_image, refuses_garbage_and_giant_headers) {
  const std::vector<std::uint8_t> garbage(100, 7);
  EXPECT_THROW(decode_color(garbage, "x"), Error);
  EXPECT_THROW(decode_color({}, "x"), Error);
  // A PNG header that claims 65535 x 65535.
  const std::vector<std::uint8_t> giant{0x89, 'P', 'N', 'G', 13, 10,  26,  10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
                                        0,    255, 255, 0,   0,  255, 255, 8,  6, 0, 0, 0,  0,   0,   0,   0};
  EXPECT_THROW(decode_color(giant, "x"), Error);
  EXPECT_THROW(load_radiance("/dev/zero"), Error);
  EXPECT_THROW(load_radiance("/nonexistent.hdr"), Error);
}

}  // namespace
}  // namespace undine
