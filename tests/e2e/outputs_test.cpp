// Output files of the program: complete, equal in every run, and write errors reported.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/files/npy.h"
#include "tests/e2e/scenes.h"
#include "tests/support/exr_file.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

bool whole_png(const std::string& bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n") && bytes.ends_with(std::string("\0\0\0\0IEND\xae\x42\x60\x82", 12));
}

class Outputs : public testing::Test {
 protected:
  std::set<std::string> files(const std::string& in) const {
    std::set<std::string> names;
    if (!std::filesystem::exists(folder.path() / in)) return names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path() / in))
      names.insert(entry.path().filename());
    return names;
  }
  Outcome render(std::vector<std::string> more, const RunOptions& options = {}) {
    more.insert(more.begin(), {"render", scene, "--size", "64x40"});
    return undine(more, options);
  }
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(Outputs, BreadcrumbsChangeNothing) {
  for (const char* flag : {"--validation", "--breadcrumbs"}) {
    Outcome run = render({"--frames", "3", "--out", folder.file(std::string(flag) + ".png"), "--validation", flag});
    EXPECT_EQ(run.code, 0) << run.text();
  }
  EXPECT_EQ(folder.read("--validation.png"), folder.read("--breadcrumbs.png"));
  EXPECT_TRUE(whole_png(folder.read("--breadcrumbs.png")));
}

TEST_F(Outputs, NumberedFramesInAFolderThatIsMade) {
  Outcome run = render({"--frames", "4", "--first", "1", "--out", folder.file("a/b/%05d.png"), "--validation"});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(files("a/b"), (std::set<std::string>{"00001.png", "00002.png", "00003.png"}));
  for (const std::string& name : files("a/b")) EXPECT_TRUE(whole_png(folder.read("a/b/" + name))) << name;
}

TEST_F(Outputs, SinglePictureIsTheLastFrame) {
  EXPECT_EQ(render({"--frames", "5", "--out", folder.file("one.png")}).code, 0);
  EXPECT_EQ(render({"--frames", "5", "--out", folder.file("all/%02d.png")}).code, 0);
  EXPECT_TRUE(whole_png(folder.read("one.png")));
  EXPECT_EQ(folder.read("one.png"), folder.read("all/04.png"));
  EXPECT_NE(folder.read("one.png"), folder.read("all/00.png"));
}

// Skipped frames are not rendered: the exposure must not depend on them.
TEST_F(Outputs, AMeteredPictureIsTheSameInEveryPartOfAFilm) {
  const std::vector<std::string> metered{"--frames", "5", "--set", "render.exposure=auto", "--set", "camera.fov=8"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), metered.begin(), metered.end());
    return render(more).code;
  };
  EXPECT_EQ(with({"--out", folder.file("one.png")}), 0);
  EXPECT_EQ(with({"--out", folder.file("all/%02d.png")}), 0);
  EXPECT_EQ(folder.read("one.png"), folder.read("all/04.png"));
}

TEST_F(Outputs, RadianceAsExrAndNpy) {
  for (const std::string name : {"a.exr", "b.exr", "a.npy"})
    EXPECT_EQ(render({"--frames", "2", "--set", "sun.intensity=20", "--out", folder.file(name), "--validation"}).code,
              0);
  EXPECT_EQ(folder.read("a.exr"), folder.read("b.exr"));
  const ExrFile exr = read_exr(folder.file("a.exr"));
  const files::Array npy = files::read_npy(folder.file("a.npy"));
  EXPECT_EQ(exr.size, glm::uvec2(64, 40));
  EXPECT_EQ(npy.shape, (std::vector<std::uint32_t>{40, 64, 3}));
  EXPECT_EQ(exr.values, npy.values);
  EXPECT_GT(std::ranges::max(npy.values), 1.0f);
  EXPECT_TRUE(std::ranges::all_of(npy.values, [](float v) { return std::isfinite(v) && v >= 0; }));
  Outcome run = render({"--hud", "--out", folder.file("c.exr")});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("the HUD cannot be drawn"), std::string::npos) << run.text();
}

