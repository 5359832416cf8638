// Waters that are simulated but not rendered.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

struct DrawnScenes : ::testing::Test {
  TempFolder folder;
  std::string scene(const std::string& hidden) {
    return fmt::format(
        R"({{"version": 1, "name": "two", "clock": {{"step": 0.005}},
      "camera": {{"eye": [0.5, 1.6, 2.6], "target": [0, 0, 0], "fov": 50}},
      "meshes": [{{"shape": "plane", "size": [8, 0, 8], "translate": [0, -0.6, 0]}}],
      "water": [{}{{"name": "pool", "solver": "wave", "cells": [32, 32], "size": [1, 1], "origin": [0.7, -0.1, 0],
                 "initial": [{{"height": 0.05, "radius": 0.2}}]}}]}})",
        hidden.empty() ? "" : hidden + ",");
  }
  std::string render(const std::string& name, const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> line{
        "render", folder.write(name + ".json", text), "--frames", "6", "--size", "160x96", "--validation",
        "--out",  folder.file(name + ".png")};
    line.insert(line.end(), more.begin(), more.end());
    const auto outcome = undine(line);
    EXPECT_EQ(outcome.code, 0) << outcome.text();
    return folder.read(name + ".png");
  }
};

struct Drawn : DrawnScenes, testing::WithParamInterface<const char*> {};

TEST_P(Drawn, FalseLeavesNothingOfAWaterInThePicture) {
  const std::string hidden = fmt::format(R"({{"name": "other", "drawn": false, {}}})", GetParam());
  std::string seen = hidden;
  seen.replace(seen.find("false"), 5, "true");
  const std::string alone = render("alone", scene(""));
  EXPECT_EQ(render("hidden", scene(hidden)), alone);
  EXPECT_NE(render("seen", scene(seen)), alone);
}

TEST_F(DrawnScenes, FalseKeepsFieldsAndStatistics) {
  const std::string text = scene(
      R"({"name": "other", "drawn": false, "solver": "wave", "cells": [32, 32], "size": [1, 1], "origin": [-0.6, 0, 0],
          "initial": [{"height": 0.05, "radius": 0.2}]})");
  const std::string plain = render("plain", text);
  EXPECT_NE(render("painted", text, {"--view", "other.height"}), plain);
  const auto outcome = undine({"simulate", folder.file("plain.json"), "--steps", "3", "--dump",
                               "other.height=" + folder.file("other.npy"), "--stats", folder.file("stats.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.text();
  EXPECT_TRUE(std::filesystem::exists(folder.file("other.npy")));
  EXPECT_NE(folder.read("stats.json").find("\"other\""), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, Drawn,
    testing::Values(
        R"("solver": "wave", "cells": [32, 32], "size": [1, 1], "origin": [-0.6, 0, 0], "initial": [{"height": 0.05, "radius": 0.2}])",
        R"("solver": "shallow", "cells": [32, 32], "size": [1, 1], "origin": [-0.6, -0.3, 0], "spray": {"count": 500},
           "initial": [{"shape": "box", "size": [0.5, 1], "center": [-0.2, 0], "depth": 0.5}])",
        R"("solver": "pipes", "cells": [32, 32], "size": [1, 1], "origin": [-0.6, -0.3, 0],
           "initial": [{"shape": "box", "size": [0.5, 1], "center": [-0.2, 0], "depth": 0.5}])",
        R"("solver": "fluid", "cells": [32, 32], "size": [1, 1], "origin": [-0.6, 0, 0])",
        R"("solver": "sph", "spacing": 0.08, "domain": {"min": [-1, -0.5, -0.4], "max": [-0.2, 0.5, 0.4]},
           "fluid": [{"box": {"min": [-1, -0.5, -0.4], "max": [-0.6, 0, 0.4]}}])"));

}  // namespace undine::test
