// Failing driver calls (tools/faults), and a lost device under a window.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/e2e/window_script.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

// Images, waters and bodies of a scene that takes a fraction of a second.
constexpr const char* small_faulty = R"({"version": 1, "name": "small", "clock": {"step": 0.01},
  "render": {"shadows": false, "ssao": {"enabled": false}, "water": {"caustics": 0}},
  "water": [{"name": "w", "solver": "wave", "cells": [16, 16], "size": [2, 2]}]})";

Outcome faults(const std::vector<std::string>& arguments) {
  std::vector<std::string> line{UNDINE_SOURCE_DIR "/tools/faults", "--program", UNDINE_PROGRAM};
  line.insert(line.end(), arguments.begin(), arguments.end());
  return run_process(line, {.timeout = 600});
}

TEST(Faults, EndWithOneErrorAndLeaveNothing) {
  TempFolder folder;
  const Outcome run = faults({folder.write("small.json", small_faulty), "--every", "5"});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find(", 0 of them ended otherwise"), std::string::npos) << run.text();
}

TEST(Faults, WindowFaultsEndOrRecover) {
  TempFolder folder;
  const Outcome run = faults({folder.write("small.json", small_faulty), "--window", "--every", "4"});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST(Faults, KindsAreNamed) {
  const Outcome run = faults({"--kinds", "pipelines"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("allowed are allocation, pipeline"), std::string::npos) << run.text();
}

TEST(WindowLost, OffersToStartAgain) {
  TempFolder folder;
  folder.write("small.json", small_scene);
  ShaderCopy copy(folder);
  const Outcome run = in_script(folder, R"(
    export UNDINE_FAIL_OF=submit UNDINE_FAIL_CALL=30
    begin; xdotool mousemove 160 120
    says 1 'R in the window starts the scene again'; xdotool key r
    says 2 'R in the window starts the scene again'; xdotool key Escape
    wait $program; code=$?; told >&2; exit $code)");
  EXPECT_EQ(run.code, 1) << run.text();
  EXPECT_EQ(run.err.find("validation: "), std::string::npos) << run.text();
}

}  // namespace
}  // namespace undine::test
