// Animations of glTF nodes as rigid motions, against the formulas of the glTF 2.0 specification, appendix C.
#include "passes/models/gltf_nodes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>

#include "engine/core/error.h"
#include "engine/files/files.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

class GltfTrack : public ::testing::Test {
 protected:
  // One channel of node 1 "vane", child of node 0 "post" at (1, 2, 3), with the local position (0.5, 0, 0).
  std::vector<RigidPose> track(const std::string& path, const std::string& way, const std::vector<float>& times,
                               const std::vector<float>& values, const std::string& name = "vane", int node = 1) {
    const std::size_t n = path == "rotation" ? 4 : 3;
    std::string bytes(4 * (times.size() + values.size()), '\0');
    std::memcpy(bytes.data(), times.data(), 4 * times.size());
    std::memcpy(bytes.data() + 4 * times.size(), values.data(), 4 * values.size());
    files::write_file(folder.file("t.bin"), bytes);
    files::write_file(folder.file("t.gltf"),
                      fmt::format(R"({{"asset":{{"version":"2.0"}},
      "nodes":[{{"name":"post","translation":[1,2,3],"children":[1]}},{{"name":"vane","translation":[0.5,0,0]}},{{"name":"still"}}],
      "animations":[{{"name":"go","channels":[{{"sampler":0,"target":{{"node":{},"path":"{}"}}}}],
        "samplers":[{{"input":0,"output":1,"interpolation":"{}"}}]}}],
      "accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"SCALAR"}},
        {{"bufferView":1,"componentType":5126,"count":{},"type":"VEC{}"}}],
      "bufferViews":[{{"buffer":0,"byteLength":{}}},{{"buffer":0,"byteOffset":{},"byteLength":{}}}],
      "buffers":[{{"uri":"t.bin","byteLength":{}}}]}})",
                                  node, path, way, times.size(), values.size() / n, n, 4 * times.size(),
                                  4 * times.size(), 4 * values.size(), bytes.size()));
    return solids::read_gltf_track(folder.file("t.gltf"), "go", name);
  }
  std::string refused(const std::string& path, const std::string& way, const std::vector<float>& times,
                      const std::vector<float>& values, const std::string& name = "vane", int node = 1) {
    try {
      track(path, way, times, values, name, node);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      return e.what();
    }
    ADD_FAILURE() << "accepted";
    return {};
  }
  static glm::dvec3 moved(const RigidPose& pose, const glm::dvec3& p) { return pose.shift + pose.turn * p; }
  test::TempFolder folder;
};

TEST_F(GltfTrack, LinearTurnsAreEvenAboutTheNode) {
  const auto h = static_cast<float>(std::sqrt(0.5));
  const auto poses = track("rotation", "LINEAR", {0, 1, 2}, {0, 0, 0, 1, 0, h, 0, h, 0, 1, 0, 0});
  ASSERT_EQ(poses.size(), 241u);
  for (std::size_t i = 0; i < poses.size(); i += 20) {
    const double angle = std::acos(0.0) * static_cast<double>(i) / 120;
    const glm::dvec3 p = moved(poses[i], {2.5, 2, 3});  // a meter along x from the node, at (1.5, 2, 3)
    EXPECT_NEAR(p.x, 1.5 + std::cos(angle), 1e-5) << i;
    EXPECT_NEAR(p.z, 3 - std::sin(angle), 1e-5) << i;
    EXPECT_NEAR(p.y, 2, 1e-6);
  }
}

TEST_F(GltfTrack, StepsAndCubicsAreThoseOfTheSpecification) {
  const auto steps = track("translation", "STEP", {0, 1, 2}, {0.5f, 0, 0, 0.5f, 4, 0, 0.5f, 1, 0});
  EXPECT_NEAR(moved(steps[119], {}).y, 0, 1e-6);
  EXPECT_NEAR(moved(steps[121], {}).y, 4, 1e-6);
  EXPECT_NEAR(moved(steps[240], {}).y, 1, 1e-6);
  // In-tangent, value, out-tangent of two keys 2 s apart.
  const auto cubic =
      track("translation", "CUBICSPLINE", {0, 2}, {0, 0, 0, 0.5f, 1, 0, 0, 3, 0, 0, -1, 0, 0.5f, 2, 0, 0, 0, 0});
  ASSERT_EQ(cubic.size(), 241u);
  for (std::size_t i = 0; i < cubic.size(); i += 24) {
    const double t = static_cast<double>(i) / 240, t2 = t * t, t3 = t2 * t;
    const double want =
        (2 * t3 - 3 * t2 + 1) * 1 + 2 * (t3 - 2 * t2 + t) * 3 + (3 * t2 - 2 * t3) * 2 + 2 * (t3 - t2) * -1;
    EXPECT_NEAR(moved(cubic[i], {}).y, want, 1e-5) << i;
  }
}

TEST_F(GltfTrack, ParentsMoveTheirChildren) {
  const auto poses = track("translation", "LINEAR", {0, 1}, {1, 2, 3, 1, 2, 5}, "vane", 0);
  EXPECT_NEAR(moved(poses.back(), {}).z, 2, 1e-6);
}

TEST_F(GltfTrack, RefusesByName) {
  EXPECT_NE(refused("scale", "LINEAR", {0, 1}, {1, 1, 1, 1, 2, 1}).find("animation 'go': changes the size"),
            std::string::npos);
  EXPECT_NE(refused("translation", "SMOOTH", {0}, {0, 0, 0}).find("interpolation is 'SMOOTH'"), std::string::npos);
  EXPECT_NE(refused("translation", "LINEAR", {1, 0}, {0, 0, 0, 0, 0, 0}).find("times that rise"), std::string::npos);
  EXPECT_NE(refused("translation", "CUBICSPLINE", {0, 1}, {0, 0, 0, 0, 0, 0}).find("three values for each time"),
            std::string::npos);
  EXPECT_NE(refused("translation", "LINEAR", {0}, {0, 0, 0}, "mast").find("none is named 'mast'"), std::string::npos);
  EXPECT_NE(refused("translation", "LINEAR", {0}, {0, 0, 0}, "still").find("does not move the node 'still'"),
            std::string::npos);
  EXPECT_THROW(solids::read_gltf_track(folder.file("t.gltf"), "rest", "vane"), Error);
}

}  // namespace
}  // namespace undine
