// Window on a virtual display.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/files/npy.h"
#include "tests/e2e/scenes.h"
#include "tests/e2e/window_script.h"
#include "tests/support/shader_copy.h"
#include "tests/support/x_server.h"
#include "tests/support/xwd.h"

namespace undine::test {
namespace {

Outcome in_window(const std::vector<std::string>& arguments, RunOptions options = {}) {
  XServer server;
  TempFolder config;
  options.env.emplace_back("DISPLAY", server.display());
  options.env.emplace_back("XDG_CONFIG_HOME", config.path().string());
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

TEST_F(WindowTest, SmallestSizes) {
  Outcome run = in_window({"run", scene, "--frames", "3", "--size", "1x1", "--validation"});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(WindowTest, KeysAndPointer) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    for view in 2 3 4 5 6 7 8 1; do press $view; done
    xdotool mousedown 1 mousemove_relative 20 5 mousemove_relative 20 5; pictures 2; xdotool mouseup 1
    xdotool mousedown 3 mousemove_relative 30 10; pictures 2; xdotool mouseup 3
    xdotool click 4 click 5
    xdotool keydown w keydown d keydown e; pictures 4; xdotool keyup w keyup d keyup e
    press space; press period; press space; press r; press F10
    says 1 'undine_001.png written'
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
  EXPECT_TRUE(folder.read("undine_001.png").starts_with("\x89PNG"));
}

TEST_F(WindowTest, ResizingStorm) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    window=$(xdotool search --name small | tail -1)
    for i in $(seq 40); do xdotool windowsize $window $((50 + i * 7)) $((400 - i * 9)); done; pictures 3
    for i in $(seq 10); do xdotool windowsize $window $((50 + i * 7)) $((400 - i * 9)); pictures 1; done
    xdotool windowsize --sync $window 1 1; pictures 3; xdotool windowsize --sync $window 200 100; pictures 3
    xdotool windowunmap --sync $window; xdotool windowmap --sync $window; pictures 3
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
}

// Still water stays still until a push; then it has moved at the pointer's position.
TEST_F(WindowTest, ADragChangesTheFieldThatFieldsNames) {
  ShaderCopy copy(folder);
  folder.write("small.json", R"({"version": 1, "name": "small", "clock": {"step": 0.01},
      "camera": {"eye": [0, 3, 0.01], "target": [0, 0, 0]},
      "water": [{"name": "pool", "solver": "wave", "cells": [40, 40], "size": [2, 2]}]})");
  Outcome run = in_script(folder, drag_between_exports);
  EXPECT_EQ(run.code, 143) << run.text();
  const Outcome fields = undine({"fields", folder.file("small.json")});
  ASSERT_NE(fields.out.find("pool.height"), std::string::npos) << fields.text();
  const files::Array before = files::read_npy(folder.file("undine_001/pool.height.npy")),
                     after = files::read_npy(folder.file("undine_002/pool.height.npy"));
  for (float h : before.values) ASSERT_EQ(h, 0.0f);
  // The camera looks down on the center, x to the right: the push came from the left and from above.
  double there = 0, elsewhere = 0;
  for (std::size_t z = 0; z < 40; ++z)
    for (std::size_t x = 0; x < 40; ++x)
      (x < 20 ? there : elsewhere) += std::abs(static_cast<double>(after.values[z * 40 + x]));
  EXPECT_GT(there, 1e-3);
  EXPECT_GT(there, 1.5 * elsewhere);
}

// Until the first image, title and window show the current activity.
TEST_F(WindowTest, SaysWhatItIsDoing) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    begin --no-cache
    until xdotool search --name 'small · compiling shaders [0-9]+ of [0-9]+' > /dev/null 2>&1; do alive; done
    cp Xvfb_screen0 loading.xwd
    says 1 'title: small · compiling pipelines [0-9]* of'; says 1 'title: small · first steps'
    until xdotool search --name 'small · [0-9]+ fps' > /dev/null 2>&1; do alive; done
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
  const std::size_t shaders = run.err.find("compiling shaders"), pipelines = run.err.find("compiling pipelines"),
                    steps = run.err.find("first steps");
  EXPECT_LT(shaders, pipelines);
  EXPECT_LT(pipelines, steps);
  const files::Bitmap8 screen = read_xwd(folder.file("loading.xwd"));
  std::size_t letters = 0;
  for (std::size_t i = 0; i < screen.values.size(); i += 3) letters += screen.values[i] > 120;
  EXPECT_GT(letters, 20u) << "text in the window";
}

TEST_F(WindowTest, FillsTheScreenAndComesBack) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"script(
    start
    window=$(xdotool search --name small | tail -1)
    width() { xdotool getwindowgeometry --shell $window | sed -n 's/WIDTH=//p'; }
    wide() { until [ "$(width)" = "$1" ]; do alive; done; }
    wide 320; press F11; wide 800; shot full; press v; press v; press F11; wide 320; pictures 2
    leave)script");
  EXPECT_EQ(run.code, 143) << run.text();
  const files::Bitmap8 screen = read_xwd(folder.file("full.xwd"));
  std::size_t dark = 0;  // the empty screen around a window is black
  for (std::size_t i = 0; i < screen.values.size(); i += 3)
    dark += screen.values[i] + screen.values[i + 1] + screen.values[i + 2] == 0;
  EXPECT_LT(dark, screen.values.size() / 3 / 20);
}

TEST_F(WindowTest, ADroppedSceneOpens) {
  ShaderCopy copy(folder);
  std::string other = small_scene;
  other.replace(other.find("\"small\""), 7, "\"other\"");
  folder.write("other.json", other);
  folder.write("broken.json", "{");
  Outcome run = in_script(folder, R"(
    start
    window=$(xdotool search --name small | tail -1)
    $X_USER drop $window $PWD/broken.json; says 1 'broken.json.*scene stays as it was'
    $X_USER drop $window $PWD/other.json; says 1 'scene reloaded'
    until xdotool search --name other > /dev/null 2>&1; do alive; done
    sed -i 's/"step": 0.01/"step": 0.02/' other.json; says 2 'scene reloaded'
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
}

TEST_F(WindowTest, DenseDisplaysGetLargerText) {
  ShaderCopy copy(folder);
  auto changed = [&](int dpi, const std::string& name) {  // pixels that the HUD's figures cover
    ScriptOptions options{.dpi = dpi, .size = "790x590"};
    Outcome run = in_script(
        folder, "start; press space; shot with; press F2; shot without; cp with.xwd " + name + ".xwd; leave", options);
    EXPECT_EQ(run.code, 143) << run.text();
    const files::Bitmap8 a = read_xwd(folder.file("with.xwd")), b = read_xwd(folder.file("without.xwd"));
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.values.size(); i += 3) count += std::abs(a.values[i] - b.values[i]) > 8;
    return count;
  };
  EXPECT_GT(changed(120, "dense"), changed(96, "plain") * 5 / 4);
}

TEST_F(WindowTest, InterruptEndsCleanly) {
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, "start; kill -INT $program; wait $program");
  EXPECT_EQ(run.code, 130) << run.text();
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
