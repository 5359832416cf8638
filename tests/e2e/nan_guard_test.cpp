// --nan-guard against values that are not finite, from a modified copy of the wave solver's shader.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/files/npy.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"
#include "tests/support/x_server.h"

namespace undine::test {
namespace {

constexpr std::size_t bad_x = 9, bad_z = 5, columns = 37;

class NanGuardTest : public testing::Test {
 protected:
  // Cell (9, 5) counts sub-steps from about 0, and gets `value` instead of 8.
  void spoil(const std::string& value) const {
    copy.replace("wave/step.comp", "put(row + x4, trim(c + rise, x4), x & 3);", R"(vec4 stored = trim(c + rise, x4);
      if (x4 == 2 && z == 5) {
        stored.y = max(c.y, 0.0) + 1.0;
        if (stored.y > 7.0) stored.y = )" + value + R"(;
      }
      put(row + x4, stored, x & 3);)");
  }
  Outcome spoiled(std::vector<std::string> arguments, RunOptions options = {}) const {
    options.folder = folder.path().string();
    arguments.insert(arguments.end(), {"--shaders", copy.root(), "--validation"});
    return undine(arguments, options);
  }
  Outcome simulate(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"simulate", scene, "--steps", "40"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return spoiled(arguments);
  }
  // First step and cell with a value that is not finite, from dumps of every step without the guard.
  struct First {
    std::size_t step = 0, cell = 0;
    std::string file;
  };
  First first_bad() const {
    Outcome run = simulate({"--every", "1", "--dump", "pool.height=dumps/h.npy"});
    EXPECT_EQ(run.code, 0) << run.text();
    for (std::size_t step = 1; step <= 40; ++step) {
      char name[32];
      std::snprintf(name, sizeof name, "dumps/h_%06zu.npy", step);
      const std::vector<float> values = files::read_npy(folder.file(name)).values;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i])) return {step, i, folder.read(name)};
    }
    ADD_FAILURE() << "the spoiled shader made only finite values";
    return {};
  }
  void expect_halt(const Outcome& run, const First& first, const std::string& value) const {
    EXPECT_EQ(run.code, 1) << run.text();
    EXPECT_EQ(run.err.find("validation:"), std::string::npos) << run.text();
    const std::string step = std::to_string(first.step);
    for (const std::string& part : {"pool.height: " + value + " at cell x 9, z 5 (", " in step " + step + ";",
                                    "nan_pool.height_" + step + ".npy", "nan_pool.rate_" + step + ".npy"})
      EXPECT_NE(run.err.find(part), std::string::npos) << part << '\n' << run.text();
    EXPECT_EQ(folder.read("nan_pool.height_" + step + ".npy"), first.file);
  }

  TempFolder folder;
  ShaderCopy copy{folder};
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(NanGuardTest, NamesFieldCellAndStepAndKeepsTheFieldsOfThatStep) {
  spoil("sqrt(-stored.y)");
  const First first = first_bad();
  EXPECT_EQ(first.cell, bad_z * columns + bad_x);
  EXPECT_GT(first.step, 1u);
  EXPECT_TRUE(std::isnan(files::read_npy(folder.write("first.npy", first.file)).values[first.cell]));
  Outcome one = simulate({"--nan-guard"});
  expect_halt(one, first, "NaN");
  // Center of the cell: 2 m over 37 x 29 cells around 0.
  EXPECT_NE(one.err.find("(-0.4865 m, -0.6207 m)"), std::string::npos) << one.text();
  const std::string rate = folder.read("nan_pool.rate_" + std::to_string(first.step) + ".npy");
  Outcome two = simulate({"--nan-guard"});
  EXPECT_EQ(one.err, two.err);
  expect_halt(two, first, "NaN");
  EXPECT_EQ(folder.read("nan_pool.rate_" + std::to_string(first.step) + ".npy"), rate);
}

TEST_F(NanGuardTest, SaysInfinityWhereItIsOne) {
  spoil("stored.y / min(stored.y, 0.0)");
  expect_halt(simulate({"--nan-guard", "--trace", "t.json"}), first_bad(), "+inf");
  EXPECT_NE(folder.read("t.json").find("record, submit"), std::string::npos) << "the timeline of a run that fails";
}

TEST_F(NanGuardTest, FindsTheStepAmongThoseOfAPicture) {
  spoil("sqrt(-stored.y)");
  const First first = first_bad();
  expect_halt(spoiled({"render", scene, "--frames", "12", "--size", "48x32", "--out", folder.file("f/%03d.png"),
                       "--nan-guard", "--set", "clock.steps_per_frame=3"}),
              first, "NaN");
}

TEST_F(NanGuardTest, EndsAWindow) {
  spoil("sqrt(-stored.y)");
  const First first = first_bad();
  XServer server;
  expect_halt(spoiled({"run", scene, "--size", "160x120", "--nan-guard"}, {.env = {{"DISPLAY", server.display()}}}),
              first, "NaN");
}

TEST_F(NanGuardTest, SaysSoWhenTheFilesCannotBeWritten) {
  spoil("sqrt(-stored.y)");
  const First first = first_bad();
  std::filesystem::create_directories(folder.path() / ("nan_pool.height_" + std::to_string(first.step) + ".npy"));
  Outcome run = simulate({"--nan-guard"});
  EXPECT_EQ(run.code, 1) << run.text();
  EXPECT_NE(run.err.find("pool.height: NaN at cell x 9, z 5"), std::string::npos) << run.text();
  EXPECT_NE(run.err.find("; nan_pool.height_"), std::string::npos) << run.text();
}

TEST_F(NanGuardTest, ChangesNothingWhileAllIsFinite) {
  for (const char* guard : {"off", "on"}) {
    const std::string to = std::string(guard) + "/";
    std::vector<std::string> steps{"simulate", scene,
                                   "--steps",  "24",
                                   "--every",  "8",
                                   "--dump",   "pool.height=" + folder.file(to + "h.npy"),
                                   "--stats",  folder.file(to + "s.json")};
    std::vector<std::string> pictures{"render", scene,   "--frames", "4",
                                      "--size", "64x48", "--out",    folder.file(to + "%03d.png")};
    for (auto* arguments : {&steps, &pictures}) {
      if (std::string(guard) == "on") arguments->push_back("--nan-guard");
      Outcome run = spoiled(*arguments);
      EXPECT_EQ(run.code, 0) << run.text();
    }
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "off")) {
    const std::string name = entry.path().filename();
    EXPECT_EQ(folder.read("off/" + name), folder.read("on/" + name)) << name;
    EXPECT_FALSE(folder.read("off/" + name).empty()) << name;
    ++files;
  }
  EXPECT_EQ(files, 3u + 1u + 4u);
}

}  // namespace
}  // namespace undine::test
