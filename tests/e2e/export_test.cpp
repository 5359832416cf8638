// Files of --export against --dump of the same steps: read here, and by Blender if it is installed.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/files/npy.h"
#include "tests/support/ply_file.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Exports : public testing::Test {
 protected:
  TempFolder folder;
  static constexpr const char* camera = R"({"path": [
      {"time": 0.01, "eye": [2, 1.5, 3], "body": "ball", "target": [0, 0.1, 0]},
      {"time": 0.06, "eye": [1, 1.5, 3], "body": "ball", "target": [0, 0.1, 0]}]})";
  const std::string scene =
      folder.write("all.json", std::string(R"({"version": 1, "name": "all", "clock": {"step": 0.01},
    "camera": )") + camera + R"(,
    "water": [{"name": "pool", "solver": "wave", "cells": [24, 20], "size": [2.4, 2], "spray": {"count": 500},
               "initial": [{"shape": "gaussian", "height": 0.2, "radius": 0.3}]},
              {"name": "drop", "solver": "sph", "spacing": 0.08, "domain": {"min": [3, 0, 0], "max": [4, 1, 1]},
               "fluid": [{"box": {"min": [3.2, 0.1, 0.2], "max": [3.7, 0.6, 0.7]}}]}],
    "bodies": [{"name": "raft", "size": [0.2, 0.1, 0.2], "position": [-0.6, 0, -0.5], "count": 2},
               {"name": "ball", "shape": "sphere", "radius": 0.2, "density": 300, "position": [0.2, 0.8, 0],
                "velocity": [0.5, -1, 0.2], "angular_velocity": [0, 200, 100]}]})");
  void SetUp() override {
    const Outcome run = undine({"simulate",
                                scene,
                                "--steps",
                                "6",
                                "--every",
                                "1",
                                "--validation",
                                "--export",
                                folder.file("out"),
                                "--dump",
                                "pool.height=" + folder.file("h.npy"),
                                "--dump",
                                "drop.position=" + folder.file("p.npy"),
                                "--dump",
                                "drop.velocity=" + folder.file("v.npy"),
                                "--dump",
                                "bodies.state=" + folder.file("b.npy"),
                                "--dump",
                                "pool.mesh=" + folder.file("m.ply"),
                                "--dump",
                                "drop.mesh=" + folder.file("d.ply")});
    ASSERT_EQ(run.code, 0) << run.text();
  }
  files::Array dumped(const std::string& name, int step) const {
    return files::read_npy(folder.file(fmt::format("{}_{:06}.npy", name, step)));
  }
  Ply exported(const std::string& name, int step) const {
    return read_ply(folder.read(fmt::format("out/{}_{:06}.ply", name, step)));
  }
};

TEST_F(Exports, SurfacesAndPointsMoveAsTheDumpsSay) {
  for (const int step : {2, 4, 6}) {
    const Ply pool = exported("pool.mesh", step), drop = exported("drop.mesh", step),
              points = exported("drop.particles", step);
    const files::Array now = dumped("h", step), before = dumped("h", step - 1);
    ASSERT_EQ(pool.vertices, now.values.size());
    const Ply plain = read_ply(folder.read(fmt::format("m_{:06}.ply", step)));
    EXPECT_EQ(plain.columns.at("y"), pool.columns.at("y"));
    EXPECT_EQ(plain.faces, pool.faces);
    float fastest = 0;
    for (std::size_t i = 0; i < pool.vertices; ++i) {
      const float rise = (now.values[i] - before.values[i]) / 0.01f;
      EXPECT_NEAR(pool.columns.at("vy")[i], rise, 1e-5f);
      EXPECT_EQ(pool.columns.at("vx")[i], 0);
      fastest = std::max(fastest, std::abs(rise));
    }
    EXPECT_GT(fastest, 0.02f);

    const files::Array places = dumped("p", step), velocities = dumped("v", step);
    ASSERT_EQ(points.vertices, places.values.size() / 3);
    glm::dvec3 mean(0), on(0);
    for (std::size_t i = 0; i < points.vertices; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(points.columns.at(std::array{"x", "y", "z"}[k])[i], places.values[3 * i + k]);
        EXPECT_EQ(points.columns.at(std::array{"vx", "vy", "vz"}[k])[i], velocities.values[3 * i + k]);
        mean[static_cast<int>(k)] += velocities.values[3 * i + k] / static_cast<double>(points.vertices);
      }
    EXPECT_EQ(drop.columns.at("x"), read_ply(folder.read(fmt::format("d_{:06}.ply", step))).columns.at("x"));
    ASSERT_GT(drop.vertices, 20u);
    for (std::size_t i = 0; i < drop.vertices; ++i)
      on.y += drop.columns.at("vy")[i] / static_cast<double>(drop.vertices);
    EXPECT_NEAR(on.y / mean.y, 1, 0.15) << "a cube that falls as a whole";
    EXPECT_TRUE(fs::exists(folder.file(fmt::format("out/pool.spray_{:06}.ply", step))));
  }
}

