// The window, on a virtual display.
#include <gtest/gtest.h>

#include "engine/app/png.h"
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
                     .timeout = 120,
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

TEST_F(WindowTest, FilesAreTakenAsTheyChange) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    picture() { press F10; says 1 "undine_00$1.png written"; }
    picture 1
    cp copy/shaders/tonemap.frag good
    sed -i 's/void main() {/void main() { nonsense;/' copy/shaders/tonemap.frag
    says 1 'last good shaders stay'; picture 2
    sed 's/color = vec4(c,/color = vec4(1.0, 0.0, 0.0,/' good > copy/shaders/tonemap.frag
    says 1 'shaders reloaded'; picture 3
    sed -i 's/vec3 c = texelFetch/vec3 c = test_gain * texelFetch/' good
    sed 's/#define LIB_OPTICS_GLSL/&\nconst float test_gain = 1.0;/' copy/shaders/lib/optics.glsl > include
    mv include copy/shaders/lib/optics.glsl; says 2 'shaders reloaded'
    cp good copy/shaders/tonemap.frag; says 3 'shaders reloaded'
    sed 's/test_gain = 1.0/test_gain = 0.0/' copy/shaders/lib/optics.glsl > include
    mv include copy/shaders/lib/optics.glsl; says 4 'shaders reloaded'; picture 4
    cp small.json good.json; echo '{' > small.json
    says 1 'scene stays as it was'
    sed 's/"cells": .37, 29./"cells": [24, 18]/' good.json > small.json
    says 1 'scene reloaded, 0 of 1 waters go on'
    sed 's/"cells": .37, 29./"cells": [24, 18]/; s/"version": 1,/& "gravity": 9.81, "sun": {"intensity": 1},/' good.json > small.json
    says 1 'scene reloaded, 1 of 1 waters go on'
    press F5; says 5 'shaders reloaded'
    leave)");
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.err.find("tonemap.frag:"), std::string::npos);
  EXPECT_NE(run.err.find("nonsense"), std::string::npos);
  auto mean = [&](int picture) {
    const Bitmap8 p = read_png8(folder.file("undine_00" + std::to_string(picture) + ".png"), 3);
    glm::dvec3 sum(0);
    for (std::size_t i = 0; i < p.values.size(); ++i) sum[static_cast<int>(i % 3)] += p.values[i];
    return sum * 3.0 / static_cast<double>(p.values.size());
  };
  const glm::dvec3 first = mean(1), broken = mean(2), red = mean(3), dark = mean(4);
  EXPECT_LT(glm::length(first - broken), 12);
  EXPECT_GT(red.r, 250);
  EXPECT_LT(red.g + red.b, 5);
  EXPECT_LT(dark.r + dark.g + dark.b, 0.8 * (first.r + first.g + first.b));
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
