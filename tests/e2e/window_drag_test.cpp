// Dragging in the window: presses on a river, and pulls on a body.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/files/npy.h"
#include "tests/e2e/window_script.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

class WindowDrag : public testing::Test {
 protected:
  TempFolder folder;
  void write_pond() {  // 0.2 m deep: the depths of its 1600 columns sum to 320
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
  EXPECT_EQ(run.code, 143) << run.text();
  const files::Array before = files::read_npy(folder.file("undine_001/pond.depth.npy")),
                     after = files::read_npy(folder.file("undine_002/pond.depth.npy"));
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
    press space; xdotool keydown shift mousemove 150 90 mousedown 1 mousemove_relative 6 0; pictures 2
    single 20; xdotool mouseup 1 keyup shift; pictures 2
    press F8; says 1 'written to undine_001'
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
  double sum = 0;
  for (float h : files::read_npy(folder.file("undine_001/pond.depth.npy")).values) sum += static_cast<double>(h);
  // 0.2 m/s at the center of a disc of 1.5 columns are 0.7 m of columns per second; this is a fifth of a second.
  EXPECT_NEAR(sum, 320.14, 0.03);
}

// The same for the other solvers: at rest, pressed and dragged, poured into. F8 after each.
constexpr const char* press_drag_pour = R"(
    start
    press space; press F8; says 1 'written to undine_001'
    xdotool mousemove 160 100 mousedown 1; pictures 2; single 4; press F8; says 1 'written to undine_002'
    for i in 1 2 3 4; do xdotool mousemove_relative 5 0; pictures 2; single 1; done
    xdotool mouseup 1; pictures 2; press F8; says 1 'written to undine_003'
    xdotool keydown shift mousemove 160 100 mousedown 1; pictures 2; single 20
    xdotool mouseup 1 keyup shift; pictures 2; press F8; says 1 'written to undine_004'
    leave)";

TEST_F(WindowDrag, WavesArePressedDraggedAndPouredInto) {
  ShaderCopy copy(folder);
  folder.write("small.json", R"({"version": 1, "name": "small", "clock": {"step": 0.01},
      "camera": {"eye": [0, 3, 0.01], "target": [0, 0, 0]},
      "water": [{"name": "pool", "solver": "wave", "cells": [100, 100], "size": [2, 2]}]})");
  const Outcome run = in_script(folder, press_drag_pour);
  EXPECT_EQ(run.code, 143) << run.text();
  double sum[4], most[4];
  for (int k = 0; k < 4; ++k) {
    sum[k] = most[k] = 0;
    for (float h : files::read_npy(folder.file("undine_00" + std::to_string(k + 1) + "/pool.height.npy")).values) {
      sum[k] += double(h) * 0.0004;
      most[k] = std::max(most[k], std::abs(double(h)));
    }
  }
  EXPECT_EQ(most[0], 0);
  EXPECT_GT(most[1], 1e-3) << "pressed";
  EXPECT_GT(most[2], most[0]);
  // 0.2 m/s at the center of a paraboloid of radius 0.05 m: pi r^2 / 2 of that, for 0.2 s.
  const double poured = 0.2 * 0.2 * std::acos(-1.0) * 0.05 * 0.05 / 2;
  EXPECT_NEAR(sum[3] - sum[2], poured, 0.25 * poured);
}