TEST_F(Exports, BodiesAndTheCameraAreAnimated) {
  const std::string glb = folder.read("out/scene_000001_000006.glb");
  std::uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, 4);
  const json gltf = json::parse(glb.substr(20, length));
  const char* data = glb.data() + 28 + length;
  const auto values = [&](const json& accessor) {
    const json& a = gltf.at("accessors").at(accessor.get<std::size_t>());
    const std::size_t width = a.at("type") == "VEC4" ? 4 : a.at("type") == "VEC3" ? 3 : 1;
    std::vector<float> out(a.at("count").get<std::size_t>() * width);
    const json& view = gltf.at("bufferViews").at(a.at("bufferView").get<std::size_t>());
    std::memcpy(out.data(), data + view.at("byteOffset").get<std::size_t>(), out.size() * 4);
    return out;
  };
  const json& animation = gltf.at("animations").at(0);
  std::map<std::string, std::vector<float>> tracks;
  for (const json& channel : animation.at("channels")) {
    const json& sampler = animation.at("samplers").at(channel.at("sampler").get<std::size_t>());
    const json& node = gltf.at("nodes").at(channel.at("target").at("node").get<std::size_t>());
    tracks[node.at("name").get<std::string>() + "." + channel.at("target").at("path").get<std::string>()] =
        values(sampler.at("output"));
    EXPECT_EQ(values(sampler.at("input")).size(), 6u);
  }
  EXPECT_EQ(tracks.size(), 8u) << "two rafts, the ball, the camera";
  for (int step = 1; step <= 6; ++step) {
    const files::Array state = dumped("b", step);
    const std::size_t at = static_cast<std::size_t>(step) - 1;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(tracks.at("raft_1.translation")[3 * at + k], state.values[13 + k]);
      EXPECT_EQ(tracks.at("ball.translation")[3 * at + k], state.values[26 + k]);
    }
    float same = 0;
    for (std::size_t k = 0; k < 4; ++k) same += tracks.at("ball.rotation")[4 * at + k] * state.values[29 + k];
    EXPECT_NEAR(std::abs(same), 1, 1e-6);
    EXPECT_NEAR(tracks.at("camera.translation")[3 * at], 2 - 0.2 * (step - 1), 1e-6);
    // The camera's -z points to a tenth of a meter above the ball.
    const auto q = std::span(tracks.at("camera.rotation")).subspan(4 * at, 4);
    const glm::dvec3 back(2 * (q[0] * q[2] + q[3] * q[1]), 2 * (q[1] * q[2] - q[3] * q[0]),
                          1 - 2 * (q[0] * q[0] + q[1] * q[1]));
    const glm::dvec3 eye(tracks.at("camera.translation")[3 * at], 1.5, 3),
        ball(state.values[26], state.values[27] + 0.1, state.values[28]);
    EXPECT_LT(glm::distance(back, glm::normalize(eye - ball)), 1e-5);
  }
}

TEST_F(Exports, FilmsExportTheirFrames) {
  const Outcome run = undine({"render", scene, "--frames", "2..3", "--size", "64x40", "--out", folder.file("f/%d.png"),
                              "--export", folder.file("film"), "--validation"});
  ASSERT_EQ(run.code, 0) << run.text();
  for (const char* name : {"pool.mesh_000003.ply", "pool.mesh_000004.ply", "drop.particles_000004.ply"})
    EXPECT_TRUE(folder.read(std::string("film/") + name) == folder.read(std::string("out/") + name)) << name;
  EXPECT_FALSE(fs::exists(folder.file("film/pool.mesh_000002.ply")));
  EXPECT_TRUE(fs::exists(folder.file("film/scene_000003_000004.glb")));
}

TEST_F(Exports, ImpossibleExportsAreRefusedBeforeTheRun) {
  const auto refused = [&](std::vector<std::string> more, int code, const char* what) {
    more.insert(more.begin(), {"simulate", scene, "--steps", "1"});
    const Outcome run = undine(more);
    EXPECT_EQ(run.code, code) << run.text();
    EXPECT_NE(run.err.find(what), std::string::npos) << run.text();
  };
  const std::string file = folder.write("no_folder", "text");
  refused({"--export", file}, 1, "no_folder");
  refused({"--export", file + "/in/it"}, 1, "no_folder");
  refused({"--vdb"}, 2, "--export DIR");
  refused({"--usd"}, 2, "--export DIR");
  refused({"--usd", "--export", file}, 1, "no_folder");
  // With or without OpenVDB support.
  const Outcome run = undine({"simulate", scene, "--steps", "1", "--vdb", "--export", folder.file("vdb")});
  if (run.code == 0) {
    for (const char* name : {"drop.particles", "drop.volume", "pool.volume"})
      EXPECT_TRUE(fs::exists(folder.file(fmt::format("vdb/{}_000001.vdb", name)))) << name;
  } else {
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("UNDINE_OPENVDB"), std::string::npos) << run.text();
  }
}

constexpr const char* in_blender = R"(
import bpy, json, sys
import numpy
numpy.bool = bool  # which Blender 3.4 asks of NumPy, and Debian 12's has no more
folder = sys.argv[sys.argv.index("--") + 1]
told = {}
def fresh():
    bpy.ops.wm.read_factory_settings(use_empty=True)
