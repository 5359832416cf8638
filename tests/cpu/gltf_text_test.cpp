// glTF by its specification: versions, references to other files, accessors without bytes, messages of bounded
// length.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <glm/glm.hpp>

#include "engine/core/error.h"
#include "passes/models/gltf.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class GltfText : public testing::Test {
 protected:
  GltfText() {
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const std::uint16_t order[4] = {0, 1, 2, 0};
    std::string bytes(44, '\0');
    std::memcpy(bytes.data(), corners, 36);
    std::memcpy(bytes.data() + 36, order, 8);
    folder.write("t.bin", bytes);
  }
  // Triangle with one substring of its text replaced.
  static std::string triangle(const std::string& from = {}, const std::string& to = {}) {
    std::string text = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],"materials":[{}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
                   {"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],
      "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8}],
      "buffers":[{"uri":"t.bin","byteLength":44}]})";
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    return text;
  }
  static std::string binary(std::string text, std::uint32_t version = 2) {
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string out = "glTF";
    const auto word = [&](std::size_t value) {
      const auto w = static_cast<std::uint32_t>(value);
      out.append(reinterpret_cast<const char*>(&w), sizeof w);
    };
    word(version);
    word(20 + text.size());
    word(text.size());
    return out + "JSON" + text;
  }
  solids::GltfModel load(const std::string& text) const {
    return solids::load_gltf(folder.write(text.starts_with("glTF") ? "t.glb" : "t.gltf", text));
  }
  std::string refused(const std::string& text) const {
    try {
      load(text);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      return e.what();
    }
    ADD_FAILURE() << "accepted: " << text.substr(0, 200);
    return {};
  }
  TempFolder folder;
};

TEST_F(GltfText, VersionsOtherThanTwoAreRefused) {
  const std::string asset = R"("version":"2.0")";
  for (const char* other : {R"("version":"1.0")", R"("version":"3.0")", R"("version":"2.1","minVersion":"2.1")",
                            R"("version":"2.0","minVersion":"3.0")", R"("version":"1.1")"}) {
    for (const bool in_binary : {false, true}) {
      const std::string text = triangle(asset, other);
      const std::string error = refused(in_binary ? binary(text) : text);
      EXPECT_NE(error.find("ersion: is \""), std::string::npos) << error;
      EXPECT_NE(error.find("glTF 2.0"), std::string::npos) << error;
    }
  }
  for (const char* wrong : {R"("version":"2")", R"("version":"two")", R"("version":"2.0.1")", R"("version":2.0)"})
    EXPECT_NE(refused(triangle(asset, wrong)).find("version"), std::string::npos) << wrong;
  for (const char* good :
       {R"("version":"2.0","minVersion":"2.0")", R"("version":"2.1")", R"("version":"2.3","minVersion":"2.0")"})
    EXPECT_EQ(load(triangle(asset, good)).parts.size(), 1u) << good;
  EXPECT_NE(refused(binary(triangle(), 1)).find("binary glTF 1"), std::string::npos);
  // The first version used objects instead of lists.
  EXPECT_NE(refused(R"({"asset":{"version":"1.0"},"scene":"s","scenes":{"s":{"nodes":["n"]}},"nodes":{"n":{}}})")
                .find("asset.version: is \"1.0\""),
            std::string::npos);
}

TEST_F(GltfText, ReferencesAreDecodedWhereTheyAreEscapes) {
  for (const auto& [name, uri] : {std::pair{"20%.bin", "20%.bin"},
                                  {"a b.bin", "a%20b.bin"},
                                  {"a+b.bin", "a+b.bin"},
                                  {"100%.bin", "100%25.bin"},
                                  {"%41.bin", "%41.bin"},
                                  {"\xc3\xa4.bin", "%C3%A4.bin"},
                                  {"x%2.bin", "x%2.bin"}}) {
    std::filesystem::copy_file(folder.file("t.bin"), folder.file(name));
    const std::string text = triangle("\"t.bin\"", fmt::format("\"{}\"", uri));
    EXPECT_EQ(load(text).parts.at(0).mesh.vertices.at(1).position, glm::vec3(1, 0, 0)) << uri;
    EXPECT_EQ(load(binary(text)).parts.size(), 1u) << uri;
    std::filesystem::remove(folder.file(name));
    EXPECT_NE(refused(text).find("undine_file"), 0u);
  }
  EXPECT_NE(refused(triangle("t.bin", "none%.bin")).find("none%.bin"), std::string::npos);
  EXPECT_EQ(refused(triangle("t.bin", "none%.bin")).find("undine_file"), std::string::npos);
  folder.write("../outside%.bin", "");
  refused(triangle("t.bin", "../t%2ebin"));
  refused(triangle("t.bin", "..%2Foutside%.bin"));
  std::filesystem::remove(folder.file("../outside%.bin"));
}