TEST_F(WindowDrag, FluidIsPressedDraggedAndPouredInto) {
  ShaderCopy copy(folder);
  folder.write("small.json", R"({"version": 1, "name": "small", "clock": {"step": 0.01},
      "camera": {"eye": [0, 3, 0.01], "target": [0, 0, 0]},
      "water": [{"name": "tank", "solver": "fluid", "cells": [40, 40], "size": [2, 2], "waves": {"speed": 0.5}}]})");
  const Outcome run = in_script(folder, press_drag_pour);
  EXPECT_EQ(run.code, 143) << run.text();
  double dye[4], speed[4], along[4], height[4];
  for (int k = 0; k < 4; ++k) {
    const std::string at = "undine_00" + std::to_string(k + 1) + "/tank.";
    dye[k] = speed[k] = along[k] = height[k] = 0;
    for (float d : files::read_npy(folder.file(at + "dye.npy")).values) dye[k] += double(d);
    const files::Array v = files::read_npy(folder.file(at + "velocity.npy"));
    for (std::size_t i = 0; i < v.values.size(); i += 2) {
      speed[k] = std::max(speed[k], std::abs(double(v.values[i])));
      along[k] += double(v.values[i]);
    }
    for (float h : files::read_npy(folder.file(at + "height.npy")).values)
      height[k] = std::max(height[k], std::abs(double(h)));
  }
  EXPECT_EQ(speed[0], 0);
  EXPECT_EQ(dye[0], 0);
  EXPECT_GT(height[1], 1e-4) << "a press dents the ripples";
  EXPECT_GT(dye[1], 0) << "and colors";
  EXPECT_GT(speed[2], 0.01) << "a drag pushes along";
  EXPECT_GT(dye[3], dye[2] + 0.5) << "a pour is dye";
}

// Block of water at rest on the floor of a box, from above.
TEST_F(WindowDrag, ParticlesArePressedDraggedAndPouredInto) {
  ShaderCopy copy(folder);
  folder.write("small.json", R"({"version": 1, "name": "small", "clock": {"step": 0.005}, "gravity": 1,
      "camera": {"eye": [0, 2, 0.01], "target": [0, 0, 0]},
      "water": [{"name": "tank", "solver": "sph", "spacing": 0.05,
                 "domain": {"min": [-0.5, 0, -0.5], "max": [0.5, 0.8, 0.5]},
                 "fluid": [{"box": {"min": [-0.5, 0, -0.5], "max": [0.5, 0.15, 0.5]}, "settled": true}]}]})");
  const Outcome run = in_script(folder, press_drag_pour);
  EXPECT_EQ(run.code, 143) << run.text();
  const auto mean = [&](int k, const char* field, int axis) {
    const files::Array a = files::read_npy(folder.file("undine_00" + std::to_string(k) + "/tank." + field + ".npy"));
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); i += 3) sum += double(a.values[i + std::size_t(axis)]);
    return std::pair(sum * 3 / double(a.values.size()), a.values.size() / 3);
  };
  const auto before = mean(1, "velocity", 1), pressed = mean(2, "velocity", 1), dragged = mean(3, "velocity", 0);
  EXPECT_EQ(before.second, 1200u);
  EXPECT_LT(pressed.first, before.first - 1e-4) << "pressed down";
  EXPECT_GT(dragged.first, mean(2, "velocity", 0).first + 1e-4) << "along the drag, which went to the right";
  EXPECT_EQ(dragged.second, 1200u);
  const std::size_t poured = mean(4, "velocity", 1).second - 1200;
  // A disc of two spacings, 13 points, falls at 0.5 m/s for 0.1 s: a layer each 0.1 s, the first one immediately.
  EXPECT_GE(poured, 13u);
  EXPECT_LE(poured, 26u);
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
    xdotool mousemove 160 100 mousedown 1; pictures 8; steps 40
    for i in 1 2 3 4 5 6; do xdotool mousemove_relative 6 0; pictures 2; steps 20; done
    steps 100; press space; press F8; says 1 'written to undine_002'
    xdotool mouseup 1
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
  const files::Array before = files::read_npy(folder.file("undine_001/bodies.state.npy")),
                     after = files::read_npy(folder.file("undine_002/bodies.state.npy"));
  EXPECT_NEAR(before.values[0], 0, 0.05);
  EXPECT_GT(after.values[0], 0.3) << "36 pixels are about a meter";
  EXPECT_NEAR(after.values[2], 0, 0.2);
}

}  // namespace
}  // namespace undine::test
