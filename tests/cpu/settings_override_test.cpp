// --set: the same validation as for the file, with messages that name the argument.
#include "engine/core/error.h"
#include "passes/deferred/ambient.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

class SettingsOverride : public SceneTest {};

TEST_F(SettingsOverride, changes_and_creates) {
  std::string text = water_with(R"("damping": 0.5)");
  Scene scene = parse(text, {{"clock.step", "0.25"},
                             {"clock.seed", "7"},
                             {"camera.eye", "[1, 2, 3]"},
                             {"render.ssao.enabled", "false"},
                             {"about", "no JSON"},
                             {"name", "\"quoted\""},
                             {"sky", R"({"model": "preetham", "turbidity": 3})"},
                             {"water.0.name", "lake"},
                             {"clock.seed", "8"}});
  EXPECT_EQ(scene.clock.step, 0.25);
  EXPECT_EQ(scene.clock.seed, 8) << "the last one holds";
  EXPECT_EQ(scene.camera.eye, glm::dvec3(1, 2, 3));
  EXPECT_FALSE(scene.render.of<deferred::SsaoSettings>().enabled);
  EXPECT_EQ(scene.about, "no JSON");
  EXPECT_EQ(scene.name, "quoted");
  EXPECT_EQ(scene.sky.turbidity, 3);
  EXPECT_EQ(scene.water.at(0).name, "lake");
}

TEST_F(SettingsOverride, messages_name_the_argument) {
  std::string text =
      scene_with(R"("clock": {"step": 0.1}, "camera": {"eye": [1, 2, 3]}, "meshes": [], "gravity": 2000)");
  struct Case {
    settings::Override change;
    std::string message;
  };
  std::string plain = scene_with(R"("clock": {"step": 0.1}, "camera": {"eye": [1, 2, 3]}, "meshes": [])");
  const std::vector<Case> cases{
      {{"clock.step", "-1"},
       "--set clock.step=-1: /clock/step: -1 is too small (allowed: number above 0, up to 1, in s)"},
      {{"clock.step", "NaN"},
       "--set clock.step=NaN: /clock/step: \"NaN\" is not a number (allowed: number above 0, up to 1, in s)"},
      {{"clock.step", "1e999"},
       "--set clock.step=1e999: /clock/step: \"1e999\" is not a number (allowed: number above 0, up to 1, in s)"},
      {{"clock.step", ""},
       "--set clock.step=: /clock/step: \"\" is not a number (allowed: number above 0, up to 1, in s)"},
      {{"clok.step", "1"},
       "--set clok.step=1: /clok: unknown key (did you mean \"clock\"? allowed: $schema, version, include, name, "
       "about, gravity, clock, camera, sun, sky, lights, terrain, materials, meshes, water, exchanges, bodies, fish, "
       "leaves, "
       "render)"},
      {{"camera.eye.1", "1e9"},
       "--set camera.eye.1=1e9: /camera/eye/1: 1000000000.0 is too large (allowed: number from -100000 to 100000, in "
       "m)"},
      {{"camera.eye.3", "1"}, "--set camera.eye.3=1: \"camera.eye\" has no element \"3\" (allowed: 0 to 2)"},
      {{"camera.eye.x", "1"}, "--set camera.eye.x=1: \"camera.eye\" has no element \"x\" (allowed: 0 to 2)"},
      {{"camera.eye.99999999999999999999", "1"},
       "--set camera.eye.99999999999999999999=1: \"camera.eye\" has no element \"99999999999999999999\" (allowed: 0 to "
       "2)"},
      {{"meshes.0.scale", "1"}, "--set meshes.0.scale=1: \"meshes\" has no element \"0\" (the list is empty)"},
      {{"water.0.damping", "1"},
       "--set water.0.damping=1: the scene has no list \"water\" (set the whole list, as in camera.eye=[1,2,3])"},
      {{"clock.step.x", "1"}, "--set clock.step.x=1: \"clock.step\" is 0.1, which has no members"},
      {{"clock..step", "1"},
       "--set clock..step=1: the path has an empty name or too many (allowed: names with dots between "
       "them, such as clock.step=0.01)"},
      {{"", "1"},
       "--set =1: the path has an empty name or too many (allowed: names with dots between them, such as "
       "clock.step=0.01)"},
      {{"clock", "{\"step\": 1, \"step\": 1}"},
       "--set clock={\"step\": 1, \"step\": 1}: value: /step: the key is there twice (keep one)"},
      {{"camera.eye", "[1, 2"},
       "--set camera.eye=[1, 2: value:1:6: syntax error: unexpected end of input; expected ']'"},
      {{"version", "2"},
       "--set version=2: /version: 2 is newer than this program (Undine " UNDINE_VERSION " reads version 1)"},
      {{"about", "\xFF"}, "--set: the argument is not valid UTF-8"},
      {{"meshes", "[{\"shape\": \"gltf\", \"gltf\": \"../x.glb\"}]"},
       "--set meshes=[{\"shape\": \"gltf\", \"gltf\": \"../x.glb\"}]: /meshes/0/gltf: \"../x.glb\" leaves the scene's "
       "folder "
       "(allowed: a file in the scene's folder or below it, by its relative path)"},
  };
  for (const Case& c : cases) EXPECT_EQ(message(plain, {c.change}), c.message);
  EXPECT_EQ(message(text, {{"clock.step", "0.2"}}),
            "s.json: /gravity: 2000 is too large (allowed: number from 0 to 1000, in m/s²)")
      << "what the file says is the file's";
  EXPECT_EQ(message(text, {{"gravity", "9"}}), "");
}

