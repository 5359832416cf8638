// GPUs that take long: work that goes on is waited for, work that does not ends with a message.
#include <gtest/gtest.h>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

const std::string pond = R"({
  "version": 1, "name": "pond", "clock": {"step": 0.001, "steps_per_frame": 1000},
  "water": [{"name": "pond", "solver": "wave", "cells": [256, 256], "size": [2, 2],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}]
})";

// A frame of seconds, on a GPU that may be silent for half a second.
TEST(SlowGpu, ALongFrameGoesOn) {
  TempFolder folder;
  const Outcome run = undine({"render", folder.write("pond.json", pond), "--frames", "1", "--size", "64x36", "--out",
                              folder.file("pond.png"), "--validation"},
                             {.env = {{"UNDINE_LIMIT_SECONDS", "0.5"}}, .timeout = 600});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.signal, 0);
}

// No part of a frame is that quick: the program gives up while the GPU is at work.
TEST(SlowGpu, ASilentOneEndsWithAMessage) {
  TempFolder folder;
  std::string large = pond;
  large.replace(large.find("[256, 256]"), 10, "[4096, 4096]");
  for (const char* verb : {"render", "simulate"}) {
    std::vector<std::string> arguments{verb, folder.write("pond.json", large)};
    if (arguments[0] == "render")
      arguments.insert(arguments.end(), {"--frames", "3", "--size", "64x36", "--out", folder.file("pond.png")});
    else
      arguments.insert(arguments.end(), {"--steps", "64"});
    const Outcome run = undine(arguments, {.env = {{"UNDINE_LIMIT_SECONDS", "0.01"}}, .timeout = 600});
    EXPECT_EQ(run.code, 1) << run.text();
    EXPECT_EQ(run.signal, 0) << run.text();
    EXPECT_NE(run.err.find("no sign of life for 0.01 s"), std::string::npos) << run.text();
    EXPECT_NE(run.err.find("use fewer cells"), std::string::npos) << run.text();
  }
}

}  // namespace
}  // namespace undine::test
