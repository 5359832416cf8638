// Shores of still water from picture to picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// A pixel at a shore that turns from wet to dry, or back, changes by far more than the caustics' shimmer does.
TEST(Shores, OfALakeAtRestDoNotFlicker) {
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

}  // namespace
}  // namespace undine::test
