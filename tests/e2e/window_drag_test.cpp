// Dragging in the window: a river is pressed aside, a body goes along.
#include <gtest/gtest.h>

#include "engine/app/npy.h"
#include "tests/e2e/window_script.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

class WindowDrag : public testing::Test {
 protected:
  TempFolder folder;
  void write_pond() {  // 0.2 m deep: the depths of its 1600 columns add up to 320
    folder.write("small.json", R"({"version": 1, "name": "small", "clock": {"step": 0.01},
        "camera": {"eye": [0, 3, 0.01], "target": [0, 0, 0]},
        "water": [{"name": "pond", "solver": "pipes", "cells": [40, 40], "size": [2, 2], "origin": [0, -0.2, 0],
                   "initial": [{"shape": "level", "level": 0}]}]})");
  }
};

TEST_F(WindowDrag, ADragPressesARiverAside) {
  ShaderCopy copy(folder);
  write_pond();
  Outcome run = in_script(folder, drag_between_exports);
  EXPECT_EQ(run.code, 0) << run.text();
  const Array before = read_npy(folder.file("undine_001/pond.depth.npy")),
              after = read_npy(folder.file("undine_002/pond.depth.npy"));
  double moved = 0, sum = 0;
  for (std::size_t i = 0; i < 1600; ++i) {
    ASSERT_NEAR(before.values[i], 0.2f, 1e-6f);
    moved = std::max(moved, std::abs(static_cast<double>(after.values[i]) - 0.2));
    sum += static_cast<double>(after.values[i]);
  }
  EXPECT_GT(moved, 1e-3);
  EXPECT_NEAR(sum, 320, 1e-3) << "pressed, not poured";
}

TEST_F(WindowDrag, ShiftPoursIntoARiver) {
  ShaderCopy copy(folder);
  write_pond();
  Outcome run = in_script(folder, R"(
    start
    xdotool keydown shift mousemove 150 90 mousedown 1 mousemove_relative 6 0; sleep 0.5; xdotool mouseup 1 keyup shift
    press space; sleep 0.3; press F8; says 1 'written to undine_001'
    leave)");
  EXPECT_EQ(run.code, 0) << run.text();
  double sum = 0;
  for (float h : read_npy(folder.file("undine_001/pond.depth.npy")).values) sum += static_cast<double>(h);
  // 0.2 m/s in the middle of a disc of 1.5 columns are 0.7 m of columns a second; slow pictures have 0.1 s of the
  // clock.
  EXPECT_GT(sum, 320.05);
}

TEST_F(WindowDrag, ABodyGoesAlong) {
  ShaderCopy copy(folder);
  folder.write("small.json", R"({"version": 1, "name": "small", "clock": {"step": 0.01},
      "camera": {"eye": [0, 6, 0.01], "target": [0, 0, 0]},
      "water": [{"name": "pond", "solver": "pipes", "cells": [40, 40], "size": [4, 4], "origin": [0, -1, 0],
                 "initial": [{"shape": "level", "level": 0}]}],
      "bodies": [{"size": [0.8, 0.4, 0.8], "density": 500, "position": [0, 0, 0]}]})");
  Outcome run = in_script(folder, R"(
    start
    press F8; says 1 'written to undine_001'
    xdotool mousemove 160 100 mousedown 1; sleep 0.5
    for i in 1 2 3 4 5 6; do xdotool mousemove_relative 6 0; sleep 0.2; done
    sleep 1; press space; sleep 0.3; press F8; says 1 'written to undine_002'
    xdotool mouseup 1
    leave)");
  EXPECT_EQ(run.code, 0) << run.text();
  const Array before = read_npy(folder.file("undine_001/bodies.state.npy")),
              after = read_npy(folder.file("undine_002/bodies.state.npy"));
  EXPECT_NEAR(before.values[0], 0, 0.05);
  EXPECT_GT(after.values[0], 0.3) << "36 pixels are about a metre";
  EXPECT_NEAR(after.values[2], 0, 0.2);
}

}  // namespace
}  // namespace undine::test
