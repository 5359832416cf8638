// Texture maps of glTF materials in images: normal maps by direction, other maps by comparison with an equivalent
// material of constant factors.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

// Six plates of 1.5 m side by side, x = -5 + 2 i, facing up. u runs along x and v along z; u of mirrored plates runs
// against x.
class GltfMaps : public testing::Test {
 protected:
  static constexpr int plates = 6;
  static double middle(int plate) { return -5.0 + 2 * plate; }

  void map(const std::string& name, std::array<int, 3> rgb) const {
    std::vector<std::byte> texels;
    for (int i = 0; i < 16; ++i)
      for (const int value : {rgb[0], rgb[1], rgb[2], 255}) texels.push_back(static_cast<std::byte>(value));
    files::write_png(folder.file(name), glm::uvec2(4), texels);
  }
  static std::array<int, 3> direction(glm::dvec3 n) {
    const auto code = [](double x) { return static_cast<int>(std::lround((x + 1) * 127.5)); };
    return {code(n.x), code(n.y), code(n.z)};
  }

  // material: of plate i, JSON; turned: rotates that plate's node by 90 degrees about y; the last plates face down.
  void level(const std::array<std::string, plates>& material, const std::string& images, int mirrored = -1,
             int turned = -1, int facing_down = 0) const {
    std::string bytes;
    const auto put = [&](const auto& values) {
      bytes.append(reinterpret_cast<const char*>(values.data()), sizeof values);
    };
    put(std::array<float, 12>{-0.75f, 0, -0.75f, -0.75f, 0, 0.75f, 0.75f, 0, 0.75f, 0.75f, 0, -0.75f});
    put(std::array<float, 8>{0, 0, 0, 1, 1, 1, 1, 0});
    put(std::array<float, 8>{1, 0, 1, 1, 0, 1, 0, 0});
    put(std::array<std::uint32_t, 6>{0, 1, 2, 0, 2, 3});
    for (const glm::vec4& t : tangents)
      for (int corner = 0; corner < 4; ++corner) put(std::array<float, 4>{t.x, t.y, t.z, t.w});
    files::write_file(folder.file("p.bin"), bytes);
    std::string nodes, meshes, materials, list, views, accessors;
    for (int i = 0; i < plates; ++i) {
      const char* comma = i ? "," : "";
      list += fmt::format("{}{}", comma, i);
      const bool down = i >= plates - facing_down;
      nodes += fmt::format(R"({}{{"mesh":{},"translation":[{},0,0],"rotation":[{},{},0,{}]}})", comma, i, middle(i),
                           down ? 1 : 0, i == turned ? std::sqrt(0.5) : 0.0,
                           down          ? 0.0
                           : i == turned ? std::sqrt(0.5)
                                         : 1.0);
      const bool given = static_cast<std::size_t>(i) < tangents.size();
      meshes += fmt::format(
          R"({}{{"primitives":[{{"attributes":{{"POSITION":0,"TEXCOORD_0":{}{}}},"indices":3,"material":{}}}]}})",
          comma, i == mirrored ? 2 : 1, given ? fmt::format(R"(,"TANGENT":{})", 4 + i) : "", i);
      if (given) {
        views += fmt::format(R"(,{{"buffer":0,"byteOffset":{},"byteLength":64}})", 136 + 64 * i);
        accessors += fmt::format(R"(,{{"bufferView":{},"componentType":5126,"count":4,"type":"VEC4"}})", 4 + i);
      }
      materials += comma + material[static_cast<std::size_t>(i)];
    }
    std::string textures;
    for (auto at = images.find("uri"); at != std::string::npos; at = images.find("uri", at + 1))
      textures += fmt::format(R"({}{{"source":{}}})", textures.empty() ? "" : ",",
                              std::count(textures.begin(), textures.end(), '{'));
    files::write_file(
        folder.file("level.gltf"),
        fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{}],"meshes":[{}],
          "materials":[{}],"textures":[{}],"images":[{}],"buffers":[{{"uri":"p.bin","byteLength":{}}}],
          "bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":32}},
            {{"buffer":0,"byteOffset":80,"byteLength":32}},{{"buffer":0,"byteOffset":112,"byteLength":24}}{}],
          "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
            {{"bufferView":1,"componentType":5126,"count":4,"type":"VEC2"}},
            {{"bufferView":2,"componentType":5126,"count":4,"type":"VEC2"}},
            {{"bufferView":3,"componentType":5125,"count":6,"type":"SCALAR"}}{}]}})",
                    list, nodes, meshes, materials, textures, images, bytes.size(), views, accessors));
  }

  std::vector<glm::vec4> tangents;  // tangents of the first plates, at all corners

  // Centers of the six plates, each the mean of 3 x 3 pixels: of the view `normals` in [-1, 1], else radiance.
  std::array<glm::dvec3, plates> look(const std::string& view, double sun = 2, double sky = 1) const {
    files::write_file(folder.file("scene.json"),
                      fmt::format(R"({{"version":1,"name":"maps","clock":{{"step":0.01,"seed":7}},
      "camera":{{"eye":[0,14,0.01],"target":[0,0,0],"fov":20}},
      "sun":{{"direction":[0.3,1,0.5],"intensity":{}}},"sky":{{"intensity":{}}},
      "meshes":[{{"gltf":"level.gltf"}}],
      "water":[{{"name":"w","solver":"wave","cells":[8,8],"size":[1,1],"origin":[0,-3,0]}}],
      "render":{{"ssao":{{"enabled":false}}}}}})",
                                  sun, sky));
    const bool radiance = view.empty();
    const std::string out = folder.file(radiance ? "seen.npy" : "seen.png");
    std::vector<std::string> arguments{
        "render", folder.file("scene.json"), "--frames", "1", "--size", "320x120", "--validation", "--out", out};
    if (!radiance) arguments.insert(arguments.end(), {"--view", view});
    const Outcome run = undine(arguments);
    EXPECT_EQ(run.code, 0) << run.text();
    EXPECT_EQ(run.err.find("not drawn"), std::string::npos) << run.err;
    std::array<glm::dvec3, plates> means{};
    if (run.code != 0) return means;
    std::vector<double> values;
    if (radiance) {
      const files::Array all = files::read_npy(out);
      values.assign(all.values.begin(), all.values.end());
    } else {
      for (const std::uint8_t v : files::read_png8(out, 3).values) values.push_back(v / 127.5 - 1);
    }
    const double scale = 2 * 14 * std::tan(10 * std::acos(-1.0) / 180) / 120;  // meters per pixel at y = 0
    for (int p = 0; p < plates; ++p)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
          const auto at = static_cast<std::size_t>((60 + j) * 320 + static_cast<int>(160 + middle(p) / scale) + i);
          for (int c = 0; c < 3; ++c)
            means[static_cast<std::size_t>(p)][c] += values.at(3 * at + static_cast<std::size_t>(c)) / 9;
        }
    return means;
  }

  TempFolder folder;
};

