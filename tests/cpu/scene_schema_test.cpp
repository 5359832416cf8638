// The schema of scene files: the shipped one, its completeness, and that it agrees with the reader.
#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "engine/files/files.h"
#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

using nlohmann::json;

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
  EXPECT_EQ(schema["additionalProperties"], false) << pointer;
  for (const auto& [key, property] : schema["properties"].items()) {
    const std::string here = fmt::format("{}/{}", pointer, key);
    visit(here, property);
    walk(property, here, visit);
  }
}

TEST(SceneSchema, every_property_says_what_it_is) {
  int properties = 0, numbers = 0;
  walk(json::parse(scene_schema()), "", [&](const std::string& pointer, const json& property) {
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
  const json root = json::parse(scene_schema())["properties"];
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
  json water(std::size_t i) const { return json::parse(scene_schema())["properties"]["water"]["items"]["oneOf"][i]; }
};

TEST_F(SceneSchemaWith, one_alternative_per_solver) {
  json ripple = water(1);
  EXPECT_EQ(water(0)["properties"]["solver"]["const"], "calm");
  EXPECT_EQ(ripple["properties"]["solver"]["const"], "ripple");
  EXPECT_EQ(ripple["required"], json({"name", "solver"}));
  EXPECT_EQ(ripple["properties"]["cells"],
            json::parse(R"({"description": "grid cells along x and z", "type": "array", "minItems": 2, "maxItems": 2,
                            "items": {"type": "integer", "minimum": 1, "maximum": 16384}, "default": [64, 64]})"));
  EXPECT_EQ(ripple["properties"]["damping"],
            json::parse(R"({"description": "decay rate of the waves", "x-unit": "1/s", "type": "number",
                            "minimum": 0, "maximum": 100, "default": 0.1})"));
  EXPECT_EQ(ripple["properties"]["edge"],
            json::parse(R"({"description": "what waves meet at the border", "type": "string",
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
  const json root = json::parse(scene_schema())["properties"];
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
