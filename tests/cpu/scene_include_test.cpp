// "include", "materials" and the library folder: precedence, and the file that an error names.
#include "engine/scene/scene_include.h"

#include "engine/core/error.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

class SceneInclude : public SceneTest {
 protected:
  // Message from reading s.json with this `text`.
  std::string told(const std::string& text, const std::string& assets = {}) const {
    try {
      parse_scene(text, folder.path() / "s.json", {}, assets);
      return "";
    } catch (const Error& e) {
      std::string out = e.what();
      for (const std::string gone = folder.path().string() + "/"; out.find(gone) != std::string::npos;)
        out.erase(out.find(gone), gone.size());
      return out;
    }
  }
  void make_folder(const std::string& name) const { std::filesystem::create_directories(folder.path() / name); }
};

TEST_F(SceneInclude, OwnValuesOverrideIncludedOnes) {
  folder.write("base.json", R"({"version": 1, "name": "base", "gravity": 3, "clock": {"step": 0.5, "seed": 9},
      "camera": {"eye": [1, 1, 1]},
      "water": [{"name": "pool", "solver": "ripple", "damping": 5, "cells": [7, 7], "initial": [{}, {}]}],
      "meshes": [{"shape": "box"}]})");
  const Scene scene =
      parse(R"({"version": 1, "include": "base.json", "clock": {"step": 0.25}, "camera": {"eye": [2, 2, 2]},
      "water": [{"name": "sea", "solver": "ripple"}, {"name": "pool", "damping": 6, "initial": [{}]}],
      "meshes": [{"shape": "sphere"}]})");
  EXPECT_EQ(scene.name, "base");
  EXPECT_EQ(scene.gravity, 3);
  EXPECT_EQ(scene.clock.step, 0.25);
  EXPECT_EQ(scene.clock.seed, 9);
  EXPECT_EQ(scene.camera.eye, glm::dvec3(2));
  ASSERT_EQ(scene.water.size(), 2u);
  EXPECT_EQ(scene.water[0].name, "pool") << "those of the included file come first";
  EXPECT_EQ(scene.water[1].name, "sea");
  ASSERT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.meshes[1].shape, MeshSettings::Shape::sphere);
  Scene again = parse(R"({"version": 1, "include": "base.json"})", {{"water.pool.name", "lake"}});
  EXPECT_EQ(again.water.at(0).name, "lake") << "--set comes last";
  EXPECT_NE(again.hash, scene.hash);
  const Scene saved = parse_scene(save_scene(again), folder.path() / "t.json");
  EXPECT_EQ(saved.clock.step, 0.5);
}

TEST_F(SceneInclude, AFileCountsOnceAndCirclesAreNamed) {
  folder.write("common.json", R"({"meshes": [{"shape": "box"}]})");
  folder.write("a.json", R"({"include": "common.json", "meshes": [{"shape": "sphere"}]})");
  folder.write("b.json", R"({"include": ["common.json"], "name": "b"})");
  const Scene scene = parse(R"({"version": 1, "include": ["a.json", "b.json"]})");
  EXPECT_EQ(scene.meshes.size(), 2u);
  EXPECT_EQ(scene.name, "b");
  folder.write("x.json", R"({"include": "y.json"})");
  folder.write("y.json", R"({"include": ["common.json", "x.json"]})");
  EXPECT_EQ(
      told(R"({"version": 1, "include": "x.json"})"),
      "y.json: /include/1: files include each other in a circle: x.json includes y.json includes x.json (leave one "
      "of them out)");
  folder.write("s.json", R"({"version": 1, "include": "s.json"})");
  EXPECT_EQ(told(folder.read("s.json")),
            "s.json: /include: files include each other in a circle: s.json includes s.json (leave one of them out)");
}

