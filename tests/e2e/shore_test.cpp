// Temporal stability of shores of still water.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "tests/support/beach.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// A pixel at a shore that changes between wet and dry changes by far more than by caustics.
TEST(Shores, LakeAtRestDoesNotFlicker) {
  const TempFolder folder;
  const Outcome run =
      undine({"render", UNDINE_SOURCE_DIR "/scenes/lake_at_rest.json", "--frames", "16", "--first", "12", "--size",
              "320x180", "--set", "render.water.ripples=0", "--out", folder.file("%05d.png")});
  ASSERT_EQ(run.code, 0) << run.text();
  files::Bitmap8 before = files::read_png8(folder.file("00012.png"), 3);
  for (const char* name : {"00013.png", "00014.png", "00015.png"}) {
    const files::Bitmap8 now = files::read_png8(folder.file(name), 3);
    ASSERT_EQ(now.values.size(), std::size_t{320} * 180 * 3);
    int largest = 0;
    for (std::size_t i = 0; i < now.values.size(); ++i)
      largest = std::max(largest, std::abs(int{now.values[i]} - int{before.values[i]}));
    EXPECT_LE(largest, 8) << name;
    before = now;
  }
}

// Waves of a spectrum come over a sea edge, break on a beach and go back; another edge is a sea too. --audit fails
// above 1e-9.
TEST(Shores, WavesFromASeaKeepTheLedger) {
  const TempFolder folder;
  for (const char* degrees : {"0", "-40"}) {
    const Outcome run = undine({"simulate", write_beach(folder), "--steps", "400", "--audit", "--validation", "--set",
                                fmt::format("water.0.waves.direction={}", degrees), "--dump",
                                "shore.max_depth=" + folder.file("d.npy")});
    EXPECT_EQ(run.code, 0) << run.text();
    const files::Array depth = files::read_npy(folder.file("d.npy"));
    EXPECT_GT(*std::ranges::max_element(depth.values), 1.55f) << "no waves at " << degrees;
  }
}

// A spectral sea is a boundary condition: it has no volume, and the waters beside it are audited.
TEST(Shores, ASeaAroundThemIsNotAudited) {
  for (const char* scene : {"surf", "inlet"}) {
    const Outcome run =
        undine({"simulate", fmt::format("{}/scenes/{}.json", UNDINE_SOURCE_DIR, scene), "--steps", "3", "--audit"});
    EXPECT_EQ(run.code, 0) << run.text();
  }
}

// On level ground: a film of 2 mm is wet ground without a surface of its own, water of 2 cm has one.
TEST(Shores, AFilmIsWetGround) {
  const TempFolder folder;
  const auto surface = [&](double level) {
    const Outcome run =
        undine({"render", UNDINE_SOURCE_DIR "/tests/data/three_pools.json", "--frames", "1", "--size", "160x90",
                "--view", "water_normals", "--set",
                fmt::format(R"(water.0.initial=[{{"shape":"box","center":[0,0],"size":[5,5],"level":{}}}])", level),
                "--out", folder.file("x.png")});
    EXPECT_EQ(run.code, 0) << run.text();
    const files::Bitmap8 shown = files::read_png8(folder.file("x.png"), 3);
    int pixels = 0;
    for (std::size_t i = 1; i < shown.values.size(); i += 3) pixels += shown.values[i] > 0;
    return pixels;
  };
  EXPECT_GT(surface(1.02), 1000);
  EXPECT_EQ(surface(1.002), 0);
}

}  // namespace
}  // namespace undine::test
