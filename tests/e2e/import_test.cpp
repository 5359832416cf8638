// `undine import`: a level made here becomes a scene with the level's contents, which runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>

#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/files/raster.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

using nlohmann::json;

class Import : public testing::Test {
 protected:
  // Nodes of one mesh, a cube from -0.5 to 0.5; more: nodes without the mesh, and other members of the file.
  // material: of the mesh; -1 for the default.
  void level(const std::string& nodes, const std::string& more = "", int material = -1) const {
    std::string bytes;
    const auto put = [&](const auto& values) {
      bytes.append(reinterpret_cast<const char*>(values.data()), sizeof values);
    };
    std::array<float, 24> corners{};
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t c = 0; c < 3; ++c) corners[3 * i + c] = (i >> c & 1) ? 0.5f : -0.5f;
    put(corners);
    put(std::array<std::uint16_t, 36>{0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                      2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6});
    put(std::array<float, 3>{0, 0.5f, 1});                    // times
    put(std::array<float, 9>{0, 0, 0, 0, 0.4f, 0, 0, 0, 0});  // positions
    put(std::array<float, 9>{1, 1, 1, 2, 2, 2, 1, 1, 1});     // scales
    files::write_file(folder.file("level.bin"), bytes);
    const json all = json::parse("[" + nodes + "]");
    std::string roots;
    for (std::size_t i = 0; i < all.size(); ++i) roots += (i ? "," : "") + std::to_string(i);
    files::write_file(folder.file("level.gltf"),
                      fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,
      "scenes":[{{"nodes":[{}]}}],"nodes":{},
      "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1{}}}]}}],
      "buffers":[{{"uri":"level.bin","byteLength":{}}}],
      "bufferViews":[{{"buffer":0,"byteLength":96}},{{"buffer":0,"byteOffset":96,"byteLength":72}},
        {{"buffer":0,"byteOffset":168,"byteLength":12}},{{"buffer":0,"byteOffset":180,"byteLength":36}},
        {{"buffer":0,"byteOffset":216,"byteLength":36}}],
      "accessors":[{{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5123,"count":36,"type":"SCALAR"}},
        {{"bufferView":2,"componentType":5126,"count":3,"type":"SCALAR"}},
        {{"bufferView":3,"componentType":5126,"count":3,"type":"VEC3"}},
        {{"bufferView":4,"componentType":5126,"count":3,"type":"VEC3"}}]{}}})",
                                  roots, all.dump(), material < 0 ? "" : fmt::format(",\"material\":{}", material),
                                  bytes.size(), more));
  }
  static std::string animation(const std::string& name, int node, const std::string& path, int output) {
    return fmt::format(R"({{"name":"{}","channels":[{{"sampler":0,"target":{{"node":{},"path":"{}"}}}}],
      "samplers":[{{"input":2,"output":{}}}]}})",
                       name, node, path, output);
  }
  Outcome import(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> line{"import", folder.file("level.gltf"), "--out", folder.file("level.json")};
    line.insert(line.end(), more.begin(), more.end());
    std::filesystem::remove(folder.file("level.json"));
    return undine(line);
  }
  json scene() const { return json::parse(files::read_file(folder.file("level.json"))); }
  static void expect_near(const json& list, const std::vector<double>& want, double within = 1e-4) {
    ASSERT_EQ(list.size(), want.size()) << list;
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(list[i].get<double>(), want[i], within) << list;
  }
  TempFolder folder;
};

constexpr const char* floor_and_walls = R"({"name":"floor","mesh":0,"scale":[6,0.5,6],"translation":[0,-1.3,0]})";