TEST_F(SettingsOverride, lists_go_by_name_too) {
  const std::string two = scene_with(
      R"("water": [{"name": "pool", "solver": "ripple"}, {"name": "river", "solver": "ripple"}],
         "bodies": [{"name": "crate"}, {"name": "crate"}, {"name": "1"}], "meshes": [{"shape": "box"}])");
  const Scene scene = parse(two, {{"water.river.name", "brook"}, {"water.pool.look", "{}"}, {"bodies.1.density", "7"}});
  EXPECT_EQ(scene.water[1].name, "brook");
  EXPECT_TRUE(scene.water[0].look && !scene.water[1].look);
  EXPECT_EQ(scene.bodies[1].density, 7) << "an index goes before a name";
  EXPECT_EQ(
      message(two, {{"water.rivr.damping", "1"}}),
      "--set water.rivr.damping=1: \"water\" has no element \"rivr\" (did you mean \"river\"? allowed: 0 to 1, or a "
      "name: pool, river)");
  EXPECT_EQ(
      message(two, {{"bodies.crate.density", "1"}}),
      "--set bodies.crate.density=1: \"bodies\" has 2 elements that are named \"crate\" (allowed: their index, 0 or "
      "1)");
  EXPECT_EQ(message(two, {{"meshes.rock.scale", "1"}}),
            "--set meshes.rock.scale=1: \"meshes\" has no element \"rock\" (allowed: 0 to 0)");
  EXPECT_EQ(message(two, {{"water.river.damping", "-1"}}),
            "--set water.river.damping=-1: /water/1/damping: -1 is too small (allowed: number from 0 to 100, in 1/s)");
}

TEST_F(SettingsOverride, long_paths_are_refused) {
  std::string path = "a";
  for (int i = 0; i < 100; ++i) path += ".a";
  EXPECT_NE(message(scene_with(""), {{path, "1"}}).find("empty name or too many"), std::string::npos);
}

TEST_F(SettingsOverride, hash_covers_them) {
  std::string text = scene_with("");
  auto hash = [&](const std::vector<settings::Override>& o) { return parse(text, o).hash; };
  EXPECT_EQ(hash({}), hash({}));
  EXPECT_NE(hash({}), hash({{"gravity", "9.81"}}));
  EXPECT_NE(hash({{"gravity", "9.81"}}), hash({{"gravity", "9.8"}}));
  EXPECT_NE(parse(text).hash, parse(text + " ").hash);
}

}  // namespace
}  // namespace undine::test
