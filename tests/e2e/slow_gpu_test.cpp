// Slow GPUs: the program waits for work that progresses, and reports work that does not.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// Sixteen clock steps of 363 sub-steps each, submitted as one graph.
const std::string pond = R"({
  "version": 1, "name": "pond", "clock": {"step": 1},
  "water": [{"name": "pond", "solver": "wave", "cells": [512, 512], "size": [2, 2],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}]
})";

// Seconds of work at once, on a GPU with a limit of one second without progress.
TEST(SlowGpu, LongWorkGoesOn) {
  TempFolder folder;
  const Outcome run = undine({"simulate", folder.write("pond.json", pond), "--steps", "16"},
                             {.env = {{"UNDINE_LIMIT_SECONDS", "1"}}, .timeout = 600});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.signal, 0);
}

// Passes exceed this GPU's limit without progress: the program exits with an error.
TEST(SlowGpu, ASilentOneEndsWithAMessage) {
  TempFolder folder;
  std::string large = pond;
  large.replace(large.find("[512, 512]"), 10, "[2048, 2048]").replace(large.find("\"step\": 1"), 9, "\"step\": 0.0001");
  const std::vector<std::vector<std::string>> commands{{"render", folder.write("small.json", small_scene), "--frames",
                                                        "3", "--size", "320x180", "--out", folder.file("small.png")},
                                                       {"simulate", folder.write("pond.json", large), "--steps", "64"}};
  for (const auto& arguments : commands) {
    const Outcome run = undine(arguments, {.env = {{"UNDINE_LIMIT_SECONDS", "0.002"}}, .timeout = 600});
    EXPECT_EQ(run.signal, 0) << run.text();
    if (arguments[0] == "render" && run.code == 0) continue;  // a fast one is not a failure
    EXPECT_EQ(run.code, 1) << run.text();
    EXPECT_NE(run.err.find("no progress for 0.002 s"), std::string::npos) << run.text();
    EXPECT_NE(run.err.find("use fewer cells"), std::string::npos) << run.text();
  }
}

}  // namespace
}  // namespace undine::test