TEST_F(Import, SaysWhatTheLevelSaysAndRuns) {
  const double half = std::sqrt(0.5);
  level(
      floor_and_walls + fmt::format(R"(,
    {{"name":"pool","mesh":0,"scale":[4,1,2],"translation":[0.5,-0.5,0.25],
      "extras":{{"undine":{{"water":{{"damping":0.5,"drops":{{"rate":5}}}}}}}}}},
    {{"name":"gate","mesh":0,"scale":[0.3,0.8,0.3],"translation":[1,0,0]}},
    {{"name":"pier","mesh":0,"scale":[0.3,3,0.3],"translation":[-0.5,0,0.2],"extras":{{"undine":{{"solid":true}}}}}},
    {{"name":"crate","mesh":0,"scale":[0.4,0.3,0.2],"translation":[0,0.1,0.6],
      "extras":{{"undine":"{{\"body\": {{\"density\": 400}}}}"}}}},
    {{"name":"eye","camera":0,"translation":[0,2,5]}},{{"name":"other eye","camera":0,"translation":[5,1,0],"rotation":[0,{0},0,{0}]}},
    {{"name":"lamp","translation":[1,2,-1],"extensions":{{"KHR_lights_punctual":{{"light":0}}}}}},
    {{"name":"torch","translation":[-1,2,1],"rotation":[-{0},0,0,{0}],"extensions":{{"KHR_lights_punctual":{{"light":1}}}}}},
    {{"name":"day","extensions":{{"KHR_lights_punctual":{{"light":2}}}}}},
    {{"name":"rules","extras":{{"undine":{{"scene":{{"gravity":5}}}}}}}})",
                                    half),
      fmt::format(
          R"(,"extensionsUsed":["KHR_lights_punctual"],"cameras":[{{"type":"perspective","perspective":{{"yfov":0.8,"znear":0.1}}}}],
    "extensions":{{"KHR_lights_punctual":{{"lights":[{{"type":"point","intensity":6830,"color":[1,0.5,0.25],"range":9}},
      {{"type":"spot","intensity":683,"spot":{{"innerConeAngle":0.2,"outerConeAngle":0.6}}}},{{"type":"directional","intensity":1366}}]}}}},
    "animations":[{}])",
          animation("lift", 2, "translation", 3)));
  Outcome run = import();
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.err.find("camera \"other eye\""), std::string::npos) << run.text();
  const json s = scene();
  expect_near(s["camera"]["eye"], {0, 2, 5});
  expect_near(s["camera"]["target"], {0, 2, 4});
  EXPECT_NEAR(s["camera"]["fov"].get<double>(), 0.8 * 180 / 3.14159265358979, 1e-3);
  ASSERT_EQ(s["lights"].size(), 2u);
  EXPECT_EQ(s["lights"][0]["type"], "point");
  EXPECT_NEAR(s["lights"][0]["intensity"].get<double>(), 10, 1e-4);
  EXPECT_EQ(s["lights"][0]["range"], 9);
  expect_near(s["lights"][0]["color"], {1, 0.5, 0.25});
  expect_near(s["lights"][1]["direction"], {0, -1, 0});
  EXPECT_NEAR(s["lights"][1]["outer_cone"].get<double>(), 0.6 * 180 / 3.14159265358979, 1e-3);
  expect_near(s["sun"]["direction"], {0, 0, 1});
  EXPECT_NEAR(s["sun"]["intensity"].get<double>(), 2, 1e-4);
  ASSERT_EQ(s["water"].size(), 1u);
  EXPECT_EQ(s["water"][0]["name"], "pool");
  EXPECT_EQ(s["water"][0]["solver"], "wave");
  EXPECT_EQ(s["water"][0]["damping"], 0.5);
  expect_near(s["water"][0]["origin"], {0.5, 0, 0.25});
  expect_near(s["water"][0]["size"], {4, 2});
  expect_near(s["bodies"][0]["size"], {0.4, 0.3, 0.2});
  EXPECT_EQ(s["bodies"][0]["density"], 400);
  EXPECT_EQ(s["gravity"], 5);
  ASSERT_EQ(s["meshes"].size(), 3u);
  EXPECT_EQ(s["meshes"][1]["node"], "gate");
  EXPECT_EQ(s["meshes"][1]["motion"]["animation"], "lift");
  EXPECT_EQ(s["meshes"][2]["node"], "pier");
  EXPECT_EQ(s["meshes"][2]["solid"], true);

  run = undine({"check", folder.file("level.json")});
  EXPECT_EQ(run.code, 0) << run.text();
  run = undine({"render", folder.file("level.json"), "--frames", "3", "--size", "64x48", "--validation", "--out",
                folder.file("x.png")});
  EXPECT_EQ(run.code, 0) << run.text();
  run = import({"--camera", "other eye", "--light-scale", "1"});
  ASSERT_EQ(run.code, 0) << run.text();
  expect_near(scene()["camera"]["target"], {4, 1, 0});
  EXPECT_EQ(scene()["lights"][0]["intensity"], 6830);
}

