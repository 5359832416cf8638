// Radiance images: .exr and .npy contain the same values, including those over 1.
#include <glm/gtc/packing.hpp>

#include "engine/files/npy.h"
#include "engine/files/output.h"
#include "tests/cpu/files_folder.h"
#include "tests/support/exr_file.h"

namespace undine::test {
namespace {

constexpr glm::uvec2 map_size{5, 3};

class Radiance : public Files {
 protected:
  // Texel i: i, i/8, 60000 and an alpha that must not appear.
  static std::vector<std::byte> picture() {
    std::vector<std::byte> out(8 * map_size.x * map_size.y);
    for (std::size_t i = 0; i < map_size.x * map_size.y; ++i) {
      const auto real = static_cast<float>(i);
      const std::uint64_t packed = glm::packHalf4x16({real, real / 8, 60000, -7});
      std::memcpy(out.data() + 8 * i, &packed, 8);
    }
    return out;
  }
  void write(const std::string& name) {
    files::FrameWriter writer(folder / name, map_size, 0, 2, 60);
    EXPECT_TRUE(writer.hdr());
    for (std::uint64_t i = 0; i < 2; ++i) writer.write(i, picture());
    writer.finish();
  }
};

TEST_F(Radiance, ExrAndNpyHoldTheTexels) {
  write("x.exr");
  write("x.npy");
  const ExrFile exr = read_exr(folder / "x.exr");
  const files::Array npy = files::read_npy(folder / "x.npy");
  EXPECT_EQ(exr.size, map_size);
  EXPECT_EQ(npy.shape, (std::vector<std::uint32_t>{map_size.y, map_size.x, 3}));
  EXPECT_EQ(exr.values, npy.values);
  for (std::size_t i = 0; i < map_size.x * map_size.y; ++i) {
    EXPECT_EQ(npy.values[3 * i], static_cast<float>(i));
    EXPECT_EQ(npy.values[3 * i + 1], static_cast<float>(i) / 8);
    EXPECT_NEAR(npy.values[3 * i + 2], 60000, 16);  // half the spacing of half floats there
  }
  EXPECT_EQ(entries(), 2u);
}

TEST_F(Radiance, SequencesAndEqualBytes) {
  write("a/%03d.exr");
  write("b/%03d.npy");
  for (const char* name : {"a/000.exr", "a/001.exr", "b/000.npy", "b/001.npy"})
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  EXPECT_EQ(get(folder / "a/000.exr"), get(folder / "a/001.exr"));
}

TEST_F(Radiance, FullDiskLeavesNoHalfFile) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const char* name : {"x.exr", "x.npy"}) {
    std::filesystem::create_symlink("/dev/full", folder / name);
    expect_error(Exit::failure, "No space left", [&] { write(name); });
  }
  EXPECT_EQ(entries(), 2u);
}

}  // namespace
}  // namespace undine::test
