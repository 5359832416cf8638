// tools/soak: random user input for a few frames.
#include <gtest/gtest.h>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

const std::string soak = UNDINE_SOURCE_DIR "/tools/soak";

constexpr const char* tiny = R"({"version": 1, "name": "tiny", "clock": {"step": 0.01},
  "render": {"shadows": false, "reflections": false, "antialias": false, "ssao": {"enabled": false},
             "water": {"caustics": 0}},
  "water": [{"name": "pool", "solver": "wave", "cells": [16, 12], "size": [2, 2]}]})";

Outcome run(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{soak, "--undine", UNDINE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_process(command, {.timeout = 240});
}

TEST(Soak, SixtyPicturesOfARandomUser) {
  TempFolder folder;
  const Outcome out = run({folder.write("tiny.json", tiny), "--frames", "60", "--size", "64x36"});
  EXPECT_EQ(out.code, 0) << out.text();
  EXPECT_NE(out.out.find("no message; "), std::string::npos) << out.text();
  EXPECT_NE(out.out.find("memory not judged under 600 pictures"), std::string::npos);
}

// The tool passes on the program's messages.
TEST(Soak, AMessageFails) {
  TempFolder folder;
  std::string broken = tiny;
  broken.replace(broken.find("[16, 12]"), 8, "[16, 0]");
  const Outcome out = run({folder.write("broken.json", broken), "--frames", "5", "--size", "64x36"});
  EXPECT_EQ(out.code, 1) << out.text();
  EXPECT_NE(out.err.find("it said: "), std::string::npos) << out.text();
  EXPECT_NE(out.err.find("/water/0/cells"), std::string::npos) << out.text();
}

// Its memory check: twenty samples in MiB.
TEST(Soak, MemoryThatGrowsIsNotFlat) {
  const std::string judge =
      "import runpy, sys; flat = runpy.run_path(sys.argv[1], run_name='judge')['flat']\n"
      "for m in ([100] * 20, [60] * 6 + [100] * 14, [100 + i % 3 for i in range(20)],\n"
      "          [100 + i for i in range(20)], [100] * 13 + [105] * 7, [1000 + 4 * i for i in range(20)]):\n"
      "    print(int(flat([n << 20 for n in m])[0]), end='')\n";
  const Outcome out = run_process({"python3", "-c", judge, soak});
  EXPECT_EQ(out.code, 0) << out.text();
  EXPECT_EQ(out.out, "111000") << out.text();
}

TEST(Soak, BadArgumentsAreNamed) {
  TempFolder folder;
  const std::string scene = folder.write("tiny.json", tiny);
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& text) {
    const Outcome out = run(arguments);
    EXPECT_EQ(out.code, 2) << out.text();
    EXPECT_NE(out.err.find(text), std::string::npos) << out.text();
  };
  refused({}, "scene");
  refused({folder.file("none.json")}, "cannot be read");
  refused({folder.write("text.json", "x")}, "cannot be read");
  refused({scene, "--frames", "0"}, "--frames is at least 1");
  refused({scene, "--frames", "many"}, "--frames");
  refused({scene, "--size", "9"}, "--size is WxH");
  refused({scene, "--undine", "/dev/null"}, "is no program");
}

}  // namespace
}  // namespace undine::test
