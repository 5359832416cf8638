// Exit codes and messages of the contract, from a shell.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

const RunOptions no_driver{.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}};
const RunOptions no_display{.env = {{"DISPLAY", {}}, {"WAYLAND_DISPLAY", {}}}};

// Command line of each verb with its required arguments.
std::vector<std::string> command(const std::string& verb, const std::string& scene, const TempFolder& folder) {
  std::vector<std::string> out{verb, scene};
  if (verb == "render") out.insert(out.end(), {"--out", folder.file("x.png"), "--size", "32x32"});
  if (verb == "simulate") out.insert(out.end(), {"--steps", "2"});
  return out;
}

std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

class ExitCodes : public testing::Test {
 protected:
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(ExitCodes, VersionAndHelpAreAnsweredWithZero) {
  Outcome version = undine({"--version"});
  EXPECT_EQ(version.code, 0) << version.text();
  EXPECT_TRUE(std::regex_match(version.out, std::regex("undine " UNDINE_VERSION "( \\([0-9a-f]{9}\\))?\n")))
      << version.out;
  Outcome help = undine({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* verb : {"run", "render", "simulate", "bench", "tune", "graph", "check", "new", "compare", "devices",
                           "fields", "schema"})
    EXPECT_NE(help.out.find(verb), std::string::npos) << verb;
  EXPECT_EQ(undine({"render", "--version"}).out, version.out);
}

TEST_F(ExitCodes, BadArgumentsAreTwoAndOneLine) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--bogus"},
           {"rendr", scene},
           {"render", scene},
           {"render", scene, "--out", folder.file("x.png"), "--frames", "0"},
           {"render", scene, "--out", folder.file("x.png"), "--frames", "3", "--first", "3"},
           {"render", scene, "--out", folder.file("x.png"), "--size", "12"},
           {"simulate", scene},
           {"simulate", scene, "--steps", "-1"},
           {"graph", scene, "--format", "pdf"},
           {"graph", scene, "--shaders", folder.file("nowhere")},
           {"devices", "--bogus"},
       }) {
    Outcome run = undine(arguments);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_EQ(lines(run.err), 1u) << run.text();
    EXPECT_EQ(run.err.rfind("undine: error: ", 0), 0u) << run.text();
  }
}

TEST_F(ExitCodes, BadScenesAreTwoForEveryVerb) {
  folder.write("empty.json", "");
  folder.write("cut.json", small_scene.substr(0, 60));
  folder.write("key.json", R"({"version": 1, "watr": []})");
  for (const char* verb : {"run", "render", "simulate", "graph", "check", "fields", "bench", "tune"})
    for (const char* name : {"empty.json", "cut.json", "key.json", "missing.json"}) {
      Outcome run = undine(command(verb, folder.file(name), folder), no_display);
      EXPECT_EQ(run.code, 2) << verb << ' ' << run.text();
      EXPECT_NE(run.err.find(name), std::string::npos) << run.text();
      EXPECT_EQ(lines(run.err), 1u) << run.text();
    }
}

TEST_F(ExitCodes, CheckLooksAtEverySceneAndReportsAll) {
  std::string bad = folder.write("bad.json", R"({"version": 1, "watr": []})");
  std::string worse = folder.write("worse.json", "[");
  Outcome run = undine({"check", bad, scene, worse}, no_driver);
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_EQ(run.out, scene + ": ok\n");
  EXPECT_NE(run.err.find("bad.json"), std::string::npos);
  EXPECT_NE(run.err.find("worse.json"), std::string::npos);
  EXPECT_EQ(undine({"check", scene}, no_driver).code, 0);
}

TEST_F(ExitCodes, ValuesFromTheCommandLineAreCheckedLikeTheFile) {
  for (const auto& [value, part] : std::vector<std::pair<std::string, std::string>>{{"water.0.damping=-1", "damping"},
                                                                                    {"water.0.dampness=1", "dampness"},
                                                                                    {"water.7.damping=1", "water"},
                                                                                    {"water.0.cells=[0,4]", "cells"},
                                                                                    {"water.0.damping=NaN", "damping"},
                                                                                    {"clock.step=\"fast\"", "step"},
                                                                                    {"damping", "damping"},
                                                                                    {"=3", "=3"}}) {
    Outcome run = undine({"fields", scene, "--set", value});
    EXPECT_EQ(run.code, 2) << value << ' ' << run.text();
    EXPECT_NE(run.err.find(part), std::string::npos) << run.text();
  }
  Outcome run = undine({"fields", scene, "--set", "water.0.cells=[5,7]"});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find("(7, 5)"), std::string::npos) << run.text();
}

