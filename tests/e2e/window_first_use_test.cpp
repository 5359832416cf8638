// First use of the window: without a scene, quitting, recent scenes.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/e2e/window_script.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

class WindowFirstUse : public testing::Test {
 protected:
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
  ShaderCopy copy{folder};
};

TEST_F(WindowFirstUse, ControlQQuits) {
  Outcome run = in_script(folder, "start; xdotool key ctrl+q; wait $program; code=$?; told >&2; exit $code");
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowFirstUse, EscapeAsksBeforeItQuits) {
  Outcome run = in_script(folder, R"(
    start
    press Escape; pictures 3; press Escape; press Return; pictures 3
    press Escape; xdotool key Return; wait $program; code=$?; told >&2; exit $code)");
  EXPECT_EQ(run.code, 0) << run.text();
}

// Recent scenes persist for the next window.
TEST_F(WindowFirstUse, ScenesAreRemembered) {
  Outcome run = in_script(folder, R"(
    start; sed s/small/other/ small.json > other.json
    window=$(xdotool search --name small | tail -1)
    $X_USER drop $window $PWD/other.json; says 1 'scene reloaded'; pictures 2
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
  const std::string kept = folder.read("config/undine/window.json");
  const auto other = kept.find("/other.json"), small = kept.find("/small.json");
  EXPECT_NE(other, std::string::npos) << kept;
  EXPECT_NE(small, std::string::npos) << kept;
  EXPECT_LT(other, small) << kept;
}

// Without arguments the program shows a window with a list of scenes.
TEST_F(WindowFirstUse, ShowsScenesWithoutAnArgument) {
  Outcome run = in_script(folder, R"(
    $UNDINE 2> log & program=$!
    until xdotool search --name Undine > /dev/null 2>&1; do alive; done
    xdotool mousemove 160 120
    while kill -0 $program 2> /dev/null; do xdotool key ctrl+q; sleep 0.2; done
    wait $program; code=$?; cat log >&2; exit $code)");
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowFirstUse, NotesNameTheFilesThatWereWritten) {
  Outcome run = in_script(folder, R"(
    start; press space
    press F10; says 1 'undine_001.png written'
    press F7; says 1 'undine_001.zip written'
    press F8; says 1 'written to undine_001'
    press period; press c; press period; press c; says 1 'undine_camera_001.json written'
    says 4 'note: .*undine_'
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
}

}  // namespace
}  // namespace undine::test
