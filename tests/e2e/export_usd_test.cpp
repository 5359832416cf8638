// Layers of --export --usd: valid USD whose numbers are those of the PLY and --dump files of the same steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <set>

#include "engine/files/npy.h"
#include "engine/scene/scene.h"
#include "tests/e2e/scenes.h"
#include "tests/support/ply_file.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/usda.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class ExportedUsd : public testing::Test {
 protected:
  void simulate(const std::string& scene, int steps, int every, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"simulate", scene, "--steps", std::to_string(steps), "--every", std::to_string(every),
                               "--export", folder.file("out"), "--usd"});
    const Outcome run = undine(more, {.timeout = 600});
    ASSERT_EQ(run.code, 0) << run.text();
  }
  UsdaStage stage(int first, int last) const {
    return UsdaStage(folder.file(fmt::format("out/scene_{:06}_{:06}.usda", first, last)));
  }
  static void expect_valid(const UsdaStage& stage) {
    for (const std::string& problem : stage.problems()) ADD_FAILURE() << problem;
  }
  static std::vector<float> columns(const Ply& ply, const std::vector<std::string>& names) {
    std::vector<float> out;
    for (std::size_t i = 0; i < ply.vertices; ++i)
      for (const std::string& name : names) out.push_back(ply.columns.at(name)[i]);
    return out;
  }
  // Compares a prim with NAME_STEP.ply at the step's time code.
  void expect_as_ply(const UsdaStage& stage, const std::string& name, int step, int every, const std::string& prim) {
    const std::string where = fmt::format("{} at {}", name, step);
    const Ply ply = read_ply(folder.read(fmt::format("out/{}_{:06}.ply", name, step)));
    const std::string path = "/scene/water/" + prim;
    const double time = step / every;
    EXPECT_EQ(stage.value(path, "points", time).floats(), columns(ply, {"x", "y", "z"})) << where;
    EXPECT_EQ(stage.value(path, "velocities", time).floats(), columns(ply, {"vx", "vy", "vz"})) << where;
    if (ply.columns.contains("nx")) {
      EXPECT_EQ(stage.value(path, "normals", time).floats(), columns(ply, {"nx", "ny", "nz"})) << where;
      EXPECT_EQ(stage.value(path, "faceVertexIndices", time).integers(), ply.corners) << where;
      EXPECT_EQ(stage.value(path, "faceVertexCounts", time).items.size(), ply.faces) << where;
    }
    if (!ply.columns.contains("life")) return;
    EXPECT_EQ(stage.value(path, "primvars:age", time).floats(), ply.columns.at("age")) << where;
    EXPECT_EQ(stage.value(path, "primvars:life", time).floats(), ply.columns.at("life")) << where;
    EXPECT_EQ(stage.value(path, "primvars:kind", time).floats(), ply.columns.at("kind")) << where;
  }
  // Compares the transforms of a body with a row of the dumped states.
  void expect_as_state(const UsdaStage& stage, const std::string& prim, int step, int every, std::size_t row) const {
    const files::Array state = files::read_npy(folder.file(fmt::format("b_{:06}.npy", step)));
    const std::vector<float> place = stage.value("/scene/bodies/" + prim, "xformOp:translate", step / every).floats(),
                             turn = stage.value("/scene/bodies/" + prim, "xformOp:orient", step / every).floats();
    const float* of = &state.values.at(13 * row);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(place[k], of[k]) << prim << " at " << step;
    const float same = turn[0] * of[6] + turn[1] * of[3] + turn[2] * of[4] + turn[3] * of[5];
    EXPECT_NEAR(std::abs(same), 1, 1e-5) << prim << " at " << step;
  }

  TempFolder folder;
};

constexpr const char* every_kind = R"({"version": 1, "name": "all \"\\", "clock": {"step": 0.01},
    "camera": {"path": [
      {"time": 0.02, "eye": [2, 1.5, 3], "body": "ball", "target": [0, 0.1, 0], "fov": 40},
      {"time": 0.06, "eye": [1, 1.5, 3], "body": "ball", "target": [0, 0.1, 0], "fov": 30}]},
    "sun": {"direction": [0, 3, 4], "intensity": 2.5},
    "water": [{"name": "pool", "solver": "wave", "cells": [24, 20], "size": [2.4, 2], "spray": {"count": 500},
               "initial": [{"shape": "gaussian", "height": 0.2, "radius": 0.3}]},
              {"name": "2-drop", "solver": "sph", "spacing": 0.08, "domain": {"min": [3, 0, 0], "max": [4, 1, 1]},
               "fluid": [{"box": {"min": [3.2, 0.1, 0.2], "max": [3.7, 0.6, 0.7]}}]}],
    "meshes": [{"shape": "basin", "size": [4, 1, 3]}, {"shape": "plane", "size": [9, 0, 9], "translate": [0, -2, 0]},
               {"shape": "box", "size": [0.4, 1, 0.2], "translate": [2, 0.5, 0], "solid": true,
                "motion": {"spin": {"axis": [0, 1, 0], "rate": 90}}}],
    "bodies": [{"name": "raft", "size": [0.2, 0.1, 0.2], "position": [-0.6, 0, -0.5], "count": 2},
               {"name": "b\u00e4ll \"\\\"", "size": [0.1, 0.1, 0.1], "position": [-0.2, 0.8, 0]},
               {"name": "raft_1", "size": [0.1, 0.1, 0.1], "position": [0.5, 0.8, 0.5]},
               {"name": "ball", "shape": "sphere", "radius": 0.2, "density": 300, "position": [0.2, 0.8, 0],
                "velocity": [0.5, -1, 0.2], "angular_velocity": [0, 200, 100]}]})";

