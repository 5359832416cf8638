// The window, on a virtual display.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"
#include "tests/support/x_server.h"

namespace undine::test {
namespace {

Outcome in_window(const std::vector<std::string>& arguments, RunOptions options = {}) {
  XServer server;
  options.env.emplace_back("DISPLAY", server.display());
  return undine(arguments, options);
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

// Runs a shell script on a display, in the test's folder. The script finds `start` (opens $scene in the background and
// waits for pictures), `says N TEXT` (waits until the log says it N times), `press KEY` and `leave` (ends it).
Outcome in_script(const TempFolder& folder, const std::string& script) {
  const std::string head = R"sh(
    says() { until [ "$(grep -c "$2" log)" -ge "$1" ]; do kill -0 $program || { cat log >&2; exit 99; }; sleep 0.05; done; }
    press() { xdotool key $1; sleep 0.15; }
    start() {
      $UNDINE run small.json --size 320x200 --validation --shaders copy/shaders 2> log & program=$!
      until xdotool search --name ' fps ' > /dev/null 2>&1; do kill -0 $program || { cat log >&2; exit 99; }; sleep 0.05; done
      xdotool mousemove 160 120
    }
    leave() { kill -TERM $program; wait $program; code=$?; cat log >&2; exit $code; }
  )sh";
  folder.write("script.sh", head + script);
  XServer server;
  RunOptions options{.env = {{"UNDINE", UNDINE_PROGRAM}, {"DISPLAY", server.display()}},
                     .timeout = 60,
                     .folder = folder.path().string()};
  return run_process({"sh", "script.sh"}, options);
}

TEST_F(WindowTest, KeysAndPointer) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    for view in 2 3 4 5 6 7 8 1; do press $view; done
    xdotool mousedown 1 mousemove_relative 20 5 mousemove_relative 20 5; sleep 0.2; xdotool mouseup 1
    xdotool mousedown 3 mousemove_relative 30 10; sleep 0.2; xdotool mouseup 3
    xdotool click 4 click 5
    xdotool keydown w keydown d keydown e; sleep 0.3; xdotool keyup w keyup d keyup e
    press space; press period; press space; press r; press F10
    says 1 'undine_001.png written'
    leave)");
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_TRUE(folder.read("undine_001.png").starts_with("\x89PNG"));
}

TEST_F(WindowTest, ReloadKeepsTheLastGoodShadersAndTakesAChangedScene) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    cp copy/shaders/ssao.comp good
    sed -i 's/void main() {/void main() { nonsense;/' copy/shaders/ssao.comp
    press F5; says 1 'last good shaders stay'
    cp good copy/shaders/ssao.comp
    press F5; says 1 'shaders reloaded'
    cp small.json good.json; echo '{' > small.json
    press F5; says 1 'scene stays as it was'
    sed 's/"cells": .37, 29./"cells": [24, 18]/' good.json > small.json
    press F5; says 2 'info: device'
    leave)");
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowTest, ResizingStorm) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    window=$(xdotool search --name small | tail -1)
    for i in $(seq 40); do xdotool windowsize $window $((50 + i * 7)) $((400 - i * 9)); sleep 0.02; done
    xdotool windowsize $window 1 1; sleep 0.3; xdotool windowsize $window 200 100; sleep 0.3
    xdotool windowunmap $window; sleep 0.3; xdotool windowmap $window; sleep 0.3
    leave)");
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowTest, InterruptEndsCleanly) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, "start; kill -INT $program; wait $program");
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
