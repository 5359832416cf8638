// Small images of every scene on the software driver, compared with the committed ones as by `undine compare`. Two
// metrics decide: the share of channels that differ by more than 5/255, and the mean difference. FLIP is informative.
// On failure the difference images remain.
// On another driver (tools/test --driver) the references are the same images, with the tolerances below.
// After an intended change: UNDINE_UPDATE_GOLDEN=1 tools/test -L golden, then inspect the images and commit them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "engine/files/difference.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
const fs::path tests_folder = UNDINE_TESTS_DIR;

struct Tolerance {
  std::string_view driver, scene;  // scene empty: all
  double share, mean;              // largest share of channels that differ by more than 5/255; mean difference in 1/255
};
// The first matching row applies. The references are from the system's lavapipe, Mesa 22.
constexpr Tolerance tolerances[] = {
    // Mesa 25 rounds sines, powers and filtered texels differently: single pixels of ripples, which refract the image
    // behind them, differ. Boats on their course accumulate such differences: measured 0.0040; else 0.0012.
    {"mesa", "regatta", 0.006, 0.2},
    {"mesa", "", 0.002, 0.2},
    // SwiftShader filters texels with fewer bits and selects other mips: borders of tiles, edges of shadows, leaves.
    // Drops of a stream that breaks up are elsewhere. Measured: at most 0.043 and 1.3 (pour).
    {"swiftshader", "", 0.06, 2},
    // GPUs (measured: NVIDIA H100) fuse products with sums, filter with 8 fractional bits and rasterize edges
    // differently; chaotic motion then diverges: leaves, drops.
    {"hardware", "", 0.02, 0.7},
    {"system", "", 0.001, 0.2},
};

Tolerance tolerance_of(std::string_view scene) {
  const char* other = std::getenv("UNDINE_TEST_DRIVER");
  const std::string_view driver = other ? other : "system";
  return *std::ranges::find_if(tolerances, [&](const Tolerance& t) {
    return (t.driver == driver || t.driver == "system") && (t.scene.empty() || t.scene == scene);
  });
}

// Scenes with many or small steps use an earlier frame.
std::string frames_of(std::string_view scene) {
  constexpr std::string_view heavy[] = {"flood", "harbour", "mill",  "pour",     "raft",
                                        "road",  "regatta", "river", "spillway", "wharf"};
  return std::ranges::find(heavy, scene) != std::end(heavy) ? "14" : "40";
}

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  // suffix: of the names of files
  void expect_committed(const std::vector<std::string>& flags, const std::string& suffix);
};

void Golden::expect_committed(const std::vector<std::string>& flags, const std::string& suffix) {
  const std::string name = fs::path(GetParam()).stem().string();
  const fs::path work = fs::path(::testing::TempDir()) / "undine_golden";
  fs::create_directories(work);
  const fs::path got_file = work / (name + suffix + ".png");
  std::vector<std::string> line{"render",  GetParam(),     "--frames", frames_of(name),  "--size",
                                "240x136", "--validation", "--out",    got_file.string()};
  line.insert(line.end(), flags.begin(), flags.end());
  if (!std::getenv("UNDINE_TEST_DRIVER"))
    for (const char* more : {"--gpu", "llvmpipe"}) line.emplace_back(more);
  for (std::string& more : test::with_few_particles(GetParam())) line.push_back(std::move(more));
  const auto outcome = test::undine(line);
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  const fs::path golden_file = tests_folder / "golden/pictures" / (name + ".png");
  if (std::getenv("UNDINE_UPDATE_GOLDEN") && suffix.empty())
    fs::copy_file(got_file, golden_file, fs::copy_options::overwrite_existing);
  const files::Picture got = files::read_picture(got_file), wanted = files::read_picture(golden_file);
  ASSERT_EQ(got.size, wanted.size);
  const files::Difference d = files::difference(wanted, got);
  const auto [driver, scene, share_allowed, mean_allowed] = tolerance_of(name);
  std::cout << name << ": share " << d.share << ", mean " << d.mean << ", flip " << d.flip << '\n';
  const fs::path difference_file = work / (name + suffix + "_difference.png");
  const fs::path flip_file = work / (name + suffix + "_flip.png");
  if (d.share > share_allowed || d.mean > mean_allowed) {
    files::write_png(difference_file, files::channel_picture(d, got.size));
    files::write_png(flip_file, files::flip_picture(d, got.size));
  }
  EXPECT_LE(d.share, share_allowed) << "see " << difference_file << " and " << flip_file;
  EXPECT_LE(d.mean, mean_allowed) << "see " << difference_file << " and " << flip_file;
}

TEST_P(Golden, PictureIsTheCommittedOne) { expect_committed({}, ""); }

// Full-screen passes as kernels, as on GPUs.
TEST_P(Golden, KernelsShadeTheCommittedPicture) { expect_committed({"--pixels", "compute"}, "_kernels"); }

INSTANTIATE_TEST_SUITE_P(Scenes, Golden, ::testing::ValuesIn(test::project_scenes()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

}  // namespace
}  // namespace undine