// Keel that is not a box, with a part that hangs from it: one hull, which floats where the level places it.
TEST_F(Import, AMeshFloatsAsItIs) {
  const std::string keel = R"({"name":"keel","mesh":0,"scale":[0.8,0.2,0.4],"translation":[0.4,-0.1,0],
      "rotation":[0,0.3826834,0,0.9238795],"extras":{"undine":{"body":{"shape":"mesh","density":400}}}})";
  const std::string pool = R"({"name":"pool","mesh":0,"scale":[4,1,4],"translation":[0,-0.5,0],
      "extras":{"undine":{"water":{}}}})";
  level(keel + "," + pool);
  Outcome run = import();
  ASSERT_EQ(run.code, 0) << run.text();
  const json body = scene()["bodies"][0];
  EXPECT_EQ(body["shape"], "mesh");
  EXPECT_EQ(body["gltf"], "level.gltf");
  EXPECT_EQ(body["node"], "keel");
  EXPECT_EQ(body["density"], 400);
  expect_near(body["position"], {0.4, -0.1, 0});
  // A box of 0.064 m³ and density 400 displaces 0.0256 m³.
  run = undine({"simulate", folder.file("level.json"), "--steps", "1", "--validation", "--dump",
                "bodies.state=" + folder.file("b.npy"), "--stats", folder.file("s.json")});
  ASSERT_EQ(run.code, 0) << run.text();
  const auto state = files::read_npy(folder.file("b.npy")).values;
  EXPECT_NEAR(state.at(0), 0.4, 1e-3);
  EXPECT_NEAR(state.at(1), -0.1, 1e-2);
  const std::string text = files::read_file(folder.file("level.json"));
  for (const auto& [from, to, says] :
       std::vector<std::array<std::string, 3>>{{"\"node\": \"keel\"", "\"node\": \"kiel\"", "none is named 'kiel'"},
                                               {"\"node\": \"keel\"", "\"nod\": \"keel\"", "did you mean \"node\"?"}}) {
    std::string wrong = text;
    wrong.replace(wrong.find(from), from.size(), to);
    std::filesystem::remove(folder.file("wrong.json"));
    files::write_file(folder.file("wrong.json"), wrong);
    run = undine({"check", folder.file("wrong.json")});
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find(says), std::string::npos) << run.text();
  }
  std::string nameless = keel;
  nameless.replace(nameless.find("\"name\":\"keel\","), 14, "");
  std::filesystem::remove(folder.file("level.gltf"));
  level(nameless);
  run = import();
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("node 0: extras.undine.body: the node cannot be named"), std::string::npos) << run.text();
}