TEST_F(GltfMaps, ReliefTurnsNormalsAlongTheTexture) {
  map("x.png", direction({0.6, 0, 0.8}));
  map("y.png", direction({0, 0.6, 0.8}));
  const auto plate = [](int texture, double scale) {
    return fmt::format(R"({{"normalTexture":{{"index":{},"scale":{}}}}})", texture, scale);
  };
  level({plate(0, 1), plate(1, 1), plate(0, 1), plate(0, 0.5), plate(0, 1), "{}"}, R"({"uri":"x.png"},{"uri":"y.png"})",
        2, 4);
  const auto seen = look("normals");
  // Along u; against v, which runs towards +z; mirrored u; half as steep; rotated with its node, x to -z; without a
  // map.
  const std::array<glm::dvec3, plates> expected{glm::dvec3{0.6, 0.8, 0},  {0, 0.8, -0.6},
                                                {-0.6, 0.8, 0},           glm::normalize(glm::dvec3(0.3, 0.8, 0)),
                                                glm::dvec3{0, 0.8, -0.6}, {0, 1, 0}};
  for (std::size_t p = 0; p < plates; ++p)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[p][c], expected[p][c], 0.015) << "plate " << p << " axis " << c;
}

// Tangents in the file define the map's directions, for any texture coordinates.
TEST_F(GltfMaps, ReliefFollowsTheFilesTangents) {
  map("xy.png", direction({0.36, 0.48, 0.8}));
  const std::string plate = R"({"normalTexture":{"index":0}})";
  const float r = std::sqrt(0.5f);
  tangents = {{1, 0, 0, 1}, {0, 0, 1, 1}, {1, 0, 0, -1}, {r, 0, r, 1}, {1, 0, 0, 1}};
  level({plate, plate, plate, plate, plate, plate}, R"({"uri":"xy.png"})", -1, 4);
  const auto seen = look("normals");
  // y lies along hand * cross(normal, tangent). Along the texture; rotated by 90 degrees; with the other hand;
  // rotated by 45 degrees; rotated with its node, x to -z and z to x; along the texture without tangents.
  const double d = std::sqrt(0.5);
  const std::array<glm::dvec3, plates> expected{
      glm::dvec3{0.36, 0.8, -0.48}, {0.48, 0.8, 0.36}, {0.36, 0.8, 0.48}, {d * (0.36 + 0.48), 0.8, d * (0.36 - 0.48)},
      {-0.48, 0.8, -0.36},          {0.36, 0.8, -0.48}};
  for (std::size_t p = 0; p < plates; ++p)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[p][c], expected[p][c], 0.015) << "plate " << p << " axis " << c;
}

