// Schema of scene files: the shipped file, its completeness, and its agreement with the reader.
#include "engine/scene/scene_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "engine/files/files.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/e2e/scenes.h"

namespace undine::test {
namespace {

using nlohmann::json;

// Schema with its references resolved.
json whole(const json& part, const json& root) {
  if (!part.is_structured()) return part;
  json out = part;
  for (auto& [key, value] : out.items()) value = whole(value, root);
  if (!out.is_object() || !out.contains("$ref") || !out["$ref"].is_string()) return out;
  const std::string name = out["$ref"];
  out.erase("$ref");
  json named = whole(root.at(json::json_pointer(name.substr(1))), root);
  named.update(out);
  return named;
}
json schema() {
  json root = json::parse(scene_schema());
  json out = whole(root, root);
  out.erase("$defs");
  return out;
}

TEST(SceneSchema, SharedBlocksLoseNothing) {
  const json root = json::parse(scene_schema());
  EXPECT_EQ(root.at("$id"), "urn:undine:scene:1");
  EXPECT_GT(root.at("$defs").size(), 20u);
  EXPECT_EQ(schema(), json(scene_schema_tree()));
  EXPECT_LT(std::ranges::count(scene_schema(), '\n'), 5500) << "10,000 lines without $defs";
}

// Validates the keywords that the schema uses, as JSON Schema defines them; returns the first violation, or "".
std::string violated(const json& value, const json& s, const json& root, const std::string& at);

bool fits(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number() && std::trunc(value.get<double>()) == value.get<double>();
  return type == "number" && value.is_number();
}

std::string violated_object(const json& value, const json& s, const json& root, const std::string& at) {
  for (const auto& name : s.value("required", json::array()))
    if (!value.contains(name.get<std::string>())) return at + ": lacks " + name.get<std::string>();
  for (const auto& [key, inner] : value.items()) {
    const bool known = s.contains("properties") && s["properties"].contains(key);
    const json more = s.value("additionalProperties", json(true));
    if (!known && more == json(false)) return at + ": knows no " + key;
    if (!known && !more.is_object()) continue;
    const std::string wrong = violated(inner, known ? s["properties"][key] : more, root, at + "/" + key);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string violated_array(const json& value, const json& s, const json& root, const std::string& at) {
  if (value.size() < s.value("minItems", std::size_t{0}) || value.size() > s.value("maxItems", std::size_t(-1)))
    return at + ": wrong length";
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool pair = s.contains("prefixItems") && i < s["prefixItems"].size();
    if (!pair && !s.contains("items")) continue;
    const std::string wrong =
        violated(value[i], pair ? s["prefixItems"][i] : s["items"], root, fmt::format("{}/{}", at, i));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string violated(const json& value, const json& s, const json& root, const std::string& at) {
  if (s.contains("$ref"))
    if (std::string wrong =
            violated(value, root.at(json::json_pointer(s["$ref"].get<std::string>().substr(1))), root, at);
        !wrong.empty())
      return wrong;
  if (s.contains("type") && !fits(value, s["type"])) return at + ": is no " + s["type"].get<std::string>();
  if (s.contains("const") && value != s["const"]) return at + ": is not " + s["const"].dump();
  if (s.contains("enum") && std::ranges::count(s["enum"], value) == 0) return at + ": is none of the words";
  if (value.is_string() && value.get<std::string>().size() < s.value("minLength", std::size_t{0}))
    return at + ": empty";
  if (value.is_number()) {
    const double v = value;
    if (v < s.value("minimum", -1e300) || v > s.value("maximum", 1e300) || v <= s.value("exclusiveMinimum", -1e300))
      return at + ": out of range";
  }
  if (s.contains("oneOf")) {
    std::string first;
    std::size_t hold = 0;
    for (const json& one : s["oneOf"]) {
      const std::string wrong = violated(value, one, root, at);
      hold += wrong.empty();
      if (first.size() < wrong.size()) first = wrong;
    }
    if (hold != 1) return fmt::format("{}: {} of oneOf hold ({})", at, hold, first);
  }
  std::string wrong = value.is_object() ? violated_object(value, s, root, at) : "";
  return wrong.empty() && value.is_array() ? violated_array(value, s, root, at) : wrong;
}

TEST(SceneSchema, HoldsForEveryScene) {
  const json root = json::parse(scene_schema());
  for (const std::string& file : project_scenes()) {
    const json scene = json::parse(files::read_file(file));
    EXPECT_EQ(violated(scene, root, root, ""), "") << file;
  }
}

TEST(SceneSchema, RefusesWhatTheReaderRefuses) {
  const json root = json::parse(scene_schema());
  for (const char* text : {R"({})", R"({"version": 1, "watr": []})", R"({"version": 1, "clock": {"step": 0}})",
                           R"({"version": 1, "water": [{"name": "a", "solver": "wave", "damping": -1}]})",
                           R"({"version": 1, "water": [{"name": "a", "solver": "wave", "viscosity": 1}]})",
                           R"({"version": 1, "meshes": [{"shape": "box", "material": {"colour": [1, 1, 1]}}]})",
                           R"({"version": 1, "camera": {"eye": [1, 2]}})"})
    EXPECT_NE(violated(json::parse(text), root, root, ""), "") << text;
}

TEST(SceneSchema, shipped_file_is_current) {
  EXPECT_EQ(files::read_file(UNDINE_SOURCE_DIR "/scenes/scene.schema.json"), scene_schema())
      << "run: undine schema > scenes/scene.schema.json";
}

// Calls visit(pointer, property) for every property of the schema, in all alternatives.
void walk(const json& schema, const std::string& pointer,
          const std::function<void(const std::string&, const json&)>& visit) {
  if (schema.contains("oneOf")) {
    for (const json& one : schema["oneOf"]) walk(one, pointer, visit);
  }
  if (schema.contains("items")) walk(schema["items"], pointer + "/0", visit);
  if (!schema.contains("properties")) return;
  if (schema["additionalProperties"].is_object())
    walk(schema["additionalProperties"], pointer + "/NAME", visit);
  else
    EXPECT_EQ(schema["additionalProperties"], false) << pointer;
  for (const auto& [key, property] : schema["properties"].items()) {
    const std::string here = fmt::format("{}/{}", pointer, key);
    visit(here, property);
    walk(property, here, visit);
  }
}

TEST(SceneSchema, every_property_says_what_it_is) {
  int properties = 0, numbers = 0;
  walk(schema(), "", [&](const std::string& pointer, const json& property) {
    ++properties;
    EXPECT_FALSE(property.value("description", "").empty()) << pointer;
    auto check_number = [&](const json& number) {
      ++numbers;
      EXPECT_TRUE(number.contains("minimum") || number.contains("exclusiveMinimum")) << pointer;
      EXPECT_TRUE(number.contains("maximum")) << pointer;
    };
    const json& one = property.contains("items") ? property["items"] : property;
    if (one.value("type", "") == "number" || one.value("type", "") == "integer") check_number(one);
    if (one.contains("oneOf") && one["oneOf"][0].value("type", "") == "number") check_number(one["oneOf"][0]);
    bool list = property.value("type", "") == "array", object = property.value("type", "") == "object";
    EXPECT_TRUE(list || object || property.contains("type") || property.contains("const") || property.contains("oneOf"))
        << pointer;
  });
  EXPECT_GT(properties, 50);
  EXPECT_GT(numbers, 25);
}

TEST(SceneSchema, dimensioned_numbers_have_units) {
  const json root = schema()["properties"];
  auto unit = [&](const std::string& path) { return root.at(json::json_pointer(path)).value("x-unit", ""); };
  EXPECT_EQ(unit("/gravity"), "m/s²");
  EXPECT_EQ(unit("/clock/properties/step"), "s");
  EXPECT_EQ(unit("/camera/properties/eye"), "m");
  EXPECT_EQ(unit("/camera/properties/fov"), "degrees");
  EXPECT_EQ(unit("/terrain/properties/size"), "m");
  EXPECT_EQ(unit("/render/properties/water/properties/absorption"), "1/m");
  EXPECT_EQ(unit("/render/properties/ssao/properties/radius"), "m");
}

class SceneSchemaWith : public SceneTest {
 protected:
  json water(std::size_t i) const { return schema()["properties"]["water"]["items"]["oneOf"][i]; }
};

TEST_F(SceneSchemaWith, one_alternative_per_solver) {
  json ripple = water(1);
  EXPECT_EQ(water(0)["properties"]["solver"]["const"], "calm");
  EXPECT_EQ(ripple["properties"]["solver"]["const"], "ripple");
  EXPECT_EQ(ripple["required"], json({"name", "solver"}));
  EXPECT_EQ(
      ripple["properties"]["cells"],
      json::parse(
          R"({"description": "grid cells along x and z; a change restarts the water", "type": "array", "minItems": 2, "maxItems": 2,
                            "items": {"type": "integer", "minimum": 1, "maximum": 16384}, "default": [64, 64]})"));
  EXPECT_EQ(
      ripple["properties"]["damping"],
      json::parse(
          R"x({"description": "decay rate of the waves (1/s); a change restarts the water", "x-unit": "1/s", "type": "number",
                            "minimum": 0, "maximum": 100, "default": 0.1})x"));
  EXPECT_EQ(
      ripple["properties"]["edge"],
      json::parse(R"({"description": "what waves meet at the border; a change restarts the water", "type": "string",
                            "enum": ["wall", "fixed"], "default": "wall"})"));
  json speed = ripple["properties"]["speed"]["oneOf"];
  EXPECT_EQ(speed[0], json::parse(R"({"type": "number", "exclusiveMinimum": 0, "maximum": 1000})"));
  EXPECT_EQ(speed[1]["enum"], json({"depth"}));
  json shapes = ripple["properties"]["initial"]["items"]["oneOf"];
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_FALSE(shapes[0].contains("required")) << "the default shape may go unsaid";
  EXPECT_EQ(shapes[1]["required"], json({"shape", "file"}));
  EXPECT_FALSE(shapes[1]["properties"].contains("height"));
}

TEST(SceneSchema, tags_of_meshes_and_sky) {
  const json root = schema()["properties"];
  const json& shapes = root["meshes"]["items"]["oneOf"];
  ASSERT_EQ(shapes.size(), 6u);
  EXPECT_EQ(shapes[0]["properties"]["shape"]["const"], "gltf");
  EXPECT_EQ(shapes[0]["required"], json({"gltf"}));
  EXPECT_EQ(shapes[1]["required"], json({"shape"}));
  EXPECT_TRUE(shapes[5]["properties"].contains("rim"));
  EXPECT_FALSE(shapes[1]["properties"].contains("rim"));
  EXPECT_EQ(root["sky"]["oneOf"].size(), 3u);
  EXPECT_EQ(root["version"]["maximum"], 1);
}

}  // namespace
}  // namespace undine::test