TEST_F(ExportedUsd, HasTheNumbersOfPlyAndDumps) {
  const std::string scene = folder.write("all.json", every_kind);
  simulate(scene, 6, 2, {"--dump", "bodies.state=" + folder.file("b.npy")});
  const UsdaStage all = stage(2, 6);
  expect_valid(all);
  EXPECT_EQ(all.times(), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(all.metadata().at("timeCodesPerSecond").number, 50);
  EXPECT_EQ(all.prim("/scene/water/_2_drop").metadata.at("customData").entries.at("name").second.text, "2-drop");
  std::set<std::int64_t> ids;
  for (const int step : {2, 4, 6}) {
    expect_as_ply(all, "pool.mesh", step, 2, "pool/surface");
    expect_as_ply(all, "pool.spray", step, 2, "pool/spray");
    expect_as_ply(all, "2-drop.mesh", step, 2, "_2_drop/surface");
    expect_as_ply(all, "2-drop.particles", step, 2, "_2_drop/particles");
    const auto now = all.value("/scene/water/_2_drop/particles", "ids", step / 2).integers();
    if (ids.empty()) ids.insert(now.begin(), now.end());
    EXPECT_EQ(std::set(now.begin(), now.end()), ids);
    expect_as_state(all, "raft_0", step, 2, 0);
    expect_as_state(all, "raft_1", step, 2, 1);
    expect_as_state(all, "b__ll____", step, 2, 2);
    expect_as_state(all, "raft_1_1", step, 2, 3);
    expect_as_state(all, "ball", step, 2, 4);
    EXPECT_TRUE(all.has_value("/scene/bodies/raft_1/hull", "points", step / 2)) << "by its reference";
    const std::vector<float> eye = all.value("/scene/camera", "xformOp:translate", step / 2).floats();
    EXPECT_NEAR(eye[0], 2 - 0.25 * (step - 2), 1e-6);
    const float length = all.value("/scene/camera", "focalLength", step / 2).floats()[0],
                height = all.value("/scene/camera", "verticalAperture", step / 2).floats()[0];
    EXPECT_NEAR(glm::degrees(2 * std::atan(0.5f * height / length)), 40 - 2.5 * (step - 2), 1e-3);
  }
  EXPECT_EQ(all.prim("/scene/bodies/b__ll____").metadata.at("customData").entries.at("name").second.text,
            "b\xc3\xa4ll \"\\\"");
  EXPECT_TRUE(all.prims().contains("/scene/scenery/mesh_0") && all.prims().contains("/scene/scenery/mesh_1"));
  EXPECT_FALSE(all.prims().contains("/scene/scenery/mesh_2")) << "it moves";
  EXPECT_TRUE(all.prims().contains("/scene/bodies/mesh_2"));
  // The light's -z leads away from the sun.
  const std::vector<float> q = all.value("/scene/sun", "xformOp:orient", 1).floats();
  const glm::vec3 z(2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                    1 - 2 * (q[1] * q[1] + q[2] * q[2]));
  EXPECT_LT(glm::distance(z, glm::vec3(0, 0.6f, 0.8f)), 1e-5f);
  EXPECT_EQ(all.value("/scene/sun", "inputs:intensity", 1).floats(), std::vector<float>{2.5f});
  for (const auto& entry : fs::directory_iterator(folder.file("out"))) {
    if (entry.path().extension() != ".usda") continue;
    EXPECT_NO_THROW(parse_usda(folder.read("out/" + entry.path().filename().string()))) << entry.path();
  }
}

TEST_F(ExportedUsd, FilmsAndSingleStepsHaveOneTimeCodeAFrame) {
  const std::string scene = folder.write("small.json", small_scene);
  const Outcome film = undine({"render", scene, "--set", "clock.steps_per_frame=3", "--frames", "1..2", "--size",
                               "64x40", "--out", folder.file("f/%d.png"), "--export", folder.file("out"), "--usd"});
  ASSERT_EQ(film.code, 0) << film.text();
  const UsdaStage frames = stage(6, 9);
  expect_valid(frames);
  EXPECT_EQ(frames.times(), (std::vector<double>{2, 3}));
  expect_as_ply(frames, "pool.mesh", 9, 3, "pool/surface");
  const float width = frames.value("/scene/camera", "horizontalAperture", 2).floats()[0],
              height = frames.value("/scene/camera", "verticalAperture", 2).floats()[0];
  EXPECT_NEAR(width / height, 1.6, 1e-6);
  const Outcome end = undine({"simulate", scene, "--steps", "4", "--export", folder.file("out"), "--usd"});
  ASSERT_EQ(end.code, 0) << end.text();
  const UsdaStage one = stage(4, 4);
  expect_valid(one);
  EXPECT_EQ(one.times(), std::vector<double>{4});
  EXPECT_EQ(one.metadata().at("timeCodesPerSecond").number, 100);
}

TEST_F(ExportedUsd, FullDiskLeavesNoHalfWrittenLayer) {
  const std::string scene = folder.write("small.json", small_scene);
  const Outcome run = run_process({"bash", "-c", "ulimit -f 64; exec \"$@\"", "bash", UNDINE_PROGRAM, "simulate", scene,
                                   "--steps", "4", "--export", folder.file("out"), "--usd", "--no-cache"});
  EXPECT_EQ(run.code, 1) << run.text();
  EXPECT_NE(run.err.find("water_000004.usda: cannot be written: File too large"), std::string::npos) << run.text();
  for (const auto& entry : fs::directory_iterator(folder.file("out")))
    EXPECT_EQ(entry.path().extension(), ".ply") << "complete files of before alone";
}

TEST_F(ExportedUsd, WithoutTheFlagThereIsNone) {
  const Outcome run =
      undine({"simulate", folder.write("s.json", small_scene), "--steps", "1", "--export", folder.file("out")});
  ASSERT_EQ(run.code, 0) << run.text();
  for (const auto& entry : fs::directory_iterator(folder.file("out"))) EXPECT_NE(entry.path().extension(), ".usda");
}

struct SmallScene {
  const char* name;
  std::vector<std::string> sets;
};

class ExportedUsdScenes : public ExportedUsd, public testing::WithParamInterface<SmallScene> {};

TEST_P(ExportedUsdScenes, AreValid) {
  const std::string file = std::string(UNDINE_SOURCE_DIR) + "/scenes/" + GetParam().name + ".json";
  std::vector<std::string> more = with_few_particles(file);
  for (const std::string& set : GetParam().sets) more.insert(more.end(), {"--set", set});
  std::vector<settings::Override> overrides;
  for (const std::string& set : GetParam().sets)
    overrides.push_back({set.substr(0, set.find('=')), set.substr(set.find('=') + 1)});
  const Scene scene = load_scene(file, overrides);
  if (!scene.bodies.empty()) more.insert(more.end(), {"--dump", "bodies.state=" + folder.file("b.npy")});
  simulate(file, 20, 10, more);
  const UsdaStage all = stage(10, 20);
  expect_valid(all);
  std::size_t bodies = 0, static_meshes = 0;
  for (const auto& [path, prim] : all.prims()) {
    bodies += path.starts_with("/scene/bodies/") && prim.type == "Xform";
    static_meshes += path.starts_with("/scene/scenery/");
  }
  EXPECT_EQ(bodies, scene.bodies.size());
  EXPECT_GE(static_meshes, scene.meshes.size());
  EXPECT_EQ(all.prims().contains("/scene/scenery/terrain"), scene.terrain.has_value());
  for (const int step : {10, 20}) {
    for (const WaterEntry& water : scene.water) {
      expect_as_ply(all, water.name + ".mesh", step, 10, water.name + "/surface");
      if (water.solver == "sph") expect_as_ply(all, water.name + ".particles", step, 10, water.name + "/particles");
      if (water.spray.count > 0) expect_as_ply(all, water.name + ".spray", step, 10, water.name + "/spray");
    }
    if (!scene.bodies.empty()) expect_as_state(all, scene.bodies[0].name, step, 10, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, ExportedUsdScenes,
                         testing::Values(SmallScene{"pool", {"water.0.cells=[96,64]"}}, SmallScene{"dam_break", {}},
                                         SmallScene{"float", {"water.0.cells=[80,60]"}},
                                         SmallScene{"river", {"water.0.cells=[96,64]"}}),
                         [](const auto& scene) { return std::string(scene.param.name); });

}  // namespace
}  // namespace undine::test
