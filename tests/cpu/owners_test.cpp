// Whose a resource is, is what its name begins with: no water may take a name of the program's own.
#include "engine/scene/owners.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "engine/app/session/frames.h"
#include "engine/files/files.h"
#include "engine/scene/overlay.h"
#include "tests/support/refused.h"
#include "passes/picture/picture.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

Scene scene_with_water(const std::string& name) {
  return parse_scene(R"({"version": 1, "water": [{"name": "first", "solver": "wave"}, {"name": ")" + name +
                         R"(", "solver": "pipes"}]})",
                     "s.json");
}

TEST(Owners, NoWaterHasTheirName) {
  for (const std::string_view owner : owners)
    expect_refused([&] { scene_with_water(std::string(owner)); }, {"s.json: /water/1/name", owner, "any name but"});
  for (const char* name : {"Water", "water2", "sky-", "pool", "frame", "shadow", "a", "_"})
    EXPECT_NO_THROW(scene_with_water(name)) << name;
}

TEST(Owners, NamesHoldNoPartsOfPaths) {
  for (const char* name : {"", "a/b", "/", "a.b", "a b", "../a", "pool/"})
    expect_refused([&] { scene_with_water(name); }, {"s.json: /water/1/name", "A-Z a-z 0-9 _ -"});
}

// Every part of the program that was made and planned; an owner that is missing in the list is found here.
TEST(Owners, EveryResourceOfAWholeScenePlannedIsTheirsOrAWaters) {
  const Scene scene = parse_scene(R"({"version": 1, "name": "all",
    "meshes": [{"shape": "basin", "size": [4, 1, 4]}],
    "water": [{"name": "a", "solver": "wave", "cells": [16, 16], "size": [2, 2]},
              {"name": "b", "solver": "pipes", "cells": [16, 16], "size": [2, 2]},
              {"name": "c", "solver": "fluid", "cells": [16, 16], "size": [2, 2]},
              {"name": "d", "solver": "sph", "spacing": 0.2, "fluid": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}],
               "domain": {"min": [0, 0, 0], "max": [1, 2, 1]}}],
    "bodies": [{"shape": "box", "water": "a"}], "fish": [{"water": "a"}], "leaves": [{"water": "a"}]})",
                                  "s.json");
  std::set<std::string, std::less<>> waters;
  for (const WaterEntry& w : scene.water) waters.insert(w.name);
  CommandLine line;
  line.nan_guard = true;
  Session session(parse_scene(save_scene(const_cast<Scene&>(scene)), "s.json"), line, {.picture = true});
  plan_everything(session);
  const auto overlay = make_overlay(session.graph().state(), {4, 4}, std::vector<std::byte>(16));
  std::set<std::string, std::less<>> found;
  for (const auto& entry : session.graph().state().entries()) {
    const auto owner = owner_of(entry.name);
    EXPECT_NE(is_owner(owner), waters.contains(owner)) << entry.name;
    found.emplace(owner);
  }
  for (const char* owner :
       {"a", "b", "c", "d", "bodies", "fish", "leaves", "geometry", "sky", "water", "hud", "field_view", "nan_guard"})
    EXPECT_TRUE(found.contains(owner)) << owner;
}

// What the sources name by a literal, also where no scene of a test leads.
TEST(Owners, EveryNameInTheSourcesIsTheirs) {
  const std::regex made(R"re((state_?|state\(\))\.(buffer|image)\(\s*"([a-z_]+)/)re");
  std::size_t count = 0;
  for (const char* folder : {"passes", "engine/app"})
    for (const auto& file : fs::recursive_directory_iterator(fs::path(UNDINE_SOURCE_DIR) / folder)) {
      const std::string name = file.path().filename().string();
      if (file.path().extension() != ".cpp" || name.find("bench") != std::string::npos) continue;
      const std::string text = read_file(file.path());
      for (std::sregex_iterator at(text.begin(), text.end(), made), end; at != end; ++at, ++count)
        EXPECT_TRUE(is_owner((*at)[3].str())) << name << ": " << at->str();
    }
  EXPECT_GT(count, 8u);
}

}  // namespace
}  // namespace undine::test