// Rotated box of 0.7 m, below a node that rotates it further: it keeps its size and color.
TEST_F(Import, RotatedBoxesKeepTheirSizeAndMaterial) {
  const auto quaternion = [](glm::dvec3 axis, double degrees) {
    const double half = degrees * 3.14159265358979 / 360;
    axis = glm::normalize(axis) * std::sin(half);
    return fmt::format("[{},{},{},{}]", axis.x, axis.y, axis.z, std::cos(half));
  };
  const std::string body = R"("extras":{"undine":{"body":{"density":300}}})";
  for (const auto& [axis, degrees] : {std::pair{glm::dvec3(0, 1, 0), 30.0},
                                      {glm::dvec3(1, 0, 0), -50.0},
                                      {glm::dvec3(1, 2, 3), 77.0},
                                      {glm::dvec3(0, 1, 0), 90.0},
                                      {glm::dvec3(0, 0, 1), 180.0}}) {
    level(std::string(floor_and_walls) +
          fmt::format(
              R"(,{{"name":"crate","mesh":0,"scale":[0.7,0.5,0.9],"translation":[0.2,0.4,0.1],"rotation":{},{}}})",
              quaternion(axis, degrees), body));
    Outcome run = import();
    ASSERT_EQ(run.code, 0) << run.text();
    const json crate = scene()["bodies"][0];
    expect_near(crate["size"], {0.7, 0.5, 0.9});
    expect_near(crate["position"], {0.2, 0.4, 0.1});
    // The dumped quaternion is the node's, or its negative.
    run = undine(
        {"simulate", folder.file("level.json"), "--steps", "0", "--dump", "bodies.state=" + folder.file("b.npy")});
    ASSERT_EQ(run.code, 0) << run.text();
    const auto state = files::read_npy(folder.file("b.npy")).values;
    const glm::dvec3 n = glm::normalize(axis) * std::sin(degrees * 3.14159265358979 / 360);
    const double cosine = std::cos(degrees * 3.14159265358979 / 360);
    EXPECT_NEAR(std::abs(n.x * state.at(3) + n.y * state.at(4) + n.z * state.at(5) + cosine * state.at(6)), 1, 1e-5)
        << degrees;
    std::filesystem::remove(folder.file("level.gltf"));
  }
  level(std::string(floor_and_walls) + fmt::format(R"(,{{"name":"log","mesh":0,"scale":[0.2,0.8,0.2],"rotation":{},
              "extras":{{"undine":{{"body":{{"shape":"cylinder"}}}}}}}},
              {{"name":"own","mesh":0,"rotation":{},"extras":{{"undine":{{"body":{{"rotation":[0,5,0],"size":[1,2,3]}}}}}}}})",
                                                   quaternion({0, 0, 1}, 60), quaternion({0, 1, 0}, 45)),
        R"(,"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.25,0.5,0.75,1],"roughnessFactor":0.3}}])", 0);
  ASSERT_EQ(import().code, 0);
  const json bodies = scene()["bodies"];
  EXPECT_NEAR(bodies[0]["radius"].get<double>(), 0.1, 1e-4);
  EXPECT_NEAR(bodies[0]["length"].get<double>(), 0.8, 1e-4);
  expect_near(bodies[0]["rotation"], {0, 0, 60});
  expect_near(bodies[0]["material"]["color"], {0.25, 0.5, 0.75});
  EXPECT_NEAR(bodies[0]["material"]["roughness"].get<double>(), 0.3, 1e-4);
  expect_near(bodies[1]["rotation"], {0, 5, 0});
  expect_near(bodies[1]["size"], {1, 2, 3});
  EXPECT_EQ(undine({"check", folder.file("level.json")}).code, 0);
}

// Neither `import` nor a run of the scene reports imported content as omitted.
TEST_F(Import, ImportedPartsAreNotReportedAsOmitted) {
  level(
      std::string(floor_and_walls) +
          R"(,{"name":"gate","mesh":0,"scale":[0.3,0.8,0.3],"translation":[1,0,0]},
      {"name":"hull","mesh":0,"scale":[0.5,0.2,0.4],"translation":[-1,0,0],"extras":{"undine":{"body":{"shape":"mesh"}}}},
      {"name":"pool","mesh":0,"scale":[4,1,4],"translation":[0,-0.5,0],"extras":{"undine":{"water":{}}}},
      {"name":"eye","camera":0,"translation":[0,2,5]})",
      fmt::format(R"(,"cameras":[{{"type":"perspective","perspective":{{"yfov":0.8,"znear":0.1}}}}],"animations":[{}])",
                  animation("lift", 1, "translation", 3)));
  Outcome run = import();
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.err.find("not drawn"), std::string::npos) << run.text();
  run =
      undine({"render", folder.file("level.json"), "--frames", "1", "--size", "32x20", "--out", folder.file("x.png")});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_EQ(run.err.find("not drawn"), std::string::npos) << run.text();
}

