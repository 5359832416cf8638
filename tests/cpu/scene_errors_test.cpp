// A scene reports all its errors at once, without those that only follow from another one.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/errors.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/support/process.h"

namespace undine::test {
namespace {

using Lines = std::vector<std::string>;

class SceneErrors : public SceneTest {
 protected:
  // Place and message of each error, without the file.
  Lines errors(const std::string& text) {
    try {
      parse(text);
    } catch (const Errors& e) {
      Lines out;
      for (const Error& one : e.all()) out.push_back(place(one));
      if (e.more()) out.push_back("more");
      return out;
    } catch (const Error& e) {
      return {place(e)};
    }
    return {};
  }

 private:
  static std::string place(const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input) << e.what();
    const auto at = e.where().find("s.json");
    return e.where().substr(at == std::string::npos ? 0 : at + 6) + ": " + e.problem();
  }
};

TEST_F(SceneErrors, AllOfThemAreTold) {
  EXPECT_EQ(errors(R"({"version": 1, "gravity": -1, "colour": 3,
    "clock": {"step": 0, "sed": 2}, "camera": {"eye": [0, "a", 1e9], "fov": 400},
    "sun": 5, "meshes": [{"shape": "box", "size": [1, 1]}, {"gltf": "none.glb"}, 7],
    "water": [{"name": "pool", "solver": "ripple", "cells": [0, 4], "edge": "open"},
              {"name": "pool", "solver": "calm"}]})"),
            (Lines{": /gravity: -1 is too small", ": /clock/step: 0 is too small", ": /clock/sed: unknown key",
                   ": /camera/eye/1: \"a\" is not a number", ": /camera/eye/2: 1000000000.0 is too large",
                   ": /camera/fov: 400 is too large", ": /sun: 5 is not an object",
                   ": /meshes/0/size: a list of 2 is not a list of 3 numbers",
                   ": /meshes/1/gltf: \"none.glb\" does not exist in " + folder.path().string(),
                   ": /meshes/2: 7 is not an object", ": /water/0/cells/0: 0 is too small",
                   ": /water/0/edge: \"open\" is not known here",
                   ": /water/1/name: \"pool\" is the name of another water too", ": /colour: unknown key"}));
}

TEST_F(SceneErrors, MembersOfARefusedTagAreSkipped) {
  EXPECT_EQ(errors(water_with(R"("initial": [{"shape": "cone", "height": "x", "slope": 3}], "damping": -1)")),
            (Lines{": /water/0/damping: -1 is too small", ": /water/0/initial/0/shape: \"cone\" is not known here"}));
  EXPECT_EQ(errors(scene_with(R"("water": [{"name": "a", "solver": "waves", "cells": 3}, {"name": "b", "size": []}])")),
            (Lines{": /water/0/solver: \"waves\" is not known here", ": /water/1: \"solver\" is missing"}));
}

TEST_F(SceneErrors, AJudgementOnRefusedValuesIsLeftOut) {
  const std::string same = R"("camera": {"eye": [1, 1, 1], "target": [1, 1, 1]})";
  EXPECT_EQ(errors(scene_with(same)), (Lines{": /camera/target: coincides with the eye"}));
  EXPECT_EQ(errors(scene_with(R"("camera": {"eye": [0, 0, 0], "target": "there"})")),
            (Lines{": /camera/target: \"there\" is not a list of 3 numbers"}));
  EXPECT_EQ(errors(scene_with(same + R"(, "gravity": "down")")),
            (Lines{": /gravity: \"down\" is not a number", ": /camera/target: coincides with the eye"}));
}

TEST_F(SceneErrors, NoMoreThanTwenty) {
  std::string keys;
  for (int i = 0; i < 20; ++i) keys += fmt::format("{}\"key_{}\": 0", i == 0 ? "" : ", ", i);
  EXPECT_EQ(errors(scene_with(keys)).size(), 20u);
  const Lines more = errors(scene_with(keys + ", \"last\": 0"));
  ASSERT_EQ(more.size(), 21u);
  EXPECT_EQ(more.back(), "more");
  std::string meshes;
  for (int i = 0; i < 30000; ++i) meshes += i == 0 ? "1" : ", 1";
  EXPECT_EQ(errors(scene_with("\"meshes\": [" + meshes + "]")).size(), 21u);
}

TEST_F(SceneErrors, SingleErrorIsNotAList) {
  try {
    parse(scene_with(R"("gravity": -1)"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(dynamic_cast<const Errors*>(&e), nullptr);
  }
}

TEST_F(SceneErrors, EveryObjectMayHoldHelp) {
  folder.write("m.glb", "x");
  EXPECT_EQ(errors(R"({"version": 1, "help": "a", "clock": {"help": "b"}, "render": {"ssao": {"help": "c"}},
    "meshes": [{"shape": "box", "help": "d", "material": {"help": "e"}}],
    "water": [{"name": "pool", "solver": "ripple", "help": "f"}]})"),
            Lines{});
  EXPECT_EQ(errors(scene_with(R"("clock": {"help": 3})")), (Lines{": /clock/help: 3 is not a text"}));
}

TEST_F(SceneErrors, ASchemaIsNoScene) { EXPECT_EQ(errors(scene_schema()), (Lines{": is a JSON schema, not a scene"})); }

TEST(ShippedScenes, HoldNoComments) {
  for (const auto& file : shipped_scenes()) {
    std::ifstream in(file);
    EXPECT_FALSE(nlohmann::json::parse(in, nullptr, false, false).is_discarded()) << file;
  }
}

// Errors that only solvers and the renderer can detect.
TEST(SceneParts, ErrorsOfAllWatersAndThePictureAreTold) {
  TempFolder folder;
  for (const char* name : {"a.png", "b.npy", "c.glb"}) folder.write(name, "nothing");
  const auto file = folder.write("s.json", R"({"version": 1, "meshes": [{"gltf": "c.glb"}],
    "water": [{"name": "one", "solver": "wave", "islands": "a.png"},
              {"name": "two", "solver": "wave", "initial": [{"shape": "npy", "file": "b.npy"}]}]})");
  Outcome run = undine({"check", file});
  EXPECT_EQ(run.code, 2) << run.text();
  for (const char* part : {"/water/0/islands", "/water/1/initial/0", "/meshes/0/gltf"})
    EXPECT_NE(run.err.find(part), std::string::npos) << part << run.text();
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 3) << run.text();
}

}  // namespace
}  // namespace undine::test
