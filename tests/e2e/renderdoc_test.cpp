// RenderDoc captures, without a display and in a window: every scope of the plan is a labeled region, in order.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/e2e/scenes.h"
#include "tests/e2e/window_script.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"
#include "tests/support/temp_folder.h"
#include "tests/support/x_server.h"

namespace undine::test {
namespace {

class RenderDocTest : public testing::Test {
 protected:
  void SetUp() override {
    if (run_process({"renderdoccmd", "version"}).code != 0) GTEST_SKIP() << "renderdoccmd is not installed";
  }
  // Capture of `arguments` under RenderDoc, as XML.
  std::string captured(const std::vector<std::string>& arguments, const std::string& display = {}) {
    std::vector<std::string> command{"renderdoccmd", "capture",           "-w",          "-d", folder.path(),
                                     "-c",           folder.file("shot"), UNDINE_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    RunOptions options = alone();
    if (!display.empty()) options.env.emplace_back("DISPLAY", display);
    Outcome run = run_process(command, options);
    EXPECT_EQ(run.code, 0) << run.text();
    return converted();
  }
  RunOptions alone() const { return {.env = {{"HOME", folder.path()}, {"XDG_CACHE_HOME", folder.file("cache")}}}; }
  // Single capture in the folder, as XML.
  std::string converted() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      if (entry.path().extension() == ".rdc") files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1u);
    if (files.empty()) return {};
    Outcome convert =
        run_process({"renderdoccmd", "convert", "-f", files[0], "-o", folder.file("shot.xml"), "-c", "xml"}, alone());
    EXPECT_EQ(convert.code, 0) << convert.text();
    return folder.read("shot.xml");
  }
  // Paths of all labeled regions, in the order of their begin: "frame", "frame/pool", "frame/pool/step" ...
  static std::vector<std::string> regions(const std::string& xml) {
    static const std::regex chunk(
        R"re(<chunk[^>]*name="vkCmd(Begin|End)DebugUtilsLabelEXT"|<string name="pLabelName"[^>]*>([^<]*)<)re");
    std::vector<std::string> all, open;
    bool begins = false;
    for (std::sregex_iterator at(xml.begin(), xml.end(), chunk), end; at != end; ++at) {
      if ((*at)[1].matched) {
        begins = (*at)[1] == "Begin";
        if (!begins && !open.empty()) open.pop_back();
      } else if (begins) {
        begins = false;
        open.push_back((open.empty() ? "" : open.back() + "/") + (*at)[2].str());
        all.push_back(open.back());
      }
    }
    EXPECT_TRUE(open.empty()) << "regions that do not end";
    return all;
  }
  TempFolder folder;
};

std::vector<std::string> node_paths(const std::vector<std::string>& graph_arguments) {
  Outcome graph = undine(graph_arguments);
  EXPECT_EQ(graph.code, 0) << graph.text();
  std::vector<std::string> paths;
  const auto plan = nlohmann::json::parse(graph.out);
  for (const auto& node : plan["nodes"]) paths.push_back(node["path"]);
  return paths;
}

TEST_F(RenderDocTest, LabelsOfEveryScopeAndNodeInOrder) {
  const std::string pool = UNDINE_SOURCE_DIR "/scenes/pool.json";
  const std::string xml = captured(
      {"render", pool, "--frames", "3", "--size", "160x90", "--out", folder.file("x.png"), "--capture-frame", "2"});
  ASSERT_FALSE(xml.empty());
  const std::vector<std::string> found = regions(xml);
  std::size_t at = 0;
  for (const std::string& path : node_paths({"graph", pool, "--format", "json", "--size", "160x90"})) {
    // A node is in the region of its scope, after the previous node.
    const std::size_t before = at;
    while (at < found.size() && found[at] != path) ++at;
    ASSERT_LT(at, found.size()) << path << " is not there after region " << before;
    ++at;
  }
  EXPECT_GT(at, 10u);
  EXPECT_EQ(at, found.size()) << "regions after the last node";
}

TEST_F(RenderDocTest, CapturesAWindowsFrame) {
  const std::string scene = folder.write("small.json", small_scene);
  XServer server;
  const std::string xml = captured(
      {"run", scene, "--frames", "6", "--size", "160x90", "--no-hud", "--capture-frame", "4"}, server.display());
  ASSERT_FALSE(xml.empty());
  const std::vector<std::string> found = regions(xml);
  std::size_t at = 0, skipped = 0;  // the nodes of the frame in order, then its presentation
  for (const std::string& path : node_paths({"graph", scene, "--format", "json", "--size", "160x90"})) {
    if (path.find("/picture/") == std::string::npos) continue;  // as many steps as time went by
    // Cached scopes run in the frames that change them.
    const auto next = std::find(found.begin() + static_cast<std::ptrdiff_t>(at), found.end(), path);
    if (next == found.end()) {
      EXPECT_EQ(std::find(found.begin(), found.end(), path), found.end()) << path << " is out of order";
      ++skipped;
      continue;
    }
    at = static_cast<std::size_t>(next - found.begin()) + 1;
  }
  EXPECT_LT(skipped, at) << "most nodes run in every frame";
  EXPECT_NE(std::find(found.begin() + static_cast<std::ptrdiff_t>(at), found.end(), "frame/blit"), found.end());
}

// As documented in docs/developing.md: relative paths refer to the shell's folder although renderdoccmd changes it,
// and the pipeline cache does not change.
TEST_F(RenderDocTest, RelativePathsAndThePipelineCacheHold) {
  folder.write("small.json", small_scene);
  RunOptions options = alone();
  options.folder = folder.path();
  options.env.emplace_back("PWD", folder.path());
  const std::string draw = " render small.json --frames 2 --size 64x36 --out ";
  const auto sh = [&](const std::string& command) { return run_process({"sh", "-c", command}, options); };
  Outcome first = sh(UNDINE_PROGRAM + draw + "a.png");
  EXPECT_EQ(first.code, 0) << first.text();
  const std::string cache = folder.read("cache/undine/pipelines.bin");
  EXPECT_FALSE(cache.empty());
  Outcome run = sh("renderdoccmd capture -w -c shot " UNDINE_PROGRAM + draw + "b.png --capture-frame 1");
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.err.find("RenderDoc capture"), std::string::npos) << run.text();
  EXPECT_TRUE(std::filesystem::exists(folder.file("b.png"))) << run.text();
  EXPECT_EQ(folder.read("cache/undine/pipelines.bin"), cache);
  Outcome later = sh(UNDINE_PROGRAM + draw + "c.png");
  EXPECT_EQ(later.err.find("pipeline cache"), std::string::npos) << later.text();
}