TEST_F(Import, RefusesOldFiles) {
  files::write_file(folder.file("level.gltf"), R"({"asset":{"version":"1.0"},"scene":"s","scenes":{"s":{"nodes":["n"]}},
      "nodes":{"n":{"meshes":["m"]}},"meshes":{"m":{"primitives":[]}}})");
  const Outcome run = import();
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("asset.version: is \"1.0\""), std::string::npos) << run.text();
  EXPECT_FALSE(std::filesystem::exists(folder.file("level.json")));
}

TEST_F(Import, NamesWhatItCannotHave) {
  level(std::string(floor_and_walls) + R"(,{"name":"bubble","mesh":0},{"mesh":0},{"name":"lid","mesh":0})",
        fmt::format(R"(,"animations":[{},{}])", animation("grow", 1, "scale", 4),
                    animation("slide", 2, "translation", 3)));
  const Outcome run = import();
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.err.find("node \"bubble\": stands still"), std::string::npos) << run.text();
  EXPECT_NE(run.err.find("changes the size"), std::string::npos) << run.text();
  EXPECT_NE(run.err.find("node 2: it moves, but it has no name"), std::string::npos) << run.text();
  EXPECT_EQ(scene()["meshes"].size(), 1u);
}

TEST_F(Import, RefusesBadInputByName) {
  const auto refused = [&](const std::string& extras, const std::string& words) {
    level(std::string(floor_and_walls) + R"(,{"name":"thing","mesh":0,"extras":{"undine":)" + extras + "}}");
    const Outcome run = import();
    EXPECT_EQ(run.code, 2) << extras << run.text();
    EXPECT_NE(run.err.find(words), std::string::npos) << extras << run.text();
    EXPECT_FALSE(std::filesystem::exists(folder.file("level.json"))) << extras;
  };
  refused(R"({"watr":{}})",
          "node \"thing\": extras.undine: \"watr\" is not known (water, body, terrain, solid, scene)");
  refused(R"({"solid":1})", "extras.undine.solid: 1 is neither");
  refused(R"({"water":{"dampng":1}})", "/water/0/dampng");
  refused(R"({"water":{"solver":"steam"}})", "/water/0/solver");
  refused(R"("no object")", "extras.undine: is not an object");
  level(floor_and_walls);
  EXPECT_NE(import({"--camera", "eye"}).err.find("no camera of"), std::string::npos);
  EXPECT_EQ(import({"--light-scale", "-1"}).code, 2);
  EXPECT_EQ(import().code, 0);
  Outcome run = undine({"import", folder.file("level.gltf"), "--out", folder.file("level.json")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("exists and is not overwritten"), std::string::npos) << run.text();
  std::filesystem::create_directories(folder.file("away"));
  run = undine({"import", folder.file("level.gltf"), "--out", folder.file("away/level.json")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("does not lie in the folder"), std::string::npos) << run.text();
  EXPECT_EQ(undine({"import", folder.file("none.glb")}).code, 2);
}

// Lights of a displayed model, at the mesh's position.
TEST_F(Import, LightsOfAModelShineWhereTheMeshStands) {
  level(std::string(floor_and_walls) +
            R"(,{"name":"lamp","translation":[0.5,1,0],"extensions":{"KHR_lights_punctual":{"light":0}}})",
        R"(,"extensionsUsed":["KHR_lights_punctual"],"extensionsRequired":["KHR_lights_punctual"],
    "extensions":{"KHR_lights_punctual":{"lights":[{"type":"point","intensity":4}]}})");
  const auto seen = [&](const std::string& mesh) {
    files::write_file(folder.file("s.json"),
                      fmt::format(R"({{"version":1,"sun":{{"intensity":0}},"sky":{{"intensity":0}},
      "camera":{{"eye":[0,40,0.01],"target":[0,0,0],"fov":6}},"meshes":[{{"gltf":"level.gltf"{}}}]}})",
                                  mesh));
    std::filesystem::remove(folder.file("x.npy"));
    const Outcome run =
        undine({"render", folder.file("s.json"), "--frames", "1", "--size", "65x65", "--out", folder.file("x.npy")});
    EXPECT_EQ(run.code, 0) << run.text();
    return files::read_npy(folder.file("x.npy")).values;
  };
  const auto once = seen(""), none = seen(R"(,"lights":0)"), twice = seen(R"(,"lights":2)");
  const std::size_t middle = 3 * (32 * 65 + 32);
  EXPECT_GT(once[middle], 0.1f);
  EXPECT_EQ(none[middle], 0.0f);
  EXPECT_NEAR(twice[middle] / once[middle], 2, 0.01);
  // The brightest point is under the lamp: at x = 0.5, and, rotated by 90 degrees about y, at z = -0.5.
  const auto brightest = [](const std::vector<float>& picture) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < 65 * 65; ++i)
      if (picture[3 * i] > picture[3 * at]) at = i;
    return glm::dvec2(static_cast<double>(at % 65) - 32, static_cast<double>(at / 65) - 32);
  };
  const double pixels = 65 / (2 * 41.05 * std::tan(3 * 3.14159265 / 180));
  EXPECT_NEAR(brightest(once).x, 0.5 * pixels, 2);
  EXPECT_NEAR(brightest(once).y, 0, 2);
  const auto turned = brightest(seen(R"(,"rotate":[0,90,0])"));
  EXPECT_NEAR(turned.x, 0, 2);
  EXPECT_NEAR(turned.y, -0.5 * pixels, 2);
}

