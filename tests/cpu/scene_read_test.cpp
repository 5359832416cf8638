// Whole scenes: all valid members, defaults, saving, the schema.
#include <fmt/format.h>

#include "engine/core/error.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/water_look.h"
#include "passes/water/water.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

class SceneRead : public SceneTest {};

const char* const complete = R"(// a scene with every member
{ "$schema": "scene.schema.json", "version": 1, "name": "all", "about": "of it",
  "gravity": 1.62,
  "clock": { "step": 0.01, "seed": 42, "steps_per_frame": 3 },
  "camera": { "eye": [1, 2, 3], "target": [0, 1, 0], "fov": 60 },
  "sun": { "direction": [0, 2, 0], "color": [1, 0.5, 0.25], "intensity": 5 },
  "sky": { "model": "image", "image": "skies/day.hdr", "intensity": 0.5 },
  "terrain": { "heightmap": "bed.png", "size": [8, 4], "height": [-1, 3], "origin": [1, 0, 2] },
  "meshes": [
    { "gltf": "duck.glb", "translate": [1, 0, 0], "rotate": [0, 90, 0], "scale": 0.5 },
    { "shape": "basin", "size": [4, 1, 2], "wall": 0.3, "rim": 0.2,
      "material": { "color": [0.1, 0.2, 0.3], "roughness": 0.4, "pattern": "tiles", "scale": 0.5, "color2": [1, 1, 1] } },
    { "shape": "sphere", "size": [1, 1, 1] } ],
  "water": [ { "name": "pool", "solver": "ripple", "cells": [32, 16], "speed": "depth", "edge": "fixed",
               "islands": "terrain", "initial": [ { "height": 2 }, { "shape": "npy", "file": "h.npy" } ] },
             { "name": "lake-2", "solver": "calm" } ],
  "render": { "water": { "ior": 1.5, "absorption": [1, 2, 3], "scatter": [0, 0, 0], "roughness": 0, "caustics": 0 },
              "ssao": { "enabled": false, "radius": 1, "strength": 2, "samples": 8 },
              "exposure": 2, "antialias": false, "shadows": false, "reflections": false } })";

void write_assets(const TempFolder& folder) {
  std::filesystem::create_directories(folder.path() / "skies");
  folder.write("skies/day.hdr", "x");
  folder.write("duck.glb", "x");
  folder.write("h.npy", "x");
  folder.write("bed.png", png_bytes({.width = 3, .height = 2, .samples = {0, 65535, 0, 0, 0, 32768}}));
}

TEST_F(SceneRead, reads_every_member) {
  write_assets(folder);
  Scene s = parse(complete);
  EXPECT_EQ(s.name, "all");
  EXPECT_EQ(s.about, "of it");
  EXPECT_EQ(s.gravity, 1.62);
  EXPECT_EQ(s.clock.step, 0.01);
  EXPECT_EQ(s.clock.seed, 42);
  EXPECT_EQ(s.clock.steps_per_frame, 3u);
  EXPECT_EQ(s.camera.eye, glm::dvec3(1, 2, 3));
  EXPECT_EQ(s.camera.fov, 60);
  EXPECT_EQ(s.sun.direction, glm::dvec3(0, 1, 0));
  EXPECT_EQ(s.sky.model, SkySettings::Model::image);
  EXPECT_EQ(s.sky.image, folder.path() / "skies/day.hdr");
  ASSERT_TRUE(s.terrain);
  EXPECT_EQ(s.terrain->nx, 3u);
  EXPECT_EQ(s.terrain->nz, 2u);
  EXPECT_EQ(s.terrain->size, glm::dvec2(8, 4));
  EXPECT_EQ(s.terrain->origin, glm::dvec3(1, 0, 2));
  EXPECT_EQ(s.terrain->height[0], -1);
  EXPECT_EQ(s.terrain->height[1], 3) << "columns run along x";
  EXPECT_NEAR(s.terrain->height[5], 1, 1e-4);
  ASSERT_EQ(s.meshes.size(), 3u);
  EXPECT_EQ(s.meshes[0].gltf, folder.path() / "duck.glb");
  EXPECT_EQ(s.meshes[0].rotate, glm::dvec3(0, 90, 0));
  EXPECT_EQ(s.meshes[1].shape, MeshSettings::Shape::basin);
  EXPECT_EQ(s.meshes[1].wall, 0.3);
  EXPECT_EQ(s.meshes[1].material.pattern, MaterialSettings::Pattern::tiles);
  EXPECT_EQ(s.meshes[2].shape, MeshSettings::Shape::sphere);
  ASSERT_EQ(s.water.size(), 2u);
  EXPECT_EQ(s.water[0].name, "pool");
  EXPECT_EQ(s.water[0].solver, "ripple");
  EXPECT_EQ(s.water[1].name, "lake-2");
  EXPECT_EQ(s.render.of<deferred::WaterLook>().ior, 1.5);
  EXPECT_EQ(s.render.of<deferred::SsaoSettings>().samples, 8u);
  EXPECT_FALSE(s.render.of<water::ReflectionSettings>().reflections);
}