TEST_F(GltfText, AccessorsWithoutBytesAreZeros) {
  const std::string first = R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"})",
                    second = R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"})";
  const auto zeros = load(triangle(first, R"({"componentType":5126,"count":3,"type":"VEC3"})"));
  for (const auto& vertex : zeros.parts.at(0).mesh.vertices) EXPECT_EQ(vertex.position, glm::vec3(0));
  const auto sparse = load(triangle(first, R"({"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,
        "indices":{"bufferView":1,"byteOffset":2,"componentType":5123},"values":{"bufferView":0,"byteOffset":24}}})"));
  EXPECT_EQ(sparse.parts.at(0).mesh.vertices.at(0).position, glm::vec3(0));
  EXPECT_EQ(sparse.parts.at(0).mesh.vertices.at(1).position, glm::vec3(0, 1, 0));
  const auto order = load(triangle(second, R"({"componentType":5123,"count":3,"type":"SCALAR"})"));
  EXPECT_EQ(order.parts.at(0).mesh.indices, (std::vector<std::uint32_t>{0, 0, 0}));
  const auto changed = load(triangle(second, R"({"componentType":5123,"count":6,"type":"SCALAR","sparse":{"count":3,
        "indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":1}}})"));
  EXPECT_EQ(changed.parts.at(0).mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 0, 0}));
  EXPECT_NE(refused(triangle(second, R"({"componentType":5123,"count":60000000,"type":"SCALAR"})")).find("without a"),
            std::string::npos);
}

TEST_F(GltfText, MessagesAreBounded) {
  const std::string long_name(1 << 20, 'x');
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"t.bin", "data:application/octet-stream;base64," + long_name + "!"},
        {"t.bin", "data:image/none;base64," + long_name},
        {"t.bin", long_name},
        {"t.bin", long_name + "%"},
        {"\"2.0\"", "\"" + long_name + "\""},
        {"\"materials\":[{}]", R"("materials":[{"alphaMode":")" + long_name + "\"}]"},
        {"\"scene\":0", R"("scene":0,"extensionsRequired":[")" + long_name + "\"]"}}) {
    const std::string error = refused(triangle(from, to));
    EXPECT_LT(error.size(), 1200u) << error.substr(0, 300);
    EXPECT_NE(error.find("t.gltf"), std::string::npos) << error;
  }
}

TEST_F(GltfText, TexturesWithoutASourceAreNamed) {
  const std::string textured =
      R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[)";
  const std::string plain = refused(triangle("\"materials\":[{}]", textured + "{}]"));
  EXPECT_NE(plain.find("texture 0 has no source"), std::string::npos) << plain;
  EXPECT_EQ(plain.find("-1"), std::string::npos) << plain;
  const std::string webp =
      refused(triangle("\"materials\":[{}]", textured + R"({"extensions":{"EXT_texture_webp":{"source":0}}}])"));
  EXPECT_NE(webp.find("EXT_texture_webp"), std::string::npos) << webp;
}

TEST(ErrorText, PartsAreCutBetweenCharacters) {
  EXPECT_EQ(shortened("short"), "short");
  EXPECT_EQ(shortened(std::string(90, 'x')), std::string(80, 'x') + "...");
  EXPECT_EQ(shortened("\xc3\xa4\xc3\xa4", 3), "\xc3\xa4...");
  const Error error(Exit::failure, std::string(1 << 20, 'a'), std::string(1 << 20, 'b'), std::string(1 << 20, 'c'));
  EXPECT_LT(std::strlen(error.what()), 3 * most_of_a_part + 50);
}

}  // namespace
}  // namespace undine::test