TEST_F(SceneInclude, ErrorsNameTheFileThatSaysIt) {
  make_folder("parts");
  folder.write("parts/pool.json", R"({"meshes": [{"shape": "box"}, {"shape": "gltf", "gltf": "no.glb"}],
      "water": [{"name": "pool", "solver": "ripple", "damping": -1}], "clock": {"step": 3}})");
  EXPECT_EQ(
      told(R"({"version": 1, "include": "parts/pool.json", "meshes": [{"shape": "box", "scale": -2}], "gravity": -1})"),
      "s.json: /gravity: -1 is too small (allowed: number from 0 to 1000, in m/s²)\n"
      "parts/pool.json: /clock/step: 3 is too large (allowed: number above 0, up to 1, in s)\n"
      "parts/pool.json: /meshes/1/gltf: \"no.glb\" does not exist in parts nor in " +
          folder.path().string() +
          " (allowed: a file in the scene's folder or below it, by its relative path)\n"
          "s.json: /meshes/0/scale: -2 is too small (allowed: number above 0, up to 1000000)\n"
          "parts/pool.json: /water/0/damping: -1 is too small (allowed: number from 0 to 100, in 1/s)");
}

TEST_F(SceneInclude, BadIncludesAreRefused) {
  EXPECT_EQ(told(R"({"version": 1, "include": 3})"),
            "s.json: /include: 3 is not a file name (allowed: a file in quotes, or a list of such)");
  EXPECT_EQ(told(R"({"version": 1, "include": ["a.json", 3]})").find("s.json: /include/0: \"a.json\" does not exist"),
            0u);
  folder.write("list.json", "[1]");
  EXPECT_EQ(told(R"({"version": 1, "include": "list.json"})"),
            "list.json: a list of 1 is not an object (allowed: {...})");
  folder.write("torn.json", "{\"name\": ");
  EXPECT_EQ(told(R"({"version": 1, "include": "torn.json"})").find("torn.json:1:"), 0u);
  folder.write("new.json", "{\"version\": 2}");
  EXPECT_EQ(told(R"({"version": 1, "include": "new.json"})"), "new.json: /version: 2 is not known (allowed: 1)");
  EXPECT_EQ(told(R"({"version": 1, "include": "../x.json"})").find("s.json: /include: \"../x.json\" leaves"), 0u);
}

TEST_F(SceneInclude, FilesToWatchAreThoseThatCanBeRead) {
  folder.write("a.json", R"({"include": ["gone.json", "b.json"]})");
  folder.write("b.json", "{}");
  folder.write("s.json", R"({"version": 1, "include": "a.json"})");
  const auto files = scene_files(folder.path() / "s.json", {});
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[1].filename(), "a.json");
  EXPECT_EQ(files[2].filename(), "b.json");
}

TEST_F(SceneInclude, TheLibraryIsLookedIntoLast) {
  make_folder("here");
  make_folder("library");
  folder.write("library/mask.npy", "x");
  folder.write("library/sea.json", R"({"gravity": 5})");
  const auto read = [&](const std::string& text, const std::string& assets) {
    return parse_scene(text, folder.path() / "here/s.json", {}, assets.empty() ? "" : folder.file(assets));
  };
  const std::string text = R"({"version": 1, "include": "sea.json",
      "water": [{"name": "a", "solver": "ripple", "islands": "mask.npy"}]})";
  Scene scene = read(text, "library");
  EXPECT_EQ(scene.gravity, 5);
  EXPECT_NE(save_scene(scene).find("\"islands\": \"mask.npy\""), std::string::npos) << save_scene(scene);
  folder.write("here/sea.json", R"({"gravity": 6})");
  EXPECT_EQ(read(text, "library").gravity, 6);
  const std::string box = R"({"version": 1, "water": [{"name": "a", "solver": "ripple", "islands": "no.npy"}]})";
  try {
    read(box, "library");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_NE(e.problem().find("does not exist in " + folder.file("here") + " nor in " + folder.file("library")),
              std::string::npos)
        << e.what();
  }
  EXPECT_THROW(read(text, "nowhere"), Error);
}

class SceneMaterials : public SceneInclude {};