// From behind, raised relief is sunken: the whole normal is flipped, with and without tangents.
TEST_F(GltfMaps, ReliefIsTurnedRoundOnBacks) {
  map("xy.png", direction({0.36, 0.48, 0.8}));
  const std::string plate = R"({"doubleSided":true,"normalTexture":{"index":0}})";
  tangents = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
  level({plate, plate, plate, plate, plate, plate}, R"({"uri":"xy.png"})", -1, -1, 3);
  const auto seen = look("normals");
  // A rotation by 180 degrees about x takes (0.36, 0.8, -0.48) to (0.36, -0.8, 0.48), which is flipped.
  for (std::size_t p = 0; p < plates; ++p) {
    const glm::dvec3 expected = p < 3 ? glm::dvec3{0.36, 0.8, -0.48} : glm::dvec3{-0.36, 0.8, -0.48};
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(seen[p][c], expected[c], 0.015) << "plate " << p << " axis " << c;
  }
}

TEST_F(GltfMaps, DoubleSidedPlatesHaveBacks) {
  const std::string both = R"({"doubleSided":true})";
  level({both, "{}", both, "{}", both, "{}"}, "", -1, -1, 4);
  const auto seen = look("normals");
  for (const std::size_t p : {0u, 1u, 2u, 4u})
    EXPECT_NEAR(glm::distance(seen[p], glm::dvec3(0, 1, 0)), 0, 0.02) << "plate " << p;
  for (const std::size_t p : {3u, 5u}) EXPECT_LT(seen[p].y, 0) << "from behind there is nothing, plate " << p;
}

