// glTF import: supported content, and messages with the location for every kind of malformed file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "engine/core/error.h"
#include "engine/files/png.h"
#include "passes/models/gltf.h"

namespace undine {
namespace {

const std::filesystem::path models = std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes" / "assets";

class GeometryGltf : public ::testing::Test {
 protected:
  GeometryGltf() : folder_(std::filesystem::temp_directory_path() / ("undine_gltf_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_ / "model");
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const std::uint16_t order[4] = {0, 1, 2, 0};
    std::string bytes(44, '\0');
    std::memcpy(bytes.data(), corners, 36);
    std::memcpy(bytes.data() + 36, order, 8);
    write("model/t.bin", bytes);
    write("outside.bin", bytes);
  }
  ~GeometryGltf() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  // File of the triangle with one substring replaced.
  std::string text(const std::string& from = {}, const std::string& to = {}) {
    std::string t = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
      "nodes":[{"mesh":0,"translation":[1,2,3],"children":[1]},{"scale":[2,2,-2],"mesh":0}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],
      "materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,1,1],"metallicFactor":0,"roughnessFactor":0.4}}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
                   {"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],
      "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8}],
      "buffers":[{"uri":"t.bin","byteLength":44}]})";
    if (!from.empty()) {
      const std::size_t at = t.find(from);
      EXPECT_NE(at, std::string::npos) << from;
      t.replace(at, from.size(), to);
    }
    return t;
  }
  solids::GltfModel load(const std::string& t) {
    write("model/t.gltf", t);
    return solids::load_gltf(folder_ / "model" / "t.gltf");
  }
  // Message of the error after the replacement, which must be bad_input and name the file.
  std::string refused(const std::string& from, const std::string& to) {
    try {
      load(text(from, to));
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      EXPECT_NE(std::string(e.what()).find("t.gltf"), std::string::npos) << e.what();
      return e.what();
    }
    ADD_FAILURE() << "accepted: " << to;
    return {};
  }
  std::filesystem::path folder_;
};

TEST_F(GeometryGltf, triangle_with_node_transforms) {
  const solids::GltfModel model = load(text());
  ASSERT_EQ(model.parts.size(), 2u);
  const solids::GltfPart& first = model.parts[0];
  EXPECT_EQ(first.mesh.vertices[1].position, glm::vec3(2, 2, 3));
  EXPECT_EQ(first.mesh.vertices[0].normal, glm::vec3(0, 0, 1));
  EXPECT_FLOAT_EQ(first.color.y, 0.25f);
  EXPECT_FLOAT_EQ(first.roughness, 0.4f);
  const solids::GltfPart& mirrored = model.parts[1];
  EXPECT_EQ(mirrored.mesh.vertices[1].position, glm::vec3(3, 2, 3));
  EXPECT_EQ(mirrored.mesh.vertices[0].normal, glm::vec3(0, 0, -1)) << "a mirrored node turns its triangles";
}

TEST_F(GeometryGltf, emission_and_opacity_are_read) {
  const std::string material = R"({"emissiveFactor":[0.5,0,0.25],"alphaMode":"MASK","alphaCutoff":0.3,
    "extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":4}},"pbrMetallicRoughness":)";
  const solids::GltfModel model = load(
      text("{\"pbrMetallicRoughness\":", material + R"({"baseColorFactor":[1,1,1,0.5]}},{"pbrMetallicRoughness":)"));
  const solids::GltfPart& part = model.parts[0];
  EXPECT_EQ(part.emission, glm::vec3(2, 0, 1));
  EXPECT_EQ(part.alpha_mode, solids::GltfAlpha::mask);
  EXPECT_FLOAT_EQ(part.cutoff, 0.3f);
  EXPECT_FLOAT_EQ(part.alpha, 0.5f);
  EXPECT_EQ(load(text()).parts[0].alpha_mode, solids::GltfAlpha::opaque);
  EXPECT_EQ(load(text()).parts[0].emission, glm::vec3(0));
  EXPECT_EQ(
      load(text("{\"pbrMetallicRoughness\"", "{\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\"")).parts[0].alpha_mode,
      solids::GltfAlpha::blend);
  EXPECT_NE(refused("{\"pbrMetallicRoughness\"", "{\"alphaMode\":\"HALF\",\"pbrMetallicRoughness\"").find("HALF"),
            std::string::npos);
  refused("{\"pbrMetallicRoughness\"", "{\"emissiveFactor\":[-1,0,0],\"pbrMetallicRoughness\"");
}