TEST_F(SceneRead, a_version_is_enough) {
  Scene s = parse("{\"version\": 1}");
  EXPECT_EQ(s.name, "s") << "the file's name";
  EXPECT_EQ(s.gravity, 9.81);
  EXPECT_EQ(s.clock.step, ClockSettings().step);
  EXPECT_NEAR(glm::length(s.sun.direction), 1, 1e-12);
  EXPECT_FALSE(s.terrain);
  EXPECT_TRUE(s.water.empty());
}

TEST_F(SceneRead, names_of_water) {
  auto waters = [](const std::string& a, const std::string& b) {
    return scene_with(
        fmt::format(R"("water": [{{"name": "{}", "solver": "ripple"}}, {{"name": "{}", "solver": "calm"}}])", a, b));
  };
  EXPECT_EQ(message(waters("a", "A_b-9")), "");
  EXPECT_EQ(message(waters("a", "a")),
            "s.json: /water/1/name: \"a\" is the name of another water too (allowed: names that differ)");
  EXPECT_EQ(message(waters("a", "b c")),
            "s.json: /water/1/name: \"b c\" is not a name (allowed: 1 to 64 of A-Z a-z 0-9 _ -)");
  EXPECT_EQ(message(waters("", "b")),
            "s.json: /water/0/name: \"\" is not a name (allowed: 1 to 64 of A-Z a-z 0-9 _ -)");
  EXPECT_NE(message(waters(std::string(65, 'a'), "b")), "");
  EXPECT_EQ(message(scene_with(R"("water": [{"solver": "ripple"}])")),
            "s.json: /water/0: \"name\" is missing (letters, digits, _ and -; its fields are called NAME.height ...)");
}

TEST_F(SceneRead, rejects_what_only_a_wider_look_sees) {
  EXPECT_EQ(message(scene_with(R"("camera": {"eye": [0, 1, 0], "target": [0, 1, 0]})")),
            "s.json: /camera/target: coincides with the eye (allowed: a point away from the eye)");
  EXPECT_EQ(message(scene_with(R"("sun": {"direction": [0, 0, 0]})")),
            "s.json: /sun/direction: it has no length (allowed: a direction such as [0.4, 0.8, 0.3])");
  EXPECT_EQ(message(scene_with(R"("meshes": [{"shape": "plane", "size": [4, 0, 4]}])")), "");
  EXPECT_EQ(message(scene_with(R"("meshes": [{"shape": "plane", "size": [0, 0, 4]}])")),
            "s.json: /meshes/0/size: a plane without area (allowed: numbers above 0 for x and z, in m)");
}

TEST_F(SceneRead, saved_scenes_read_back_the_same) {
  write_assets(folder);
  for (const std::string& text : {std::string(complete), scene_with(""), water_with(R"("size": [0.1, 0.3])")}) {
    Scene first = parse(text);
    std::string saved = save_scene(first);
    Scene second = parse(saved);
    EXPECT_EQ(save_scene(second), saved);
  }
  Scene scene = parse(complete);
  EXPECT_NE(save_scene(scene).find("\"image\": \"skies/day.hdr\""), std::string::npos) << "relative to the scene";
  Scene floats = parse(water_with(R"("size": [0.1, 0.3])"));
  EXPECT_NE(save_scene(floats).find("0.1,"), std::string::npos) << "a float's own digits, not a double's";
}

TEST_F(SceneRead, missing_and_odd_files) {
  auto load = [&](const std::filesystem::path& file) {
    try {
      load_scene(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Exit::bad_input);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(load("no/such.json"), "no/such.json: No such file or directory");
  EXPECT_EQ(load(folder.path()), folder.path().string() + ": is not a regular file");
  EXPECT_EQ(load("/dev/zero"), "/dev/zero: is not a regular file");
  EXPECT_EQ(load(folder.write("u ❤.json", "{\"version\": 1}")), "");
}

}  // namespace
}  // namespace undine::test
