// USD text layers: what is written, according to the strict parser of the tests, and what this parser refuses.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "engine/files/usd.h"
#include "tests/support/usda.h"

namespace undine::test {
namespace {

files::UsdLayer layer_of(const std::string& doc = "a test") {
  return {files::UsdStage{.doc = doc, .first = 3, .last = 4.5, .per_second = 60, .sublayers = {"a.usda", "b.usda"}},
          "world"};
}

TEST(FilesUsd, IdentifiersAreValidAndDifferent) {
  EXPECT_EQ(files::usd_identifier("pool"), "pool");
  EXPECT_EQ(files::usd_identifier("drop-1"), "drop_1");
  EXPECT_EQ(files::usd_identifier("2nd pool"), "_2nd_pool");
  EXPECT_EQ(files::usd_identifier(""), "_");
  EXPECT_EQ(files::usd_identifier("b\xc3\xa4ll"), "b__ll");
  const std::vector<std::string> names{"a", "a", "a_1", "a", "a-1"};
  EXPECT_EQ(files::usd_identifiers(names), (std::vector<std::string>{"a", "a_1", "a_1_1", "a_2", "a_1_2"}));
}

TEST(FilesUsd, StringsAreReadBack) {
  const std::string hard = "a \"b\"\\\n\ttab \x01 b\xc3\xa4ll # @ ( \\";
  const UsdaLayer read = parse_usda(std::move(layer_of(hard)).take());
  EXPECT_EQ(read.metadata.at("doc").text, hard);
  EXPECT_EQ(read.metadata.at("defaultPrim").text, "world");
  EXPECT_EQ(read.metadata.at("subLayers").items.at(1).text, "./b.usda");
  EXPECT_EQ(read.metadata.at("startTimeCode").number, 3);
  EXPECT_EQ(read.metadata.at("endTimeCode").number, 4.5);
}

TEST(FilesUsd, FloatsAreReadBackExactly) {
  std::mt19937 random(3);
  std::vector<float> values{0, 1, -1, 0.1f, 1e-30f, 3.4028235e38f, 1.1754944e-38f, 1e-45f, 16777216, -123456.789f};
  for (int i = 0; i < 20000; ++i) {
    const float any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(any)) values.push_back(any);
  }
  std::vector<glm::vec3> triples;
  for (std::size_t i = 0; i + 2 < values.size(); i += 3) triples.emplace_back(values[i], values[i + 1], values[i + 2]);
  files::UsdLayer layer = layer_of();
  layer.begin("def Points", "p");
  layer.set("float[] widths", values);
  const double time = 7;
  layer.samples("point3f[] points", std::span(&time, 1), std::span<const std::vector<glm::vec3>>(&triples, 1));
  layer.set("int64[] ids", std::vector<std::int64_t>{0, std::int64_t{1} << 62, -5}, "vertex");
  layer.set("quatf turn", glm::quat(0.5f, 0.1f, 0.2f, 0.3f));
  layer.end();
  const UsdaLayer read = parse_usda(std::move(layer).take());
  const auto& properties = read.prims.at(0).properties;
  const std::vector<float> back = properties.at("widths").value.at(0).floats();
  ASSERT_EQ(back.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(back[i], values[i]);
  const std::vector<float> places = properties.at("points").samples.at(7).floats();
  ASSERT_EQ(places.size(), 3 * triples.size());
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(places[i], values[i]);
  EXPECT_EQ(properties.at("ids").value.at(0).integers(), (std::vector<std::int64_t>{0, std::int64_t{1} << 62, -5}));
  EXPECT_EQ(properties.at("ids").metadata.at("interpolation").text, "vertex");
  EXPECT_EQ(properties.at("turn").value.at(0).floats(), (std::vector<float>{0.5f, 0.1f, 0.2f, 0.3f}));
}

TEST(FilesUsd, InfinityAndNanAreNumbersOfTheGrammar) {
  std::string text;
  for (const float v : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
    files::usd_append(text, v);
    text += ' ';
  }
  EXPECT_EQ(text, "inf -inf nan nan ");
}

TEST(FilesUsd, PrimsNestWithTheirMetadata) {
  files::UsdLayer layer = layer_of();
  layer.begin("def Xform", "world", {"kind = \"assembly\"", "customData = {", "    string name = \"w\"", "}"});
  layer.begin("def Mesh", "mesh", {"prepend apiSchemas = [\"MaterialBindingAPI\"]"});
  layer.line("rel material:binding = </world/look>");
  layer.declare("normal3f[] normals", "vertex");
  layer.end();
  layer.begin("over", "empty");
  layer.end();
  layer.end();
  const UsdaLayer read = parse_usda(std::move(layer).take());
  const UsdaPrim& world = read.prims.at(0);
  EXPECT_EQ(world.metadata.at("customData").entries.at("name").second.text, "w");
  EXPECT_EQ(world.children.at(0).properties.at("material:binding").targets, std::vector<std::string>{"/world/look"});
  EXPECT_EQ(world.children.at(0).properties.at("normals").metadata.at("interpolation").text, "vertex");
  EXPECT_TRUE(world.children.at(0).properties.at("normals").value.empty());
  EXPECT_EQ(world.children.at(1).specifier, "over");
}

TEST(FilesUsd, TheParserRefusesWhatTheGrammarDoesNotHave) {
  const auto refused = [](const std::string& body) {
    try {
      parse_usda("#usda 1.0\n" + body);
    } catch (const std::runtime_error&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused("def Mesh \"m\"\n{\n    int[] a = [1, 2,\n 3]\n}\n"));
  EXPECT_FALSE(refused("def Mesh \"m\" {\n}\n"));
  for (const char* body : {"def Mesh \"2m\"\n{\n}\n",
                           "def Mesh \"m\"\n{\n",
                           "def Mesh m\n{\n}\n",
                           "def \"a\"\n{\n}\ndef \"a\"\n{\n}\n",
                           "def Mesh \"m\"\n{\n int[] a = [1.5]\n}\n",
                           "def Mesh \"m\"\n{\n int[] a = [1 2]\n}\n",
                           "def Mesh \"m\"\n{\n int[] a = [3000000000]\n}\n",
                           "def Mesh \"m\"\n{\n int[] a = 1\n}\n",
                           "def Mesh \"m\"\n{\n point3f[] a = [(1, 2)]\n}\n",
                           "def Mesh \"m\"\n{\n float a = 1.\n}\n",
                           "def Mesh \"m\"\n{\n float a = -nan\n}\n",
                           "def Mesh \"m\"\n{\n float a = 1f\n}\n",
                           "def Mesh \"m\"\n{\n float a = 1 float b = 2\n}\n",
                           "def Mesh \"m\"\n{\n point a = 1\n}\n",
                           "def Mesh \"m\"\n{\n float a = 1\n float a = 2\n}\n",
                           "def Mesh \"m\"\n{\n float a = 1\n int a.timeSamples = { 1: 2 }\n}\n",
                           "def Mesh \"m\"\n{\n float a.timeSamples = { 2: 1, 1: 2 }\n}\n",
                           "def Mesh \"m\"\n{\n float a.timeSamples = { 1: (2, 3) }\n}\n",
                           "def Mesh \"m\"\n{\n uniform float a.timeSamples = { 1: 2 }\n}\n",
                           "def Mesh \"m\"\n{\n rel a = <b>\n}\n",
                           "def Mesh \"m\"\n{\n token a = b\n}\n",
                           "def Mesh \"m\"\n{\n token a = \"b\n\"\n}\n",
                           "def Mesh \"m\" (\n    unknown = 1\n)\n{\n}\n",
                           "def Mesh \"m\" (\n    upAxis = \"Y\"\n)\n{\n}\n",
                           "(\n    upAxis = Y\n)\n"})
    EXPECT_TRUE(refused(body)) << body;
  EXPECT_THROW(parse_usda("def Mesh \"m\"\n{\n}\n"), std::runtime_error);
}

}  // namespace
}  // namespace undine::test