for name in ("pool.mesh", "drop.mesh", "drop.particles", "pool.spray"):
    for step in (2, 4, 6):
        fresh()
        bpy.ops.import_mesh.ply(filepath="%s/out/%s_%06d.ply" % (folder, name, step))
        mesh = bpy.context.selected_objects[0].data
        places = [tuple(v.co) for v in mesh.vertices]
        told["%s_%d" % (name, step)] = {"vertices": len(places), "faces": len(mesh.polygons),
            "low": [min(p[k] for p in places) for k in range(3)] if places else [],
            "high": [max(p[k] for p in places) for k in range(3)] if places else []}
fresh()
bpy.context.scene.render.fps = 100
bpy.ops.import_scene.gltf(filepath=folder + "/out/scene_000001_000006.glb")
told["objects"] = sorted(o.name for o in bpy.data.objects)
told["hull"] = len(bpy.data.objects["ball"].data.polygons)
for step in (2, 4, 6):
    bpy.context.scene.frame_set(step)
    for o in bpy.data.objects:
        m = o.matrix_world
        told["%s_%d" % (o.name, step)] = {"place": list(m.translation), "z": list(m.col[2])[:3]}
open(folder + "/told.json", "w").write(json.dumps(told))
)";

// Blender's z is up: x, -z, y of ours. Its PLY importer does not convert axes.
TEST_F(Exports, BlenderCountsWhatDumpsCount) {
  if (!fs::exists("/usr/bin/blender")) GTEST_SKIP() << "Debian's package blender is absent";
  if (!fs::exists("/usr/lib/python3/dist-packages/numpy"))
    GTEST_SKIP() << "Debian's package python3-numpy is absent, which Blender's reader of glTF needs";
  const std::string script = folder.write("read.py", in_blender);
  const Outcome blender = run_process({"/usr/bin/blender", "--background", "--factory-startup", "--python-exit-code",
                                       "3", "--python", script, "--", folder.path().string()},
                                      {.timeout = 300});
  ASSERT_EQ(blender.code, 0) << blender.text();
  const json told = json::parse(folder.read("told.json"));
  EXPECT_EQ(told.at("objects"), (json{"ball", "camera", "raft_0", "raft_1"}));
  EXPECT_GT(told.at("hull").get<int>(), 50);
  for (const int step : {2, 4, 6}) {
    const auto mesh = [&](const std::string& name) { return told.at(fmt::format("{}_{}", name, step)); };
    const files::Array heights = dumped("h", step), places = dumped("p", step), state = dumped("b", step);
    EXPECT_EQ(mesh("pool.mesh").at("vertices"), heights.values.size());
    EXPECT_EQ(mesh("pool.mesh").at("faces"), 2 * 23 * 19);
    const auto [least, most] = std::ranges::minmax(heights.values);
    EXPECT_NEAR(mesh("pool.mesh").at("low")[1].get<float>(), least, 1e-3f);
    EXPECT_NEAR(mesh("pool.mesh").at("high")[1].get<float>(), most, 1e-3f);
    EXPECT_NEAR(mesh("pool.mesh").at("high")[0].get<float>(), 1.15f, 1e-6f) << "the middle of the last cell";
    EXPECT_EQ(mesh("drop.particles").at("vertices"), places.values.size() / 3);
    for (std::size_t k = 0; k < 3; ++k) {
      float low = 1e9f, high = -1e9f;
      for (std::size_t i = k; i < places.values.size(); i += 3) {
        low = std::min(low, places.values[i]);
        high = std::max(high, places.values[i]);
      }
      EXPECT_EQ(mesh("drop.particles").at("low")[k].get<float>(), low);
      EXPECT_EQ(mesh("drop.particles").at("high")[k].get<float>(), high);
      EXPECT_LT(mesh("drop.mesh").at("low")[k].get<float>(), low + 0.08f);
    }
    const Ply plain = read_ply(folder.read(fmt::format("d_{:06}.ply", step)));
    EXPECT_EQ(mesh("drop.mesh").at("vertices"), plain.vertices);
    EXPECT_EQ(mesh("drop.mesh").at("faces"), plain.faces);
    const auto near = [&](const json& place, const glm::vec3& ours) {
      const glm::vec3 theirs(place[0].get<float>(), place[1].get<float>(), place[2].get<float>());
      EXPECT_LT(glm::distance(theirs, glm::vec3(ours.x, -ours.z, ours.y)), 1e-5f) << step;
    };
    const auto body = [&](std::size_t i) {
      return glm::vec3(state.values[13 * i], state.values[13 * i + 1], state.values[13 * i + 2]);
    };
    near(mesh("raft_0").at("place"), body(0));
    near(mesh("raft_1").at("place"), body(1));
    near(mesh("ball").at("place"), body(2));
    const glm::vec3 eye(2 - 0.2f * static_cast<float>(step - 1), 1.5f, 3);
    near(mesh("camera").at("place"), eye);
    near(mesh("camera").at("z"), glm::normalize(eye - body(2) - glm::vec3(0, 0.1f, 0)));
  }
}

}  // namespace
}  // namespace undine::test