TEST_F(Outputs, PicturesAreEqualRunAfterRunWithAndWithoutAliasing) {
  EXPECT_EQ(render({"--frames", "3", "--out", folder.file("a.png")}).code, 0);
  EXPECT_EQ(render({"--frames", "3", "--out", folder.file("b.png")}).code, 0);
  Outcome apart = render({"--frames", "3", "--out", folder.file("c.png"), "--no-alias", "--no-cache"});
  EXPECT_EQ(apart.code, 0) << apart.text();
  EXPECT_TRUE(whole_png(folder.read("a.png")));
  EXPECT_EQ(folder.read("a.png"), folder.read("b.png"));
  EXPECT_EQ(folder.read("a.png"), folder.read("c.png"));
}

TEST_F(Outputs, DumpsAndStatisticsAreEqualRunAfterRun) {
  for (const std::string name : {"a", "b"}) {
    Outcome run =
        undine({"simulate", scene, "--steps", "50", "--every", "20", "--dump",
                "pool.height=" + folder.file(name + "/h.npy"), "--stats", folder.file(name + ".json"), "--validation"});
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(files(name), (std::set<std::string>{"h_000020.npy", "h_000040.npy"}));
  }
  EXPECT_EQ(folder.read("a/h_000020.npy"), folder.read("b/h_000020.npy"));
  EXPECT_EQ(folder.read("a/h_000040.npy"), folder.read("b/h_000040.npy"));
  EXPECT_NE(folder.read("a/h_000020.npy"), folder.read("a/h_000040.npy"));
  EXPECT_NE(folder.read("a/h_000020.npy").find("'shape': (29, 37)"), std::string::npos);
  EXPECT_EQ(folder.read("a.json"), folder.read("b.json"));

  auto stats = nlohmann::json::parse(folder.read("a.json"));
  EXPECT_EQ(stats["seed"], 4);
  EXPECT_FALSE(stats["device"].get<std::string>().empty());
  EXPECT_EQ(stats["scene_hash"].get<std::string>().size(), 16u);
  ASSERT_EQ(stats["steps"].size(), 2u);
  EXPECT_EQ(stats["steps"][1]["step"], 40);
  EXPECT_NEAR(stats["steps"][1]["time"].get<double>(), 0.4, 1e-12);
  EXPECT_GE(stats["steps"][1]["water"]["pool"]["sub_steps"].get<int>(), 1);
  EXPECT_TRUE(stats["steps"][1]["water"]["pool"]["volume"].is_number());
}

TEST_F(Outputs, DumpWithoutEveryIsTheLastStep) {
  EXPECT_EQ(undine({"simulate", scene, "--steps", "20", "--dump", "pool.height=" + folder.file("last.npy")}).code, 0);
  EXPECT_EQ(
      undine({"simulate", scene, "--steps", "20", "--every", "10", "--dump", "pool.height=" + folder.file("h.npy")})
          .code,
      0);
  EXPECT_EQ(folder.read("last.npy"), folder.read("h_000020.npy"));
  Outcome start = undine({"simulate", scene, "--steps", "0", "--dump", "pool.height=" + folder.file("start.npy")});
  EXPECT_EQ(start.code, 0) << start.text();
  EXPECT_EQ(folder.read("start.npy").size(), folder.read("last.npy").size());
}

TEST_F(Outputs, SeedChangesTheDrops) {
  for (const std::string seed : {"1", "2"})
    EXPECT_EQ(undine({"simulate", scene, "--steps", "60", "--seed", seed, "--dump",
                      "pool.height=" + folder.file(seed + ".npy")})
                  .code,
              0);
  EXPECT_NE(folder.read("1.npy"), folder.read("2.npy"));
}

TEST_F(Outputs, UnknownFieldsAreTwoAndListed) {
  Outcome run = undine({"simulate", scene, "--steps", "1", "--dump", "pool.weight=" + folder.file("x.npy")});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("pool.height"), std::string::npos) << run.text();
}