// Pane of transmission T and color c before a lit floor: T c (1 - 2 F / (1 + F)) of the light passes [Hecht, Optics].
TEST_F(Import, TransmissionIsAThinPane) {
  const double once = std::pow(0.52 / 2.52, 2), passes = 1 - 2 * once / (1 + once);
  const auto seen = [&](const std::string& material) {
    level(
        std::string(floor_and_walls) +
            (material.empty() ? std::string()
                              : std::string(R"(,{"name":"pane","mesh":1,"scale":[9,0.01,9],"translation":[0,3,0]})")),
        R"(,"extensionsUsed":["KHR_materials_transmission"],"extensionsRequired":["KHR_materials_transmission"],"materials":[)" +
            (material.empty() ? std::string("{}") : material) + "]");
    std::string text = files::read_file(folder.file("level.gltf"));
    const std::string one = R"({"primitives":[{"attributes":{"POSITION":0},"indices":1}]})";
    text.replace(text.find(one), one.size(),
                 one + R"(,{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]})");
    std::filesystem::remove(folder.file("level.gltf"));
    files::write_file(folder.file("level.gltf"), text);
    std::filesystem::remove(folder.file("s.json"));
    files::write_file(folder.file("s.json"), R"({"version":1,"sun":{"intensity":0},"sky":{"intensity":0},
      "lights":[{"type":"point","position":[0.3,1,0],"shadow":false}],
      "camera":{"eye":[0,40,0.01],"target":[0,0,0],"fov":2},"meshes":[{"gltf":"level.gltf"}]})");
    std::filesystem::remove(folder.file("x.npy"));
    const Outcome run =
        undine({"render", folder.file("s.json"), "--frames", "1", "--size", "33x33", "--out", folder.file("x.npy")});
    EXPECT_EQ(run.code, 0) << run.text();
    return static_cast<double>(files::read_npy(folder.file("x.npy")).values[3 * (16 * 33 + 16)]);
  };
  const double open = seen("");
  // The box has an upper and a lower face; the lower one is a back face, so that only one is drawn.
  EXPECT_NEAR(seen(R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1]},
      "extensions":{"KHR_materials_transmission":{"transmissionFactor":0.8}}})") /
                  open,
              0.8 * 0.5 * passes, 0.01);
  level(floor_and_walls, R"(,"materials":[{"extensions":{"KHR_materials_transmission":{"transmissionFactor":2}}}])");
  std::string text = files::read_file(folder.file("level.gltf"));
  text.replace(text.find("\"indices\":1"), 11, "\"indices\":1,\"material\":0");
  std::filesystem::remove(folder.file("level.gltf"));
  files::write_file(folder.file("level.gltf"), text);
  const Outcome run = undine({"check", folder.file("s.json")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("transmissionFactor is 2"), std::string::npos) << run.text();
}