TEST_F(ExitCodes, NoDriverIsThreeWhereADeviceIsNeeded) {
  for (const char* verb : {"render", "simulate", "bench", "tune", "devices"}) {
    Outcome run = undine(
        std::string(verb) == "devices" ? std::vector<std::string>{"devices"} : command(verb, scene, folder), no_driver);
    EXPECT_EQ(run.code, 3) << verb << ' ' << run.text();
    EXPECT_EQ(lines(run.err), 1u) << run.text();
  }
  for (const char* verb : {"graph", "check", "fields"}) {
    Outcome run = undine({verb, scene}, no_driver);
    EXPECT_EQ(run.code, 0) << verb << ' ' << run.text();
    EXPECT_FALSE(run.out.empty());
  }
  EXPECT_EQ(undine({"schema"}, no_driver).code, 0);
}

TEST_F(ExitCodes, UnknownDeviceIsThree) {
  Outcome run = undine({"simulate", scene, "--steps", "1", "--gpu", "no such device"});
  EXPECT_EQ(run.code, 3) << run.text();
  EXPECT_NE(run.err.find("no such device"), std::string::npos) << run.text();
}

TEST_F(ExitCodes, NoDisplayIsThreeAndNamesRender) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{scene}, {"run", scene}}) {
    Outcome run = undine(arguments, no_display);
    EXPECT_EQ(run.code, 3) << run.text();
    EXPECT_NE(run.err.find("undine render"), std::string::npos) << run.text();
    EXPECT_EQ(lines(run.err), 1u) << run.text();
  }
}

TEST_F(ExitCodes, AloneWithoutADisplayPrintsUsage) {
  for (const RunOptions& options : {no_display, RunOptions{.env = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}}}}) {
    const Outcome run = undine({}, options);
    EXPECT_EQ(run.code, 3) << run.text();
    EXPECT_LT(lines(run.out), 20u) << run.text();
    for (const char* word : {"undine SCENE.json", "render", "simulate", "check", "--help"})
      EXPECT_NE(run.out.find(word), std::string::npos) << word << run.text();
    EXPECT_EQ(lines(run.err), 1u) << run.text();
    EXPECT_NE(run.err.find("DISPLAY"), std::string::npos) << run.text();
  }
}

TEST_F(ExitCodes, CaptureNeedsRenderDoc) {
  Outcome run = undine({"simulate", scene, "--steps", "1", "--capture-frame", "0"});
  EXPECT_EQ(run.code, 1) << run.text();
  EXPECT_NE(run.err.find("--capture-frame"), std::string::npos);
}

TEST_F(ExitCodes, ListingsListWhatIsThere) {
  Outcome devices = undine({"devices"});
  EXPECT_EQ(devices.code, 0) << devices.text();
  EXPECT_NE(devices.out.find("usable"), std::string::npos) << devices.text();
  Outcome fields = undine({"fields", scene});
  EXPECT_EQ(fields.code, 0) << fields.text();
  EXPECT_NE(fields.out.find("pool.height"), std::string::npos);
  EXPECT_NE(fields.out.find("(29, 37)"), std::string::npos) << fields.text();
  for (const char* format : {"text", "dot", "json", "svg"}) {
    Outcome graph = undine({"graph", scene, "--format", format});
    EXPECT_EQ(graph.code, 0) << graph.text();
    EXPECT_NE(graph.out.find("pool"), std::string::npos) << graph.text();
    EXPECT_EQ(undine({"graph", scene, "--format", format}).out, graph.out);
  }
  EXPECT_NE(undine({"graph", scene, "--frame", "first"}).out, undine({"graph", scene}).out);
}

TEST_F(ExitCodes, ClosedOutputIsAFailure) {
  Outcome run = run_process({"/bin/sh", "-c", std::string(UNDINE_PROGRAM) + " schema > /dev/full"});
  EXPECT_EQ(run.code, 1) << run.text();
}

}  // namespace
}  // namespace undine::test
