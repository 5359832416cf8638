// Tests and scenes that a file affects, as `tools/test --touching` lists them.
#include <gtest/gtest.h>

#include "tests/support/process.h"

namespace undine::test {
namespace {

Outcome touching(const std::string& file) {
  return run_process({UNDINE_SOURCE_DIR "/tools/test", "--touching", file}, {});
}

bool lists(const Outcome& run, const std::string& item) {
  return run.out.find("  " + item + "\n") != std::string::npos;
}

TEST(Touching, ListsMutantTestsAndScenesOfAShader) {
  const Outcome run = touching("shaders/shallow/correct.comp");
  ASSERT_EQ(run.code, 0) << run.text();
  for (const char* item : {"river", "ShallowFeeds.AnInflowGivesItsDischarge", "ShallowKernels.StepsEqualTheNativeTwin",
                           "Golden.PictureIsTheCommittedOne/river"})
    EXPECT_TRUE(lists(run, item)) << item << "\n" << run.out;
  for (const char* item : {"pool", "dam_break"}) EXPECT_FALSE(lists(run, item)) << item;
}

TEST(Touching, FollowsIncludesOfHeadersAndNamesInSources) {
  for (const char* file : {"passes/sph/sph_params.h", "passes/sph/sph.cpp"}) {
    const Outcome run = touching(file);
    ASSERT_EQ(run.code, 0) << run.text();
    EXPECT_TRUE(lists(run, "shaders/sph/gather.comp")) << file;
    EXPECT_TRUE(lists(run, "dam_break")) << file;
    EXPECT_FALSE(lists(run, "pool")) << file;
  }
}

TEST(Touching, RefusesFilesOutsideTheTree) {
  for (const char* file : {"shaders/no_such.comp", "/etc/passwd"}) {
    const Outcome run = touching(file);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find("is not a file of"), std::string::npos) << run.text();
  }
}

}  // namespace
}  // namespace undine::test