// Ground of a real place: the scene runs, and its bed is the ground's, to the byte for both formats.
class ImportGround : public Import {
 protected:
  files::Raster ground(bool degrees = false) const {
    files::Raster out{.nx = 40, .nz = 30, .values = {}, .no_data = -9999.0f, .cell = {5, 5}, .corner = {7000, 9000}};
    for (int i = 0; i < 1200; ++i)
      out.values.push_back(static_cast<float>(200 + 0.01 * std::pow(i % 40 - 20, 2) + 0.02 * std::pow(i / 40 - 15, 2)));
    if (degrees) out.geographic = true, out.cell = {0.001, 0.001}, out.corner = {8, 47};
    return out;
  }
};

TEST_F(ImportGround, RunsWithMapsOfTheFlood) {
  std::string beds[2];
  for (int k = 0; k < 2; ++k) {
    const std::string ending = k == 0 ? ".tif" : ".asc", scene = folder.file("g" + std::to_string(k) + ".json");
    files::write_file(folder.file("g" + ending), files::raster_bytes(ground(), ending));
    Outcome run = undine({"import", folder.file("g" + ending), "--out", scene, "--cells", "20x15"});
    ASSERT_EQ(run.code, 0) << run.text();
    run = undine({"simulate", scene, "--steps", "20", "--validation", "--dump", "flood.bed=" + folder.file("bed.npy"),
                  "--dump", "flood.arrival=" + folder.file("arrival.asc"), "--dump",
                  "flood.max_depth=" + folder.file("depth.tif"), "--dump", "flood.depth=" + folder.file("now.npy")});
    ASSERT_EQ(run.code, 0) << run.text();
    beds[k] = files::read_file(folder.file("bed.npy"));
    const files::Raster arrival = files::read_raster(folder.file("arrival.asc"), 100, 10000),
                        depth = files::read_raster(folder.file("depth.tif"), 100, 10000);
    EXPECT_EQ(depth.cell, glm::dvec2(10));
    EXPECT_EQ(depth.corner, glm::dvec2(7000, 9000));
    const files::Array now = files::read_npy(folder.file("now.npy"));
    for (std::size_t i = 0; i < 300; ++i) {
      EXPECT_GE(depth.values[i], now.values[i]);
      EXPECT_EQ(arrival.values[i] >= 0, depth.values[i] > 0.01f) << i;
    }
  }
  EXPECT_EQ(beds[0], beds[1]);
  const files::Array bed = files::read_npy(folder.file("bed.npy"));
  const auto g = ground().values;
  EXPECT_NEAR(bed.values[0], (g[0] + g[1] + g[40] + g[41]) / 4, 2e-5f) << "the mean of the cells under a column";
}

TEST_F(ImportGround, DegreesAreMetersAndErrorsAreClear) {
  files::write_file(folder.file("d.tif"), files::raster_bytes(ground(true), ".tif"));
  Outcome run = undine({"import", folder.file("d.tif")});
  EXPECT_EQ(run.code, 0) << run.text();
  const json scene = json::parse(files::read_file(folder.file("d.json")));
  EXPECT_NEAR(scene["terrain"]["size"][0].get<double>(), 40 * 76.06, 2);  // at 47.015 degrees
  EXPECT_NEAR(scene["terrain"]["size"][1].get<double>(), 30 * 111.18, 2);
  run = undine({"import", folder.file("d.tif"), "--out", folder.file("e.json"), "--cells", "20"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("NXxNZ"), std::string::npos) << run.err;
  files::write_file(folder.file("bad.asc"), "ncols 2\n");
  run = undine({"import", folder.file("bad.asc")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("no nrows in its header"), std::string::npos) << run.err;
  run = undine({"simulate", folder.file("d.json"), "--steps", "1", "--dump", "flood.velocity=" + folder.file("v.tif")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("flood.velocity is not written as .tif"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace undine::test