TEST_F(GeometryGltf, PatternsComeFromExtrasOfTheMaterial) {
  const std::string before = "{\"pbrMetallicRoughness\":";
  const auto with = [&](const std::string& own, const std::string& more = {}) {
    return "{\"extras\":{\"undine\":" + own + "}," + more + "\"pbrMetallicRoughness\":";
  };
  const auto pattern = [&](const std::string& own) { return load(text(before, with(own))).parts[0].pattern; };
  const auto bricks = pattern(R"({"pattern":"bricks","scale":0.3,"color2":[0.1,0.2,0.3]})");
  ASSERT_TRUE(bricks);
  EXPECT_EQ(bricks->pattern, MaterialSettings::Pattern::bricks);
  EXPECT_EQ(bricks->scale, 0.3);
  EXPECT_EQ(bricks->color2, glm::dvec3(0.1, 0.2, 0.3));
  const auto roof = pattern(R"("{\"pattern\":\"roof\"}")");  // as programs write that keep texts alone
  ASSERT_TRUE(roof);
  EXPECT_EQ(roof->pattern, MaterialSettings::Pattern::roof);
  EXPECT_FALSE(pattern(R"({"pattern":"plain"})"));
  EXPECT_FALSE(load(text()).parts[0].pattern);
  EXPECT_NE(refused(before, with(R"({"pattern":"brics"})")).find("bricks"), std::string::npos);
  EXPECT_NE(refused(before, with(R"({"pattern":"bricks","size":1})")).find("size"), std::string::npos);
  EXPECT_NE(refused(before, with(R"({"pattern":"bricks","scale":0})")).find("/scale"), std::string::npos);
  refused(before, with("7"));
  for (const char* more : {R"("alphaMode":"BLEND",)", R"("emissiveFactor":[1,0,0],)"})
    EXPECT_NE(refused(before, with(R"({"pattern":"tiles"})", more)).find("excludes"), std::string::npos) << more;
}

TEST_F(GeometryGltf, required_extensions_that_are_unknown_are_errors) {
  const std::string start = "{\"asset\":{\"version\":\"2.0\"},";
  for (const char* name : {"KHR_draco_mesh_compression", "KHR_texture_basisu", "EXT_meshopt_compression", "EXT_none"})
    EXPECT_NE(refused(start, start + "\"extensionsUsed\":[\"" + name + "\"],\"extensionsRequired\":[\"" + name + "\"],")
                  .find(name),
              std::string::npos);
  EXPECT_EQ(load(text(start, start + "\"extensionsRequired\":[\"KHR_mesh_quantization\"],")).parts.size(), 2u);
  EXPECT_EQ(load(text(start, start + "\"extensionsUsed\":[\"EXT_none\"],")).parts.size(), 2u);
}

TEST_F(GeometryGltf, what_is_not_drawn_is_named_once) {
  const std::string start = "{\"asset\":{\"version\":\"2.0\"},";
  std::string t = text(start, start + R"("extensionsUsed":["KHR_materials_clearcoat","KHR_texture_transform"],
      "cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],"textures":[{"source":0}],
      "samplers":[{"wrapS":33071},{"magFilter":9728}],"images":[{"uri":"none.png"}],)");
  const std::string material = "{\"pbrMetallicRoughness\":";
  t.replace(t.find(material), material.size(),
            "{\"alphaMode\":\"BLEND\",\"normalTexture\":{\"index\":0},\"pbrMetallicRoughness\":");
  write("model/gaps.gltf", t);
  const std::filesystem::path file = folder_ / "model" / "gaps.gltf";
  testing::internal::CaptureStderr();
  EXPECT_EQ(solids::load_gltf(file).parts.size(), 2u);
  const std::string told = testing::internal::GetCapturedStderr();
  testing::internal::CaptureStderr();
  solids::load_gltf(file);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  for (const char* part :
       {"gaps.gltf", "the extension KHR_materials_clearcoat", "normal maps of 1 blended material",
        "clamped or mirrored edges of 1 sampler", "magnification without a filter of 1 sampler", "1 camera"})
    EXPECT_NE(told.find(part), std::string::npos) << told;
  EXPECT_EQ(told.find("KHR_texture_transform"), std::string::npos) << told;
}

TEST_F(GeometryGltf, what_a_pane_leaves_out_is_named) {
  files::write_png(folder_ / "model" / "glass.png", {1, 1}, std::vector<std::byte>(4, std::byte(255)));
  const auto told = [&](const std::string& name, const std::string& more, const std::string& pbr,
                        const std::string& map) {
    std::string t = text("\"buffers\":[", R"("textures":[{"source":0}],"images":[{"uri":"glass.png"}],"buffers":[)");
    const std::string material = "{\"pbrMetallicRoughness\":{";
    t.replace(t.find(material), material.size(),
              "{" + more + R"("extensions":{"KHR_materials_transmission":{"transmissionFactor":1)" + map +
                  "}},\"pbrMetallicRoughness\":{" + pbr);
    write("model/" + name, t);
    testing::internal::CaptureStderr();
    EXPECT_EQ(solids::load_gltf(folder_ / "model" / name).parts.size(), 2u);
    return testing::internal::GetCapturedStderr();
  };
  const std::string base = R"("baseColorTexture":{"index":0},)", share = R"(,"transmissionTexture":{"index":0})";
  EXPECT_EQ(told("stained.gltf", "", base, share), "");
  EXPECT_EQ(load(text()).parts[0].transmission_map, -1);
  const std::string all =
      told("all.gltf", R"("alphaMode":"MASK","emissiveFactor":[1,0,0],"normalTexture":{"index":0},)", base,
           R"(,"transmissionTexture":{"index":0,"texCoord":1})");
  for (const char* part : {"opacity of 1 transmissive material", "emission of 1 transmissive material",
                           "normal maps of 1 transmissive material",
                           "transmission maps that are laid in another way than the base color, of 1 material"})
    EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
}

// In world space: rotated and scaled by the node, of unit length, with flipped handedness on mirrored nodes.
TEST_F(GeometryGltf, tangents_go_with_their_nodes) {
  files::write_png(folder_ / "model" / "n.png", {1, 1}, std::vector<std::byte>(4, std::byte(128)));
  const auto read = [&](glm::vec4 tangent, const char* scale, std::size_t bytes = 48) {
    std::string t = text("\"attributes\":{\"POSITION\":0}", "\"attributes\":{\"POSITION\":0,\"TANGENT\":2}");
    const auto replace = [&](const std::string& from, const std::string& to) {
      t.replace(t.find(from), from.size(), to);
    };
    replace("[2,2,-2]", scale);
    replace("{\"pbrMetallicRoughness\":{", "{\"normalTexture\":{\"index\":0},\"pbrMetallicRoughness\":{");
    replace("\"type\":\"SCALAR\"}]", "\"type\":\"SCALAR\"},{\"bufferView\":2,\"componentType\":5126,\"count\":" +
                                         std::to_string(bytes / 16) + ",\"type\":\"VEC4\"}]");
    replace("\"byteLength\":8}]", "\"byteLength\":8},{\"buffer\":1,\"byteLength\":48}]");
    replace("\"byteLength\":44}]",
            "\"byteLength\":44},{\"uri\":\"tangents.bin\",\"byteLength\":48}],"
            R"("textures":[{"source":0}],"images":[{"uri":"n.png"}])");
    std::string more(48, '\0');
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(more.data() + 16 * i, &tangent, 16);
    write("model/tangents.bin", more);
    return load(t);
  };
  const auto near = [](const glm::vec4& a, const glm::vec4& b) { return glm::distance(a, b) < 1e-6f; };
  const solids::GltfModel mirrored = read({0.6f, 0, 0.8f, -1}, "[1,2,-3]");
  for (const glm::vec4& t : mirrored.parts[0].mesh.tangents) EXPECT_TRUE(near(t, {0.6f, 0, 0.8f, -1}));
  const glm::vec3 turned = glm::normalize(glm::vec3(0.6f, 0, -2.4f));
  ASSERT_EQ(mirrored.parts[1].mesh.tangents.size(), 3u);
  for (const glm::vec4& t : mirrored.parts[1].mesh.tangents) EXPECT_TRUE(near(t, glm::vec4(turned, 1)));
  const solids::GltfModel none = read({0, 0, 0, 0}, "[1,1,1]");
  for (const glm::vec4& t : none.parts[0].mesh.tangents) EXPECT_TRUE(near(t, {0, 0, 0, 1}));
  EXPECT_THROW(read({1, 0, 0, 1}, "[1,1,1]", 32), Error) << "fewer than places";
}

TEST_F(GeometryGltf, maps_hold_scale_and_strength) {
  std::string t =
      text("\"buffers\":[",
           R"("textures":[{"source":0},{"source":1}],"images":[{"uri":"n.png"},{"uri":"o.png"}],"buffers":[)");
  const std::string material = "{\"pbrMetallicRoughness\":{";
  t.replace(t.find(material), material.size(),
            R"({"normalTexture":{"index":0,"scale":0.5},"occlusionTexture":{"index":1,"strength":0.5},
               "pbrMetallicRoughness":{"metallicRoughnessTexture":{"index":1},)");
  const auto texel = [](int r, int g, int b) {
    return std::vector<std::byte>{std::byte(r), std::byte(g), std::byte(b), std::byte(255)};
  };
  files::write_png(folder_ / "model" / "n.png", {1, 1}, texel(204, 128, 230));  // (0.6, 0, 0.8)
  files::write_png(folder_ / "model" / "o.png", {1, 1}, texel(55, 100, 200));
  const solids::GltfModel model = load(t);
  ASSERT_EQ(model.maps.size(), 2u) << "one material, two primitives that wear it";
  for (const solids::GltfPart& part : model.parts) {
    EXPECT_EQ(part.normal_map, 0);
    EXPECT_EQ(part.surface_map, 1);
  }
  const double length = std::hypot(0.3, 0.8);
  EXPECT_NEAR(model.maps[0].rgba[0] / 127.5 - 1, 0.3 / length, 0.01);
  EXPECT_NEAR(model.maps[0].rgba[2] / 127.5 - 1, 0.8 / length, 0.01);
  EXPECT_EQ(model.maps[1].rgba[0], 155) << "255 + (55 - 255) / 2";
  EXPECT_EQ(model.maps[1].rgba[1], 100);
  EXPECT_EQ(model.maps[1].rgba[2], 200);
  // Texture coordinates other than those of the normal map: ignored.
  t.replace(t.find("\"index\":1},"), 11, "\"index\":1,\"texCoord\":1},");
  t.replace(t.find("\"strength\":0.5"), 14, "\"strength\":0.5,\"texCoord\":1");
  EXPECT_EQ(load(t).maps.size(), 1u);
}

TEST_F(GeometryGltf, textures_are_laid_as_their_transform_says) {
  // Corner coordinates (0, 0), (1, 0), (0, 1): x and y of the positions.
  std::string t = text("\"attributes\":{\"POSITION\":0}", "\"attributes\":{\"POSITION\":0,\"TEXCOORD_1\":2}");
  const std::string last = "\"type\":\"SCALAR\"}]", material = "{\"pbrMetallicRoughness\":{";
  t.replace(t.find(last), last.size(),
            "\"type\":\"SCALAR\"},{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}]");
  const std::string view = "\"byteOffset\":36,\"byteLength\":8}]";
  t.replace(t.find(view), view.size(),
            "\"byteOffset\":36,\"byteLength\":8},{\"buffer\":0,\"byteLength\":36,\"byteStride\":12}]");
  t.replace(t.find(material), material.size(),
            "{\"emissiveTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":{\"offset\":[0.5,0.25],"
            "\"rotation\":1.5707963267948966,\"scale\":[2,3],\"texCoord\":1}}},\"pbrMetallicRoughness\":{");
  const std::string end = "\"buffers\":[";
  t.replace(t.find(end), end.size(), "\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"p.png\"}],\"buffers\":[");
  files::write_png(folder_ / "model" / "p.png", {1, 1}, std::vector<std::byte>(4, std::byte{255}));
  const std::vector<solids::Vertex> v = load(t).parts[0].mesh.vertices;
  const glm::vec2 expected[3] = {{0.5f, 0.25f}, {0.5f, 0.25f - 2}, {0.5f + 3, 0.25f}};
  for (std::size_t i = 0; i < 3; ++i)
    for (int c = 0; c < 2; ++c) EXPECT_NEAR(v[i].uv[c], expected[i][c], 1e-5) << i;
}

TEST_F(GeometryGltf, deep_nesting_is_an_error) {
  const std::string start = "{\"asset\":{\"version\":\"2.0\"},";
  const std::string lists = std::string(200000, '['), ends = std::string(200000, ']');
  EXPECT_NE(refused(start, start + "\"extras\":" + lists + ends + ",").find("nested"), std::string::npos);
  refused(start, start + "\"extras\":" + lists);
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  refused(start, start + "\"extras\":" + objects);
  // Brackets inside strings do not count, and escaped quotes do not end a string.
  EXPECT_EQ(load(text(start, start + "\"extras\":\"\\\"" + std::string(1000, '[') + "\",")).parts.size(), 2u);
  // The same in a binary file.
  std::string json = text(start, start + "\"extras\":" + lists + ends + ",");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string binary = "glTF";
  const auto word = [&](std::size_t v) {
    const auto w = static_cast<std::uint32_t>(v);
    binary.append(reinterpret_cast<const char*>(&w), 4);
  };
  word(2);
  word(20 + json.size());
  word(json.size());
  binary += "JSON" + json;
  write("model/t.glb", binary);
  EXPECT_THROW(solids::load_gltf(folder_ / "model" / "t.glb"), Error);
}

TEST_F(GeometryGltf, refuses_what_lies_outside_of_buffers) {
  EXPECT_NE(refused("\"count\":3,\"type\":\"VEC3\"", "\"count\":4,\"type\":\"VEC3\"").find("accessor 0"),
            std::string::npos);
  EXPECT_NE(refused("\"count\":3,\"type\":\"VEC3\"", "\"count\":4000000000,\"type\":\"VEC3\"").find("accessor 0"),
            std::string::npos);
  EXPECT_NE(refused("\"byteOffset\":36,\"byteLength\":8", "\"byteOffset\":40,\"byteLength\":8").find("bufferView 1"),
            std::string::npos);
  EXPECT_NE(refused("\"bufferView\":0,\"componentType\":5126", "\"bufferView\":7,\"componentType\":5126")
                .find("bufferView 7"),
            std::string::npos);
  EXPECT_NE(
      refused("\"bufferView\":0,\"componentType\":5126", "\"bufferView\":0,\"byteOffset\":4,\"componentType\":5126")
          .find("accessor 0"),
      std::string::npos);
  refused("\"byteOffset\":0,\"byteLength\":36", "\"byteOffset\":0,\"byteLength\":36,\"byteStride\":16");
  refused("\"byteOffset\":0,\"byteLength\":36", "\"byteOffset\":18446744073709551615,\"byteLength\":36");
  refused("{\"buffer\":0,\"byteOffset\":0", "{\"buffer\":3,\"byteOffset\":0");
}

TEST_F(GeometryGltf, refuses_bad_indices_and_references) {
  EXPECT_NE(refused("\"count\":3,\"type\":\"SCALAR\"", "\"count\":4,\"type\":\"SCALAR\"").find("multiple of 3"),
            std::string::npos);
  refused("\"indices\":1", "\"indices\":9");
  EXPECT_NE(refused("\"POSITION\":0", "\"POSITION\":5").find("accessor 5"), std::string::npos);
  EXPECT_NE(refused("\"POSITION\":0", "\"POSITION\":1").find("accessor 1"), std::string::npos);
  EXPECT_NE(refused("\"material\":0", "\"material\":4").find("material 4"), std::string::npos);
  EXPECT_NE(refused("[{\"nodes\":[0]}]", "[{\"nodes\":[8]}]").find("node 8"), std::string::npos);
  EXPECT_NE(refused("{\"mesh\":0,\"translation\"", "{\"mesh\":6,\"translation\"").find("mesh 6"), std::string::npos);
  const std::uint16_t order[4] = {0, 1, 3, 0};
  std::string bytes(44, '\0');
  std::memcpy(bytes.data() + 36, order, 8);
  write("model/t.bin", bytes);
  EXPECT_NE(refused("\"scene\":0", "\"scene\":0").find("index 3"), std::string::npos);
}

TEST_F(GeometryGltf, refuses_cycles_and_wrong_matrices) {
  EXPECT_NE(refused("[2,2,-2]", "[2,2,-2],\"children\":[0]").find("reached twice"), std::string::npos);
  EXPECT_NE(refused("\"children\":[1]", "\"children\":[1,1]").find("reached twice"), std::string::npos);
  EXPECT_NE(refused("\"translation\":[1,2,3]", "\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0]").find("matrix"),
            std::string::npos);
  refused("\"translation\":[1,2,3]", "\"translation\":[1,2]");
}

TEST_F(GeometryGltf, sparse_values_replace_and_are_checked) {
  const std::string sparse =
      "\"count\":3,\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,\"byteOffset\":2,\"componentType\":5123},"
      "\"values\":{\"bufferView\":0,\"byteOffset\":24}},\"type\":\"VEC3\"";
  const solids::GltfModel model = load(text("\"count\":3,\"type\":\"VEC3\"", sparse));
  EXPECT_EQ(model.parts[0].mesh.vertices[1].position, glm::vec3(1, 3, 3)) << "element 1 took element 2's value";
  std::string wrong = sparse;
  wrong.replace(wrong.find("\"byteOffset\":24"), 15, "\"byteOffset\":28");
  refused("\"count\":3,\"type\":\"VEC3\"", wrong);
  wrong = sparse;
  wrong.replace(wrong.find("\"count\":1"), 9, "\"count\":9");
  refused("\"count\":3,\"type\":\"VEC3\"", wrong);
}

TEST_F(GeometryGltf, refuses_files_outside_of_the_folder_and_missing_ones) {
  refused("\"uri\":\"t.bin\"", "\"uri\":\"../outside.bin\"");
  refused("\"uri\":\"t.bin\"", "\"uri\":\"/etc/passwd\"");
  refused("\"uri\":\"t.bin\"", "\"uri\":\"missing.bin\"");
  EXPECT_THROW(solids::load_gltf(folder_ / "none.gltf"), Error);
  EXPECT_THROW(solids::load_gltf(folder_), Error);
  std::filesystem::create_symlink(folder_ / "outside.bin", folder_ / "model" / "link.bin");
  refused("\"uri\":\"t.bin\"", "\"uri\":\"link.bin\"");
}

TEST_F(GeometryGltf, no_truncation_and_no_mutation_crashes) {
  std::ifstream in(models / "lounger.glb", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  ASSERT_GT(whole.size(), 1000u);
  std::mt19937 random(1);
  int accepted = 0;
  for (int i = 0; i < 600; ++i) {
    std::string bytes = whole;
    if (i < 200)
      bytes.resize(random() % whole.size());
    else
      for (int k = 0; k < 6; ++k) bytes[random() % (i < 400 ? 3000 : whole.size())] = static_cast<char>(random());
    write("model/m.glb", bytes);
    try {
      solids::load_gltf(folder_ / "model" / "m.glb");
      ++accepted;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
    }
  }
  EXPECT_LT(accepted, 400);
}

TEST_F(GeometryGltf, models_of_the_scenes_load) {
  for (const auto& entry : std::filesystem::directory_iterator(models)) {
    if (entry.path().extension() != ".glb") continue;
    EXPECT_GT(solids::load_gltf(entry.path()).parts.size(), 0u) << entry.path();
  }
}

}  // namespace
}  // namespace undine
