// Installed program without its source tree: every verb, and check on every scene.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/app/cli/cli.h"
#include "engine/files/files.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/x_server.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class Installed : public testing::Test {
 protected:
  Installed() {
    // Staged, as for packages.
    Outcome run = run_process({UNDINE_CMAKE, "--install", UNDINE_BUILD_DIR, "--prefix", "/usr"},
                              {.env = {{"DESTDIR", folder.path()}}});
    EXPECT_EQ(run.code, 0) << run.text();
    hide_sources(program);
  }
  // The program finds its source tree only by the compiled-in path. Another path of the same length, which does not
  // exist, replaces it in the file.
  static void hide_sources(const fs::path& file) {
    const std::string path = UNDINE_SOURCE_DIR, nowhere = "/" + std::string(path.size() - 1, '-');
    ASSERT_FALSE(fs::exists(nowhere));
    const auto mode = fs::status(file).permissions();
    std::string bytes = files::read_file(file);
    std::size_t count = 0;
    for (auto at = bytes.find(path); at != std::string::npos; at = bytes.find(path, at), ++count)
      bytes.replace(at, path.size(), nowhere);
    EXPECT_GT(count, 0u);
    fs::remove(file);
    files::write_file(file, bytes);
    fs::permissions(file, mode);
  }
  Outcome installed(std::vector<std::string> arguments, const std::string& display = {}) const {
    arguments.insert(arguments.begin(), program);
    RunOptions options{.env = {{"HOME", folder.path()}, {"XDG_CACHE_HOME", folder.file("cache")}}, .timeout = 300};
    options.folder = folder.path();
    if (!display.empty()) options.env.emplace_back("DISPLAY", display);
    return run_process(arguments, options);
  }
  std::vector<std::string> scenes() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(share + "/scenes"))
      if (entry.path().extension() == ".json") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
  }

  TempFolder folder;
  const std::string prefix = folder.file("usr"), program = prefix + "/bin/undine", share = prefix + "/share/undine";
};

TEST_F(Installed, ChecksEveryScene) {
  std::vector<std::string> arguments = scenes();
  ASSERT_GT(arguments.size(), 19u) << "the scenes and their schema";
  arguments.insert(arguments.begin(), "check");
  Outcome run = installed(arguments);
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(std::ranges::count(run.out, '\n'), std::ssize(arguments) - 1) << run.text();
}

TEST_F(Installed, EveryVerbRuns) {
  const std::string scene = share + "/scenes/basin_mode.json", size = "160x90";
  const std::map<std::string, std::vector<std::string>, std::less<>> calls{
      {"run", {scene, "--frames", "2", "--size", size}},
      {"render", {scene, "--view", "basin.height", "--hud", "--frames", "2", "--size", size, "--out", "x.png"}},
      {"simulate", {scene, "--steps", "2", "--dump", "basin.height=h.npy", "--dump", "basin.mesh=m.ply"}},
      {"bench", {"--quick", "--case", "wave 128x128"}},
      {"tune", {scene, "--quick", "--kernels", "wave/surface"}},
      {"graph", {scene}},
      {"check", {scene}},
      {"compare", {"x.png", "x.png"}},
      {"new", {"pool", "--out", "new.json"}},
      {"import", {"level.glb", "--out", "level.json"}},
      {"devices", {}},
      {"fields", {scene}},
      {"schema", {}},
      {"completion", {"bash"}}};
  fs::copy_file(share + "/scenes/assets/boat.glb", folder.file("level.glb"));
  XServer server;
  for (const cli::Verb& verb : cli::verbs()) {
    const auto call = calls.find(verb.name);
    ASSERT_NE(call, calls.end()) << verb.name << " is not tried";
    std::vector<std::string> arguments = call->second;
    arguments.insert(arguments.begin(), std::string(verb.name));
    Outcome run = installed(arguments, server.display());
    EXPECT_EQ(run.code, 0) << verb.name << run.text();
  }
  Outcome listed = installed({"schema"});
  EXPECT_EQ(listed.out, files::read_file(share + "/scenes/scene.schema.json"));
  EXPECT_TRUE(fs::exists(share + "/pictures/pool_small.png")) << "of the window's list of scenes";
  for (const char* name : {"LICENSE", "NOTICE.md", "CHANGELOG.md"})
    EXPECT_TRUE(fs::exists(prefix + "/share/doc/undine/" + name)) << name;
}

// Proof that the sources are hidden: without the files installed beside it, the program finds no shaders.
TEST_F(Installed, ProgramDoesNotUseTheSourceTree) {
  const std::string alone = folder.file("alone/undine");
  fs::create_directories(folder.file("alone"));
  fs::copy_file(program, alone);
  Outcome run = run_process({alone, "check", share + "/scenes/basin_mode.json"});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("the shader folder does not exist"), std::string::npos) << run.text();
}

}  // namespace
}  // namespace undine::test
