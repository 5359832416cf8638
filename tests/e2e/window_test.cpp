// The window, on a virtual display.
#include <gtest/gtest.h>
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

Outcome in_window(std::vector<std::string> arguments, const RunOptions& options = {}) {
  std::vector<std::string> command{"xvfb-run", "-a", "-s", "-screen 0 800x600x24", UNDINE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command, options);
}

class WindowTest : public testing::Test {
 protected:
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(WindowTest, ShowsFramesUnderValidation) {
  Outcome run = in_window({scene, "--frames", "5", "--size", "320x200", "--validation"});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowTest, OneBySmall) {
  Outcome run = in_window({"run", scene, "--frames", "3", "--size", "1x1", "--validation"});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowTest, BadSceneOpensNothing) {
  Outcome run = in_window({"run", folder.write("bad.json", "{"), "--frames", "3"});
  EXPECT_EQ(run.code, 2) << run.text();
}

TEST_F(WindowTest, NoDriverIsThree) {
  RunOptions options{.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}};
  EXPECT_EQ(in_window({"run", scene, "--frames", "3"}, options).code, 3);
}

}  // namespace
}  // namespace undine::test
