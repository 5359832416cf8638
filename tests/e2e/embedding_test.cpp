// Library in another program: installed to a prefix, found by find_package(), built into docs/embedding's example,
// which renders the same image as the program.
#include <gtest/gtest.h>

#include "engine/files/files.h"
#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class Embedding : public testing::Test {
 protected:
  void run(const std::vector<std::string>& arguments) {
    Outcome done = run_process(arguments, {.timeout = 600});
    ASSERT_EQ(done.code, 0) << arguments[0] << " " << arguments[1] << done.text();
  }

  TempFolder folder;
  const std::string prefix = folder.file("usr"), build = folder.file("build"),
                    scene = std::string(UNDINE_SOURCE_DIR) + "/scenes/basin_mode.json";
};

TEST_F(Embedding, DrawsTheProgramsPicture) {
  run({UNDINE_CMAKE, "--install", UNDINE_BUILD_DIR, "--prefix", prefix, "--component", "program"});
  run({UNDINE_CMAKE, "--install", UNDINE_BUILD_DIR, "--prefix", prefix, "--component", "development"});
  EXPECT_FALSE(fs::exists(prefix + "/include/undine/engine/gpu/vulkan_types.h")) << "not public";
  run({UNDINE_CMAKE, "-S", std::string(UNDINE_SOURCE_DIR) + "/docs/embedding", "-B", build, "-G", "Ninja",
       "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_BUILD_TYPE=Release"});
  run({UNDINE_CMAKE, "--build", build});
  run({build + "/embedding", scene, "3", "160x90", folder.file("own.ppm")});
  run({prefix + "/bin/undine", "render", scene, "--frames", "3", "--size", "160x90", "--out", folder.file("x.png")});
  const std::string own = files::read_file(folder.file("own.ppm")), head = "P6\n160 90\n255\n";
  const files::Bitmap8 theirs = files::read_png8(folder.file("x.png"), 4);
  ASSERT_EQ(own.substr(0, head.size()), head);
  ASSERT_EQ(own.size(), head.size() + 160 * 90 * 3);
  std::size_t other = 0;
  for (std::size_t i = 0; i < 160 * 90; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      other += static_cast<std::uint8_t>(own[head.size() + i * 3 + c]) != theirs.values[i * 4 + c];
  EXPECT_EQ(other, 0u) << "of " << 160 * 90 * 3 << " bytes";
}

}  // namespace
}  // namespace undine::test