TEST_F(SceneMaterials, AreReferredToByName) {
  const Scene scene = parse(scene_with(
      R"("materials": {"help": "two", "slate": {"color": [0.1, 0.2, 0.3], "pattern": "stone"}, "oak": {"roughness": 0.9}},
         "meshes": [{"shape": "box", "material": "slate"}, {"shape": "box", "material": {"roughness": 0.5}}],
         "bodies": [{"name": "crate", "material": "oak"}])"));
  EXPECT_EQ(scene.meshes[0].material.color, glm::dvec3(0.1, 0.2, 0.3));
  EXPECT_EQ(scene.meshes[0].material.pattern, MaterialSettings::Pattern::stone);
  EXPECT_EQ(scene.meshes[1].material.roughness, 0.5);
  EXPECT_EQ(scene.bodies[0].material.roughness, 0.9);
  ASSERT_EQ(scene.materials.size(), 2u);
  Scene copy =
      parse(scene_with(R"("materials": {"a": {"roughness": 0.25}}, "meshes": [{"shape": "box", "material": "a"}])"),
            {{"materials.a.roughness", "0.75"}});
  EXPECT_EQ(copy.meshes[0].material.roughness, 0.75);
  const Scene saved = parse_scene(save_scene(copy), folder.path() / "t.json");
  EXPECT_EQ(saved.meshes[0].material.roughness, 0.75);
  EXPECT_EQ(saved.materials.at("a").roughness, 0.75);
}

TEST_F(SceneMaterials, SetRefusesOneThatThereIsNot) {
  const std::string text = scene_with(R"("materials": {"help": "one", "tiles": {"roughness": 0.25}})");
  try {
    parse(text, {{"materials.tile.color", "[1,1,1]"}});
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "--set materials.tile.color=[1,1,1]: the scene has no material \"tile\" (did you mean \"tiles\"? "
                 "allowed: tiles)");
  }
  EXPECT_EQ(parse(text, {{"materials.tile", R"({"roughness": 1})"}}).materials.size(), 2u);
}

TEST_F(SceneMaterials, GroundTakesTheirColors) {
  folder.write("h.npy", npy_bytes("<f4", "(2, 2)", {0, 0, 0, 0}));
  const std::string ground = R"("materials": {"clay": {"color": [0.5, 0.25, 0.125]}, "dull": {"roughness": 1}}, )";
  const Scene scene =
      parse(scene_with(ground + R"("terrain": {"heightmap": "h.npy", "look": {"sand": "clay", "rock": [1, 1, 1]}})"));
  EXPECT_EQ(scene.terrain_settings->look.sand, glm::dvec3(0.5, 0.25, 0.125));
  EXPECT_EQ(scene.terrain_settings->look.rock, glm::dvec3(1));
  EXPECT_EQ(told(scene_with(ground + R"("terrain": {"heightmap": "h.npy", "look": {"sand": "dull", "grass": "no"}})")),
            "s.json: /terrain/look/sand: \"dull\" has no color (allowed: a name of \"materials\" with one)\n"
            "s.json: /terrain/look/grass: \"no\" is none of the scene's materials (allowed: clay, dull)");
}

TEST_F(SceneMaterials, ErrorsStandAtTheMaterial) {
  EXPECT_EQ(
      told(scene_with(R"("materials": {"oak": {"roughness": 2}, "ash": {"colour": [1, 1, 1]}},
      "meshes": [{"shape": "box", "material": "oak"}, {"shape": "box", "material": "okk"}, {"shape": "box", "material": 3}])")),
      "s.json: /materials/ash/colour: unknown key (did you mean \"color\"? allowed: color, roughness, pattern, scale, "
      "color2, glass)\n"
      "s.json: /materials/oak/roughness: 2 is too large (allowed: number from 0 to 1)\n"
      "s.json: /meshes/1/material: \"okk\" is none of the scene's materials (did you mean \"oak\"? allowed: ash, oak)\n"
      "s.json: /meshes/2/material: 3 is not an object (allowed: {...}, or a name of \"materials\")");
  EXPECT_EQ(told(scene_with(R"("meshes": [{"shape": "box", "material": "oak"}])")),
            "s.json: /meshes/0/material: \"oak\" is none of the scene's materials (the scene has no \"materials\")");
}

}  // namespace
}  // namespace undine::test