TEST_F(Outputs, UnwritableOutputsAreNamed) {
  folder.write("plain", "a file");
  std::string below = folder.file("plain/x");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"render", scene, "--size", "32x32", "--out", below + ".png"},
           {"render", scene, "--size", "32x32", "--out", below + "/%03d.png"},
           {"render", scene, "--size", "32x32", "--out", folder.file("x.gif")},
           {"simulate", scene, "--steps", "1", "--stats", below + ".json"},
           {"simulate", scene, "--steps", "1", "--dump", "pool.height=" + below + ".npy"},
           {"simulate", scene, "--steps", "1", "--trace", below + ".json"},
           {"simulate", scene, "--steps", "1", "--stats", folder.path().string()},
           {"simulate", scene, "--steps", "1", "--stats", folder.file(std::string(300, 'n'))},
           {"simulate", scene, "--steps", "1", "--stats", "/dev/full"},
           {"simulate", scene, "--steps", "1", "--dump", "pool.height=/dev/full"},
       }) {
    Outcome run = undine(arguments);
    EXPECT_TRUE(run.code == 1 || run.code == 2) << run.text();
    EXPECT_NE(run.err.find("undine: error: "), std::string::npos) << run.text();
  }
}

TEST_F(Outputs, InterruptLeavesWholePictures) {
  RunOptions options;
  options.signal_when = [this] { return files("film").size() >= 3; };
  for (int number : {2, 15}) {
    options.signal = number;
    Outcome run = render({"--frames", "1000000", "--out", folder.file("film/%06d.png")}, options);
    EXPECT_EQ(run.code, 128 + number) << run.text();
    EXPECT_FALSE(run.timed_out);
    EXPECT_GE(files("film").size(), 3u);
    for (const std::string& name : files("film")) EXPECT_TRUE(whole_png(folder.read("film/" + name))) << name;
    std::filesystem::remove_all(folder.path() / "film");
  }
}

TEST_F(Outputs, InterruptLeavesWholeStatistics) {
  RunOptions options;
  options.signal_when = [this] { return files("dump").size() >= 2; };
  Outcome run = undine({"simulate", scene, "--steps", "100000000", "--every", "50", "--dump",
                        "pool.height=" + folder.file("dump/h.npy"), "--stats", folder.file("stats.json")},
                       options);
  EXPECT_EQ(run.code, 130) << run.text();
  EXPECT_GE(nlohmann::json::parse(folder.read("stats.json"))["steps"].size(), 2u);
  std::set<std::size_t> sizes;
  for (const std::string& name : files("dump")) sizes.insert(folder.read("dump/" + name).size());
  EXPECT_EQ(sizes.size(), 1u);
}

TEST_F(Outputs, TraceHoldsProcessorAndDevice) {
  Outcome run = render({"--frames", "4", "--out", folder.file("%d.png"), "--trace", folder.file("trace.json")});
  EXPECT_EQ(run.code, 0) << run.text();
  auto trace = nlohmann::json::parse(folder.read("trace.json"));
  std::set<int> tracks;
  for (const auto& event : trace["traceEvents"]) tracks.insert(event["tid"].get<int>());
  EXPECT_EQ(tracks, (std::set<int>{1, 2}));
}

// Film of README's table, with the ffmpeg of tests/packages.txt.
TEST(Films, AreWholeAndHaveEveryFrame) {
  if (run_process({"ffmpeg", "-version"}).code != 0) GTEST_SKIP() << "no ffmpeg here";
  TempFolder folder;
  const std::string scene = folder.write("small.json", small_scene), film = folder.file("x.mp4");
  Outcome run = undine({"render", scene, "--frames", "6", "--size", "64x36", "--out", film});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(folder.read("x.mp4").substr(4, 4), "ftyp");
  Outcome decoded = run_process({"ffmpeg", "-v", "error", "-i", film, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"});
  EXPECT_EQ(decoded.code, 0) << decoded.err;
  EXPECT_EQ(decoded.out.size(), 6u * 64 * 36 * 3);
}

class Scenes : public testing::TestWithParam<std::string> {};

TEST_P(Scenes, ThreeHundredStepsUnderValidation) {
  std::vector<std::string> arguments{"simulate", GetParam(), "--steps", "300", "--validation"};
  for (std::string& more : with_few_particles(GetParam())) arguments.push_back(std::move(more));
  Outcome run = undine(arguments, {.timeout = 300});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_P(Scenes, ChecksWithoutADriver) {
  Outcome run = undine({"check", GetParam()},
                       {.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}});
  EXPECT_EQ(run.code, 0) << run.text();
}

INSTANTIATE_TEST_SUITE_P(All, Scenes, testing::ValuesIn(project_scenes()),
                         [](const auto& scene) { return std::filesystem::path(scene.param).stem().string(); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Scenes);

}  // namespace
}  // namespace undine::test
