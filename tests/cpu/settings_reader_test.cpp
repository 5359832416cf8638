// Messages of the settings reader, verbatim: users depend on them.
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

struct Case {
  std::string text, message;
};

class SettingsReader : public SceneTest {
 protected:
  void expect(const std::vector<Case>& cases) {
    for (const Case& c : cases) EXPECT_EQ(message(c.text), c.message) << c.text;
  }
};

TEST_F(SettingsReader, says_value_unit_and_range) {
  expect({
      {water_with(R"("cells": [8, 0])"),
       "s.json: /water/0/cells/1: 0 is too small (allowed: whole number from 1 to 16384)"},
      {water_with(R"("cells": [16385, 1])"),
       "s.json: /water/0/cells/0: 16385 is too large (allowed: whole number from 1 to 16384)"},
      {water_with(R"("cells": [-1, 1])"),
       "s.json: /water/0/cells/0: -1 is too small (allowed: whole number from 1 to 16384)"},
      {water_with(R"("damping": 100.5)"),
       "s.json: /water/0/damping: 100.5 is too large (allowed: number from 0 to 100, in 1/s)"},
      {scene_with(R"("clock": {"step": 0})"),
       "s.json: /clock/step: 0 is too small (allowed: number above 0, up to 1, in s)"},
      {scene_with(R"("clock": {"step": -1e-3})"),
       "s.json: /clock/step: -0.001 is too small (allowed: number above 0, up to 1, in s)"},
      {scene_with(R"("gravity": 1e31)"),
       "s.json: /gravity: 1e+31 is too large (allowed: number from 0 to 1000, in m/s²)"},
      {scene_with(R"("clock": {"seed": 18446744073709551616})"),
       "s.json: /clock/seed: 1.8446744073709552e+19 is too large (allowed: whole number from 0 to 9007199254740991)"},
      {scene_with(R"("clock": {"seed": 18446744073709551615})"),
       "s.json: /clock/seed: 18446744073709551615 is too large (allowed: whole number from 0 to 9007199254740991)"},
      {water_with(R"("limit": 9223372036854775808)"),
       "s.json: /water/0/limit: 9223372036854775808 is too large (allowed: whole number)"},
      {water_with(R"("limit": -9.3e18)"), "s.json: /water/0/limit: -9.3e+18 is too small (allowed: whole number)"},
  });
  EXPECT_EQ(message(water_with(R"("limit": 9223372036854775807)")), "");
  EXPECT_EQ(message(water_with(R"("limit": -9223372036854775808)")), "");
  EXPECT_EQ(message(water_with(R"("cells": [128.0, 1e3])")), "") << "whole numbers may be written with a point";
}

TEST_F(SettingsReader, rejects_wrong_types) {
  expect({
      {scene_with(R"("gravity": "9.81")"),
       "s.json: /gravity: \"9.81\" is not a number (allowed: number from 0 to 1000, in m/s²)"},
      {scene_with(R"("gravity": null)"),
       "s.json: /gravity: null is not a number (allowed: number from 0 to 1000, in m/s²)"},
      {scene_with(R"("gravity": {})"),
       "s.json: /gravity: an object is not a number (allowed: number from 0 to 1000, in m/s²)"},
      {scene_with(R"("gravity": true)"),
       "s.json: /gravity: true is not a number (allowed: number from 0 to 1000, in m/s²)"},
      {water_with(R"("limit": 1.5)"), "s.json: /water/0/limit: 1.5 is not a whole number (allowed: whole number)"},
      {water_with(R"("cells": 64)"),
       "s.json: /water/0/cells: 64 is not a list of 2 numbers (allowed: list of 2, each a whole number from 1 to "
       "16384)"},
      {water_with(R"("cells": [64])"),
       "s.json: /water/0/cells: a list of 1 is not a list of 2 numbers (allowed: list of 2, each a whole number from 1 "
       "to 16384)"},
      {water_with(R"("cells": [64, "64"])"),
       "s.json: /water/0/cells/1: \"64\" is not a whole number (allowed: whole number from 1 to 16384)"},
      {water_with(R"("normals": 1)"), "s.json: /water/0/normals: 1 is neither true nor false (allowed: true, false)"},
      {scene_with(R"("name": 3)"), "s.json: /name: 3 is not a text (allowed: text in quotes)"},
      {scene_with(R"("$schema": 3)"), "s.json: /$schema: 3 is not a text (allowed: text in quotes)"},
      {scene_with(R"("clock": [])"), "s.json: /clock: a list of 0 is not an object (allowed: {...})"},
      {scene_with(R"("water": {})"), "s.json: /water: an object is not a list (allowed: [{...}, ...])"},
      {scene_with(R"("water": [1])"), "s.json: /water/0: 1 is not an object (allowed: {...})"},
      {water_with(R"("initial": [{"shape": "npy", "file": 1}])"),
       "s.json: /water/0/initial/0/file: 1 is not a file name (allowed: text in quotes)"},
      {water_with(R"("islands": 1)"), "s.json: /water/0/islands: 1 is not a file name (allowed: a file, or terrain)"},
      {water_with(R"("edge": 1)"), "s.json: /water/0/edge: 1 is not known here (allowed: wall, fixed)"},
      {"[]", "s.json: a list of 0 is not an object (allowed: {...})"},
      {"3", "s.json: 3 is not an object (allowed: {...})"},
  });
}