TEST_F(GltfMaps, SurfaceMapsAreFactorsOfEachTexel) {
  map("half.png", {64, 128, 255});  // occlusion 0.25, roughness 0.5, metal
  map("stone.png", {255, 255, 0});  // roughness 1, not metallic
  const auto plate = [](double rough, double metal, int texture, const std::string& more) {
    const std::string map = texture < 0 ? "" : fmt::format(R"(,"metallicRoughnessTexture":{{"index":{}}})", texture);
    return fmt::format(
        R"({{"pbrMetallicRoughness":{{"baseColorFactor":[0.5,0.4,0.3,1],"roughnessFactor":{},"metallicFactor":{}{}}}{}}})",
        rough, metal, map, more);
  };
  const auto compare = [&](const std::array<std::string, plates>& mapped,
                           const std::array<std::string, plates>& plain) {
    const std::string images = R"({"uri":"half.png"},{"uri":"stone.png"})";
    level(mapped, images);
    const auto a = look("");
    level(plain, images);
    const auto b = look("");
    for (std::size_t p = 0; p < plates; ++p)
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[p][c] / b[p][c], 1, 0.01) << "plate " << p << " channel " << c;
    return a;
  };
  const double half = 128.0 / 255;
  const auto seen = compare({plate(0.8, 1, 0, ""), plate(0.8, 0, 0, ""), plate(0.4, 1, 1, ""), plate(1, 0, 1, ""),
                             plate(0.3, 0, -1, ""), plate(0.8, 1, -1, "")},
                            {plate(0.8 * half, 1, -1, ""), plate(0.8 * half, 0, -1, ""), plate(0.4, 0, -1, ""),
                             plate(1, 0, -1, ""), plate(0.3, 0, -1, ""), plate(0.8, 1, -1, "")});
  EXPECT_GT(std::abs(seen[0].r / seen[5].r - 1), 0.03) << "roughness halved is seen";
}

TEST_F(GltfMaps, PanesHaveTheColorAndTheShareOfTheirTextures) {
  map("half.png", {128, 0, 0});
  map("grey.png", {188, 188, 188});  // sRGB
  const double half = 128.0 / 255, grey = std::pow((188.0 / 255 + 0.055) / 1.055, 2.4);
  const auto plate = [](double color, double share, const std::string& base, const std::string& map) {
    return fmt::format(
        R"({{"pbrMetallicRoughness":{{"baseColorFactor":[{},{},{},1]{}}},
           "extensions":{{"KHR_materials_transmission":{{"transmissionFactor":{}{}}}}}}})",
        color, color, 0.8 * color, base, share, map);
  };
  const std::string base = R"(,"baseColorTexture":{"index":1})", map = R"(,"transmissionTexture":{"index":0})";
  const std::string images = R"({"uri":"half.png"},{"uri":"grey.png"})";
  level({plate(0.9, 0.8, "", map), plate(0.9, 0.8, base, ""), plate(1, 1, base, map), plate(0.9, 0.8, "", ""), "{}",
         "{}"},
        images);
  const auto a = look("");
  level({plate(0.9, 0.8 * half, "", ""), plate(0.9 * grey, 0.8, "", ""), plate(grey, half, "", ""),
         plate(0.9, 0.8, "", ""), "{}", "{}"},
        images);
  const auto b = look("");
  for (std::size_t p = 0; p < 4; ++p)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[p][c] / b[p][c], 1, 0.01) << "plate " << p << " channel " << c;
  for (std::size_t p = 0; p < 3; ++p)
    EXPECT_GT(std::abs(a[p].r / a[3].r - 1), 0.05) << "the texture is seen, plate " << p;
}

TEST_F(GltfMaps, OcclusionTakesTheLightAroundAndNotTheSuns) {
  map("quarter.png", {64, 0, 0});
  const auto plate = [](const std::string& occlusion) {
    return fmt::format(
        R"({{"pbrMetallicRoughness":{{"baseColorFactor":[0.5,0.5,0.5,1],"roughnessFactor":1,"metallicFactor":0}}{}}})",
        occlusion);
  };
  const std::string full = R"(,"occlusionTexture":{"index":0})",
                    part = R"(,"occlusionTexture":{"index":0,"strength":0.5})";
  level({plate(""), plate(full), plate(part), plate(""), plate(full), plate(part)}, R"({"uri":"quarter.png"})");
  const auto shade = look("", 0), sunny = look("", 2, 0);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(shade[1][c] / shade[0][c], 64.0 / 255, 0.03);
    EXPECT_NEAR(shade[2][c] / shade[0][c], 0.5 + 32.0 / 255, 0.03);
    EXPECT_GT(sunny[0][c], 0.1);
    EXPECT_NEAR(sunny[1][c] / sunny[0][c], 1, 0.005);
    EXPECT_NEAR(sunny[2][c] / sunny[0][c], 1, 0.005);
  }
}

}  // namespace
}  // namespace undine::test
