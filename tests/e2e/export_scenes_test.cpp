// `--export` of scenes with bodies, solids and driven meshes: valid files with the counts of the scene.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/files/npy.h"
#include "engine/scene/scene.h"
#include "passes/models/gltf.h"
#include "passes/models/gltf_nodes.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Number of vertices of a binary PLY, after checking its length against the header's counts.
std::size_t vertices_of(const std::string& bytes, const std::string& file) {
  const std::size_t end = bytes.find("end_header\n");
  EXPECT_NE(end, std::string::npos) << file;
  std::size_t vertices = 0, faces = 0, properties = 0, at = 0;
  for (std::istringstream head(bytes.substr(0, end)); head;) {
    std::string line;
    std::getline(head, line);
    if (std::sscanf(line.c_str(), "element vertex %zu", &at) == 1) vertices = at;
    if (std::sscanf(line.c_str(), "element face %zu", &at) == 1) faces = at;
    properties += line.starts_with("property float");
  }
  EXPECT_EQ(bytes.size(), end + 11 + vertices * properties * 4 + faces * 13) << file;
  return vertices;
}

class ExportedScene : public testing::Test {
 protected:
  // Exports `steps` steps and compares the files with the scene.
  void expect_exported(const fs::path& file, std::uint64_t steps, const std::vector<std::string>& more = {}) {
    std::vector<std::string> line{"simulate", file.string(), "--steps", std::to_string(steps), "--export", out};
    std::vector<settings::Override> overrides;
    for (std::size_t i = 0; i + 1 < more.size(); i += 2) {
      const std::size_t equal = more[i + 1].find('=');
      overrides.push_back({more[i + 1].substr(0, equal), more[i + 1].substr(equal + 1)});
    }
    line.insert(line.end(), more.begin(), more.end());
    Scene scene = load_scene(file, overrides);
    std::size_t bodies = 0;
    for (const BodySettings& body : scene.bodies) bodies += body.count;
    if (bodies > 0) line.insert(line.end(), {"--dump", "bodies.state=" + folder.file("b.npy")});
    const Outcome run = undine(line, {.timeout = 600});
    ASSERT_EQ(run.code, 0) << file << run.text();
    std::size_t surfaces = 0;
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().extension() != ".ply") continue;
      surfaces += entry.path().filename().string().find(".mesh_") != std::string::npos;
      vertices_of(folder.read("out/" + entry.path().filename().string()), entry.path().filename());
    }
    EXPECT_EQ(surfaces, scene.water.size()) << "a surface for every water";
    expect_nodes(scene, bodies, fs::path(out) / fmt::format("scene_{0:06}_{0:06}.glb", steps));
  }

  // Checks a node for every body at its place in `bodies.state`, one for every driven mesh, and the camera.
  void expect_nodes(const Scene& scene, std::size_t bodies, const fs::path& glb) const {
    const std::string bytes = folder.read("out/" + glb.filename().string());
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, 4);
    const json gltf = json::parse(bytes.substr(20, length));
    const auto moves = std::ranges::count_if(scene.meshes, [](const MeshSettings& m) { return m.motion && m.solid; });
    EXPECT_EQ(gltf.at("nodes").size(), bodies + static_cast<std::size_t>(moves) + 1) << glb;
    std::set<std::string> names;
    for (const json& node : gltf.at("nodes")) names.insert(node.at("name").get<std::string>());
    EXPECT_TRUE(names.contains("camera"));
    EXPECT_EQ(gltf.at("animations").at(0).at("channels").size(), 2 * gltf.at("nodes").size());
    if (gltf.at("nodes").size() > 1) {
      EXPECT_FALSE(solids::load_gltf(glb).parts.empty()) << glb;
    }
    const auto world = solids::read_gltf_world(glb);
    EXPECT_EQ(world.cameras.size(), 1u);
    EXPECT_EQ(world.animations.size(), 1u);
    if (bodies == 0) return;
    const auto state = files::read_npy(folder.file("b.npy"));
    for (std::size_t body = 0; body < bodies; ++body) {
      const auto channel = gltf.at("animations").at(0).at("channels").at(2 * body);
      const auto sampler = gltf.at("animations").at(0).at("samplers").at(channel.at("sampler").get<std::size_t>());
      const auto accessor = gltf.at("accessors").at(sampler.at("output").get<std::size_t>());
      const auto view = gltf.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
      float place[3];
      std::memcpy(place, bytes.data() + 28 + length + view.at("byteOffset").get<std::size_t>(), sizeof place);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(place[k], state.values.at(13 * body + k)) << glb << body;
    }
  }

  TempFolder folder;
  const std::string out = folder.file("out");
};

TEST_F(ExportedScene, ABodyBesideASolid) {
  expect_exported(folder.write("s.json", R"({"version": 1,
    "water": [{"name": "w", "solver": "wave", "cells": [32, 24], "size": [4, 3]}],
    "bodies": [{"name": "c", "size": [0.5, 0.5, 0.5]}],
    "meshes": [{"shape": "basin", "size": [4, 1, 3]},
               {"shape": "box", "size": [0.3, 2, 0.3], "translate": [1, 0, 0], "solid": true}]})"),
                  3);
}

TEST_F(ExportedScene, BodiesBesideSolidsThatMove) {
  expect_exported(folder.write("s.json", R"({"version": 1,
    "water": [{"name": "w", "solver": "shallow", "cells": [24, 20], "size": [6, 5],
               "initial": [{"shape": "level", "level": 0.5}]}],
    "bodies": [{"size": [0.3, 0.2, 0.3], "position": [-1, 0.5, 0], "count": 3,
                "grid": {"spacing": [0.5, 0.5]}},
               {"name": "ball", "shape": "sphere", "radius": 0.2, "position": [1, 0.5, 1]}],
    "meshes": [{"shape": "cylinder", "size": [0.4, 2, 0.4], "translate": [1, 0, 0], "solid": true},
               {"shape": "box", "size": [0.4, 1, 0.2], "translate": [2, 0.5, 0], "solid": true,
                "motion": {"spin": {"axis": [0, 1, 0], "rate": 90}}},
               {"shape": "box", "size": [0.4, 1, 0.2], "translate": [-2, 0.5, 0], "solid": true,
                "motion": {"name": "door", "keys": [{"time": 0}, {"time": 1, "translate": [0, 1, 0]}]}}]})"),
                  2);
}

TEST_F(ExportedScene, ASolidThatMovesAlone) {
  expect_exported(folder.write("s.json", R"({"version": 1,
    "water": [{"name": "w", "solver": "wave", "cells": [32, 24], "size": [4, 3]}],
    "meshes": [{"shape": "box", "size": [0.3, 1, 0.3], "translate": [1, 0, 0], "solid": true,
                "motion": {"keys": [{"time": 0}, {"time": 1, "translate": [0, 1, 0]}]}}]})"),
                  2);
}

class ExportedScenes : public ExportedScene, public testing::WithParamInterface<std::string> {};

TEST_P(ExportedScenes, LoadWithMatchingCounts) { expect_exported(GetParam(), 3, with_few_particles(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Shipped, ExportedScenes, testing::ValuesIn(project_scenes()),
                         [](const auto& scene) { return fs::path(scene.param).stem().string(); });

}  // namespace
}  // namespace undine::test