TEST_F(RenderDocTest, CapturesWhenF9IsPressed) {
  folder.write("small.json", small_scene);
  ShaderCopy copy(folder);
  const std::string script = "start; press F9; says 1 'RenderDoc capture .* written'; leave";
  ScriptOptions options;
  options.under = "renderdoccmd capture -w -d " + folder.path().string() + " -c shot";
  Outcome run = in_script(folder, script, options);
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(regions(converted()).size(), 0u) << run.text();
}

TEST_F(RenderDocTest, ResourcesHaveTheirNames) {
  const std::string scene = folder.write("small.json", small_scene);
  const std::string xml = captured({"simulate", scene, "--steps", "4", "--capture-frame", "3"});
  for (const char* name : {"pool/height[0]", "pool/height[2]"}) EXPECT_NE(xml.find(name), std::string::npos) << name;
}

TEST_F(RenderDocTest, WithoutItTheWayIsNamed) {
  const std::string scene = folder.write("small.json", small_scene);
  for (const char* verb : {"render", "simulate"}) {
    std::vector<std::string> arguments{verb, scene, "--capture-frame", "1"};
    for (std::string more : verb == std::string("render")
                                ? std::vector<std::string>{"--frames", "3", "--out", folder.file("x.png")}
                                : std::vector<std::string>{"--steps", "3"})
      arguments.push_back(more);
    Outcome run = undine(arguments);
    EXPECT_EQ(run.code, 1) << run.text();
    EXPECT_NE(run.err.find("renderdoccmd capture"), std::string::npos) << run.text();
  }
}

}  // namespace
}  // namespace undine::test