TEST_F(SettingsReader, names_unknown_keys_and_the_nearest) {
  expect({
      {scene_with(R"("clock": {"stepp": 1})"),
       "s.json: /clock/stepp: unknown key (did you mean \"step\"? allowed: step, seed, steps_per_frame)"},
      {scene_with(R"("clock": {"q": 1})"), "s.json: /clock/q: unknown key (allowed: step, seed, steps_per_frame)"},
      {scene_with(R"("a/b~c": 1)"),
       "s.json: /a~1b~0c: unknown key (allowed: $schema, version, include, name, about, gravity, clock, camera, sun, "
       "sky, lights, terrain, "
       "materials, meshes, water, exchanges, bodies, fish, leaves, render)"},
      {scene_with(R"("sky": {"model": "preetham", "image": "x.hdr"})"),
       "s.json: /sky/image: unknown key beside \"model\": \"preetham\" (allowed: model, turbidity, clouds, "
       "cloud_height, wind, intensity, "
       "visibility)"},
      {water_with(R"("initial": [{}, {"file": "x"}])"),
       "s.json: /water/0/initial/1/file: unknown key beside \"shape\": \"gaussian\" (allowed: shape, at, height)"},
  });
  EXPECT_EQ(message("{\"version\": 1, \"" + std::string(100'000, 'x') + "\": 1}").size() < 500, true);
}

TEST_F(SettingsReader, rejects_keys_that_are_there_twice) {
  expect({
      {R"({"version": 1, "version": 1})", "s.json: /version: the key is there twice (keep one)"},
      {scene_with(R"("clock": {"step": 0.1, "seed": 1, "step": 0.1})"),
       "s.json: /clock/step: the key is there twice (keep one)"},
      {scene_with(R"("meshes": [{}, {"shape": "box", "material": {"scale": 1, "scale": 2}}])"),
       "s.json: /meshes/1/material/scale: the key is there twice (keep one)"},
  });
}

TEST_F(SettingsReader, knows_words_and_tags) {
  expect({
      {water_with(R"("edge": "wal")"),
       "s.json: /water/0/edge: \"wal\" is not known here (did you mean \"wall\"? allowed: wall, fixed)"},
      {water_with(R"("speed": "dept")"),
       "s.json: /water/0/speed: \"dept\" is not known here (did you mean \"depth\"? allowed: number above 0, up to "
       "1000, in m/s, "
       "or depth)"},
      {water_with(R"("speed": 0)"),
       "s.json: /water/0/speed: 0 is too small (allowed: number above 0, up to 1000, in m/s)"},
      {scene_with(R"("water": [{"name": "a", "solver": "riple"}])"),
       "s.json: /water/0/solver: \"riple\" is not known here (did you mean \"ripple\"? allowed: calm, ripple)"},
      {scene_with(R"("water": [{"name": "a"}])"), "s.json: /water/0: \"solver\" is missing (solver of this water)"},
      {scene_with(R"("meshes": [{}])"), "s.json: /meshes/0: \"gltf\" is missing (the model, .gltf or .glb)"},
      {scene_with(R"("sky": {"model": "image"})"),
       "s.json: /sky: \"image\" is missing (equirectangular picture of the sky, .hdr)"},
  });
  EXPECT_EQ(message(water_with(R"("speed": "depth", "islands": "terrain")")), "");
}

TEST_F(SettingsReader, lists_replace_their_defaults) {
  EXPECT_EQ(message(water_with(R"("initial": [])")), "");
  Scene scene = parse(water_with(R"("initial": [{"height": 3}])"));
  std::string saved = save_scene(scene);
  EXPECT_NE(saved.find("\"height\": 3.0"), std::string::npos) << saved;
  EXPECT_EQ(saved.find("\"height\": 0.1"), std::string::npos) << saved;
  std::string many = "{}";
  for (int i = 0; i < 65536; ++i) many += ",{}";
  EXPECT_EQ(message(scene_with("\"meshes\": [" + many + "]")),
            "s.json: /meshes: a list of 65537 is too long (allowed: up to 65536 elements)");
}

TEST_F(SettingsReader, syntax_errors_have_line_and_column) {
  expect({
      {"{\n  \"version\": 1,\n}", "s.json:3:1: syntax error: unexpected '}'; expected string literal"},
      {"{\"version\" 1}", "s.json:1:12: syntax error: unexpected number literal; expected ':'"},
      {"{\"version\": 1", "s.json:1:14: syntax error: unexpected end of input; expected '}'"},
      {"{\"version\": 1} x", "s.json:1:16: syntax error: invalid literal; last read: '1} x'; expected end of input"},
      {"{\"ä\": tru}", "s.json:1:10: syntax error: invalid literal; last read: '\"ä\": tru}'"},
      {"{'version': 1}", "s.json:1:2: syntax error: invalid literal; last read: '{''; expected string literal"},
  });
}

TEST_F(SettingsReader, comments_bom_and_crlf_are_fine) {
  EXPECT_EQ(message("// a\n{ /* b */ \"version\": 1 // c\n}\n// d"), "");
  EXPECT_EQ(message("\xEF\xBB\xBF{\"version\": 1}"), "");
  EXPECT_EQ(message("{\r\n\"version\": 1\r\n}\r\n"), "");
  EXPECT_EQ(message("\xEF\xBB\xBF{\"version\": x}"),
            "s.json:1:13: syntax error: invalid literal; last read: '\"version\": x'")
      << "the mark has no column";
}

}  // namespace
}  // namespace undine::test
