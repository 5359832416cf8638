// Scenes of docs/scenes.md, extracted from its text, and those of `undine new`: they parse, plan and run.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "engine/files/files.h"
#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// Blocks "```json NAME.json" of the page.
std::map<std::string, std::string> examples() {
  std::map<std::string, std::string> out;
  std::istringstream lines(files::read_file(UNDINE_SOURCE_DIR "/docs/scenes.md"));
  const std::regex head("```json ([a-z_]+\\.json)");
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, head))
      name = match[1];
    else if (line.starts_with("```"))
      name.clear();
    else if (!name.empty())
      out[name] += line + "\n";
  }
  return out;
}

class Manual : public ::testing::Test {
 protected:
  Manual() {
    for (const auto& [name, text] : examples()) folder.write(name, text);
  }
  TempFolder folder;
};

TEST_F(Manual, EveryExampleIsAScene) {
  std::vector<std::string> line{"check"};
  for (const auto& [name, text] : examples()) line.push_back(folder.file(name));
  ASSERT_GE(line.size(), 8u) << "fountain, river and sea wall in two steps, a tank";
  const Outcome run = undine(line);
  EXPECT_EQ(run.code, 0) << run.text();
}

// Smaller than on the page, to save time.
TEST_F(Manual, TheyRun) {
  const std::map<std::string, std::vector<std::string>> finished{
      {"fountain.json", {"--set", "water.jet.spacing=0.04"}},
      {"river.json", {"--set", "water.river.cells=[96, 48]"}},
      {"tank.json", {"--set", "water.column.spacing=0.06"}},
      {"tank_film.json", {"--set", "water.column.spacing=0.06"}},
      {"sea_wall.json", {"--set", "water.sea.cells=[128, 64]"}},
      {"night_pool.json", {"--set", "water.pool.cells=[64, 64]"}},
  };
  for (const auto& [name, more] : finished) {
    std::vector<std::string> line{"simulate", folder.file(name), "--steps", "20", "--nan-guard"};
    line.insert(line.end(), more.begin(), more.end());
    const Outcome run = undine(line);
    EXPECT_EQ(run.code, 0) << name << run.text();
    EXPECT_EQ(run.err.find("warning"), std::string::npos) << name << run.text();
  }
}

TEST(NewScenes, AreWrittenOnceAndChecked) {
  const TempFolder folder;
  std::vector<std::string> line{"check"};
  for (const char* kind : {"fountain", "river", "tank", "pool"}) {
    const std::string file = folder.file(std::string("mine/") + kind + ".json");
    Outcome run = undine({"new", kind, "--out", file});
    EXPECT_EQ(run.code, 0) << run.text();
    line.push_back(file);
    run = undine({"new", kind, "--out", file});
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find(std::string(kind) + ".json: exists and is not overwritten"), std::string::npos) << run.err;
    EXPECT_NE(folder.read(std::string("mine/") + kind + ".json").find("\"$schema\": \"scene.schema.json\""),
              std::string::npos);
  }
  EXPECT_EQ(folder.read("mine/scene.schema.json"), undine({"schema"}).out);
  const Outcome run = undine(line);
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST(NewScenes, StandInTheFolderUnderTheirKind) {
  const TempFolder folder;
  Outcome run = undine({"new", "pool"}, {.folder = folder.path().string()});
  EXPECT_EQ(run.code, 0) << run.text();
  run = undine({"render", folder.file("pool.json"), "--frames", "4", "--size", "160x90", "--out", folder.file("x.png"),
                "--set", "water.pool.cells=[64, 48]"});
  EXPECT_EQ(run.code, 0) << run.text();
  double sum = 0;
  const files::Bitmap8 picture = files::read_png8(folder.file("x.png"), 3);
  for (const std::uint8_t v : picture.values) sum += v;
  EXPECT_GT(sum / static_cast<double>(picture.values.size()), 40) << "there is light";
  run = undine({"new", "ocean"});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("fountain"), std::string::npos) << run.err;
  EXPECT_EQ(undine({"new", "pool", "--out", folder.file("x.txt")}).code, 2);
}

}  // namespace
}  // namespace undine::test
