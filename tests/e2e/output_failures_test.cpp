// Full disks and vanished folders during writes: one error, exit code 1, complete files only.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class OutputFailures : public testing::Test {
 protected:
  std::set<std::string> files(const std::string& in) const {
    std::set<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder.path() / in, ignored)) names.insert(entry.path().filename());
    return names;
  }
  // Limits files to `blocks` of 1024 bytes, which simulates a full disk without root.
  Outcome limited(int blocks, const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"bash", "-c", "ulimit -f " + std::to_string(blocks) + "; exec \"$@\"", "bash",
                                     UNDINE_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--no-cache"});
    return run_process(command);
  }
  static void expect_one_error(const Outcome& run, const std::string& file, const std::string& reason) {
    EXPECT_EQ(run.code, 1) << run.text();
    const auto at = run.err.find("undine: error: ");
    ASSERT_NE(at, std::string::npos) << run.text();
    EXPECT_EQ(run.err.find("error: ", at + 15), std::string::npos) << run.text();
    EXPECT_NE(run.err.find(file, at), std::string::npos) << run.text();
    EXPECT_NE(run.err.find(reason, at), std::string::npos) << run.text();
  }
  bool ffmpeg_installed() const { return run_process({"sh", "-c", "command -v ffmpeg >/dev/null"}).code == 0; }

  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
  fs::path out = folder.path() / "out";
};

TEST_F(OutputFailures, FullDiskLeavesNothingHalfWritten) {
  fs::create_directory(out);
  const std::vector<std::string> render{"render", scene, "--size", "160x120", "--frames", "3", "--out"};
  const std::vector<std::string> simulate{"simulate", scene, "--steps", "60"};
  const auto with = [](std::vector<std::string> all, std::vector<std::string> more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const std::string too_large = "cannot be written: File too large";
  expect_one_error(limited(4, with(render, {out / "%03d.png"})), "out/000.png", too_large);
  expect_one_error(limited(4, with(simulate, {"--dump", "pool.height=" + (out / "h.npy").string()})), "out/h.npy",
                   too_large);
  expect_one_error(limited(4, with(simulate, {"--dump", "pool.mesh=" + (out / "h.ply").string()})), "out/h.ply",
                   too_large);
  expect_one_error(limited(4, with(simulate, {"--stats", out / "s.json"})), "out/s.json", too_large);
  expect_one_error(limited(1, with(simulate, {"--trace", out / "t.json"})), "out/t.json", too_large);
  EXPECT_EQ(files("out"), std::set<std::string>());
}

TEST_F(OutputFailures, AFileThatWasThereStaysAsItWas) {
  fs::create_directory(out);
  const std::string old = folder.write("out/h.npy", "old");
  expect_one_error(limited(4, {"simulate", scene, "--steps", "6", "--dump", "pool.height=" + old}), "out/h.npy",
                   "File too large");
  EXPECT_EQ(folder.read("out/h.npy"), "old");
  EXPECT_EQ(files("out").size(), 1u);
}

TEST_F(OutputFailures, FullDiskLeavesNoBrokenFilm) {
  if (!ffmpeg_installed()) GTEST_SKIP() << "no ffmpeg here";
  fs::create_directory(out);
  expect_one_error(limited(1, {"render", scene, "--size", "64x40", "--frames", "8", "--out", out / "x.mp4"}),
                   "out/x.mp4", "File too large");
  EXPECT_EQ(files("out"), std::set<std::string>());
}

TEST_F(OutputFailures, FfmpegThatDiesIsQuoted) {
  fs::create_directory(folder.path() / "bin");
  const std::string fake =
      folder.write("bin/ffmpeg",
                   "#!/bin/sh\nfor last; do :; done\nhead -c 20000 > \"$last\"\necho 'encoder died' >&2\n"
                   "exit 1\n");
  ::chmod(fake.c_str(), 0755);
  RunOptions options;
  options.env = {{"PATH", (folder.path() / "bin").string() + ":" + std::getenv("PATH")}};
  expect_one_error(undine({"render", scene, "--size", "64x40", "--frames", "40", "--out", out / "x.mp4"}, options),
                   "out/x.mp4: ffmpeg ended early", "encoder died");
  EXPECT_EQ(files("out"), std::set<std::string>());
}

TEST_F(OutputFailures, InterruptLeavesAPlayableFilm) {
  if (!ffmpeg_installed()) GTEST_SKIP() << "no ffmpeg here";
  RunOptions options;
  int looks = 0;
  options.signal_when = [&] { return !files("out").empty() && ++looks > 100; };  // some frames in
  Outcome run = undine({"render", scene, "--size", "64x40", "--frames", "100000", "--out", out / "x.mp4"}, options);
  EXPECT_EQ(run.code, 130) << run.text();
  EXPECT_EQ(files("out"), std::set<std::string>{"x.mp4"});
  Outcome probe = run_process({"ffmpeg", "-v", "error", "-xerror", "-i", out / "x.mp4", "-f", "framecrc", "-"});
  EXPECT_EQ(probe.code, 0) << probe.text();
  EXPECT_EQ(probe.err, "");
  EXPECT_NE(probe.out.find("\n0, "), std::string::npos) << probe.text();
}

TEST_F(OutputFailures, VanishedFolderStopsPicturesAndDumps) {
  RunOptions options;
  int gone = 0;
  options.signal = 0;
  options.signal_when = [&] {
    if (files("out").size() < 2) return false;
    fs::rename(out, folder.path() / fmt::format("gone{}", gone++));
    return true;
  };
  expect_one_error(
      undine({"render", scene, "--size", "32x20", "--frames", "100000", "--out", out / "%05d.png"}, options), "out/0",
      "No such file or directory");
  EXPECT_FALSE(fs::exists(out));
  expect_one_error(undine({"simulate", scene, "--steps", "10000000", "--every", "10", "--dump",
                           "pool.mesh=" + (out / "m.ply").string()},
                          options),
                   "out/m_0", "No such file or directory");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(OutputFailures, ReadOnlyFolderIsToldBeforeRendering) {
  const Outcome run = undine({"render", scene, "--out", "/sys/x.png"});  // closed to root as well
  expect_one_error(run, "/sys/x.png", "denied");
}

TEST_F(OutputFailures, CachesAreBestEffort) {
  RunOptions options;
  options.env = {{"XDG_CACHE_HOME", "/proc/none"}, {"MESA_SHADER_CACHE_DISABLE", "true"}};
  Outcome run = undine({"render", scene, "--size", "32x20", "--out", out / "x.png"}, options);
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(files("out"), std::set<std::string>{"x.png"});
}

}  // namespace
}  // namespace undine::test
