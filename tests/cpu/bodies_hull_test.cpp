// Hulls and their mass properties against closed forms; fleets in scenes; messages for invalid input.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/core/error.h"
#include "engine/files/npy.h"
#include "passes/bodies/bodies_fleet.h"
#include "passes/grid/heightmap.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/support/refused.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

constexpr double pi = std::numbers::pi;

void expect_inertia(const bodies::Hull& hull, const glm::dvec3& wanted, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(hull.inertia[i][k], i == k ? wanted[i] : 0, tolerance * wanted.x) << i << k;
}

TEST(BodiesHull, BoxesAreExact) {
  BodySettings s;
  s.size = {2, 1, 0.5};
  const bodies::Hull hull = bodies::make_hull(s);
  EXPECT_NEAR(hull.volume, 1, 1e-12);
  expect_inertia(hull, {(1 + 0.25) / 12, (4 + 0.25) / 12, (4 + 1) / 12.0}, 1e-12);
}

TEST(BodiesHull, RoundShapesHaveTheirVolume) {
  BodySettings s;
  s.shape = BodySettings::Shape::sphere;
  s.radius = 2;
  bodies::Hull hull = bodies::make_hull(s);
  EXPECT_NEAR(hull.volume, 4.0 / 3 * pi * 8, 1e-9);
  const double sphere = 0.4 * hull.volume * 4;
  expect_inertia(hull, {sphere, sphere, sphere}, 1e-9);
  s.shape = BodySettings::Shape::cylinder;
  s.length = 3;
  hull = bodies::make_hull(s);
  EXPECT_NEAR(hull.volume, pi * 4 * 3, 1e-9);
  const double across = hull.volume / 12 * (3 * 4 + 9);
  expect_inertia(hull, {across, hull.volume * 2, across}, 1e-9);
  s.shape = BodySettings::Shape::capsule;
  for (double length : {4.0, 7.0}) {
    s.length = length;
    hull = bodies::make_hull(s);
    EXPECT_NEAR(hull.volume, pi * 4 * (length - 4) + 4.0 / 3 * pi * 8, 1e-9);
    if (length == 4) expect_inertia(hull, {sphere, sphere, sphere}, 1e-9);
  }
}

solids::TriangleMesh tetrahedron() {
  solids::TriangleMesh mesh;
  for (glm::vec3 p : {glm::vec3(1, 1, 1), glm::vec3(3, 1, 1), glm::vec3(1, 4, 1), glm::vec3(1, 1, 5)})
    mesh.vertices.push_back({p});
  mesh.indices = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  return mesh;
}

TEST(BodiesHull, MeshesAreWeighedAboutTheirMiddle) {
  for (bool inside_out : {false, true}) {
    solids::TriangleMesh mesh = tetrahedron();
    if (inside_out)
      for (std::size_t i = 0; i < mesh.indices.size(); i += 3) std::swap(mesh.indices[i], mesh.indices[i + 1]);
    const bodies::Hull hull = bodies::make_hull({mesh}, 2.0, "here");
    EXPECT_NEAR(hull.volume, 8 * 2.0 * 3 * 4 / 6, 1e-4);
    EXPECT_NEAR(hull.shift.x, 2 * 1.5, 1e-5);
    EXPECT_NEAR(hull.shift.y, 2 * 1.75, 1e-5);
    EXPECT_NEAR(hull.shift.z, 2 * 2.0, 1e-5);
    // V (b² + c²) 3/80 for legs b and c of a right-angled corner.
    EXPECT_NEAR(hull.inertia[0][0], hull.volume * 3.0 / 80 * (36 + 64), 1e-3);
    EXPECT_NEAR(hull.inertia[0][1], hull.volume / 80 * 4 * 6, 1e-3);
  }
}

TEST(BodiesHull, OpenMeshesAreRefusedByName) {
  solids::TriangleMesh mesh = tetrahedron();
  mesh.indices.resize(9);
  try {
    bodies::make_hull({mesh}, 1, "scene.json: /bodies/3/gltf: tub.glb");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    EXPECT_NE(std::string(e.what()).find("/bodies/3/gltf: tub.glb"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("3 of its edges"), std::string::npos);
  }
  EXPECT_THROW(bodies::make_hull({solids::TriangleMesh{}}, 1, "empty"), Error);
}

class BodyScenes : public ::testing::Test {
 protected:
  static Scene parse(const std::string& text) { return parse_scene(text, "test.json"); }
};

TEST_F(BodyScenes, ScattersByItsSeedAndFindsItsWater) {
  const auto text = [](int seed) {
    return scene_with(fmt::format(
        R"("clock": {{"seed": {}}}, "water": [{{"name": "a", "solver": "wave", "size": [4, 4], "origin": [50, 0, 0]}},
           {{"name": "b", "solver": "wave", "size": [40, 40]}}],
           "bodies": [{{"size": [0.5, 0.25, 1], "density": 400, "position": [1, 2, 3], "count": 6,
           "grid": {{"cells": [3, 0], "spacing": [2, 4], "jitter": 0.5, "turn": 90}}}},
           {{"shape": "sphere", "radius": 0.5, "mass": 77, "water": "a"}}])",
        seed));
  };
  const undine::bodies::BodyFleet one = bodies::make_fleet(parse(text(1))), again = bodies::make_fleet(parse(text(1))),
                                  other = bodies::make_fleet(parse(text(2)));
  ASSERT_EQ(one.states.size(), 7u);
  EXPECT_EQ(one.entries[0].water, 1);
  EXPECT_EQ(one.entries[1].water, 0);
  EXPECT_NEAR(one.kinds[0].mass, 50, 1e-4);
  EXPECT_NEAR(one.kinds[1].mass, 77, 1e-4);
  EXPECT_NEAR(one.thinnest, 0.25, 1e-6);
  bool differs = false;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(one.states[i].position, again.states[i].position);
    EXPECT_EQ(one.states[i].rotation, again.states[i].rotation);
    differs = differs || one.states[i].position != other.states[i].position;
    const glm::vec3 middle(1 + 2 * (static_cast<float>(i % 3) - 1), 2, 3 + 4 * (static_cast<float>(i / 3) - 0.5f));
    EXPECT_LE(std::abs(one.states[i].position.x - middle.x), 0.5f);
    EXPECT_LE(std::abs(one.states[i].position.z - middle.z), 1.0f);
    EXPECT_EQ(one.states[i].position.y, 2.0f);
  }
  EXPECT_TRUE(differs);
}

// A scatter whose shifts alone would let neighbors overlap, beside a body that stands in its middle.
TEST_F(BodyScenes, ScatteredBodiesDoNotOverlap) {
  for (const int seed : {1, 2, 3}) {
    const bodies::BodyFleet fleet = bodies::make_fleet(parse(scene_with(fmt::format(
        R"("clock": {{"seed": {}}}, "bodies": [{{"shape": "sphere", "radius": 1.5}},
           {{"shape": "sphere", "radius": 0.5, "count": 100, "position": [0.3, 0, 0.2],
             "grid": {{"cells": [10, 10], "spacing": [1.8, 1.8], "jitter": 1}}}}])",
        seed))));
    ASSERT_EQ(fleet.states.size(), 101u);
    EXPECT_EQ(fleet.states[0].position, glm::vec3(0));
    for (std::size_t a = 0; a < 101; ++a)
      for (std::size_t b = a + 1; b < 101; ++b) {
        const float apart = glm::distance(fleet.states[a].position, fleet.states[b].position);
        EXPECT_GT(apart, (a == 0 ? 2.0f : 1.0f) - 0.02f) << a << " and " << b << ", seed " << seed;
      }
  }
}

// Smallest height of a hull's surface over the terrain: 40 x 40 places of each of its triangles.
double clearance(const Scene& scene, const bodies::BodyFleet& fleet, const bodies::BodyState& s) {
  const glm::dquat turn(glm::quat(s.rotation.w, s.rotation.x, s.rotation.y, s.rotation.z));
  double lowest = 1e9;
  const bodies::BodyKind& kind = fleet.kinds[0];
  for (std::uint32_t f = 0; f < kind.whole; ++f) {
    const glm::uvec3 facet = fleet.facets[kind.first_facet + f];
    for (int i = 0; i <= 40; ++i)
      for (int k = 0; i + k <= 40; ++k) {
        const glm::dvec3 p =
            (glm::dvec3(fleet.points[facet.x]) * double(i) + glm::dvec3(fleet.points[facet.y]) * double(k) +
             glm::dvec3(fleet.points[facet.z]) * double(40 - i - k)) /
            40.0;
        const glm::dvec3 at = fleet.anchor + glm::dvec3(s.position) + turn * p;
        lowest = std::min(lowest, at.y - grid::terrain_height(*scene.terrain, at.x, at.z));
      }
  }
  return lowest;
}

struct OnTerrain : BodyScenes {
  // 9 x 9 samples, 2 m apart.
  Scene scene(const std::vector<float>& heights, const std::string& body) const {
    files::write_npy(folder.path() / "ground.npy", std::vector<std::uint32_t>{9, 9}, heights);
    return parse_scene(scene_with(fmt::format(
                           R"("terrain": {{"heightmap": "ground.npy", "size": [16, 16]}},
                              "bodies": [{{{}, "on_terrain": true, "position": [0.2, 50, -0.3]}}])",
                           body)),
                       folder.path() / "test.json");
  }
  TempFolder folder;
};

// Slopes that bulge under a hull, hollows, and single peaks under a face: no place of a hull lies below, one touches.
TEST_F(OnTerrain, HullsTouchTheGround) {
  for (const int ground : {0, 1, 2, 3}) {
    std::vector<float> heights;
    for (int z = 0; z < 9; ++z)
      for (int x = 0; x < 9; ++x) {
        const auto u = static_cast<float>(x), v = static_cast<float>(z);
        heights.push_back(ground == 0   ? 0.3f * u - 0.1f * v * v
                          : ground == 1 ? 0.05f * (u - 4) * (u - 4) + 0.02f * v
                          : ground == 2 ? (x == 4 && z == 4 ? 1.0f : 0.0f)
                                        : 0.2f * static_cast<float>((x * 7 + z * 5) % 4));
      }
    for (const char* shape :
         {R"("size": [1, 0.5, 2], "rotation": [10, 0, 40])", R"("size": [7, 0.5, 5], "rotation": [0, 20, 0])",
          R"("shape": "sphere", "radius": 0.4)",
          R"("shape": "capsule", "radius": 0.3, "length": 9, "rotation": [80, 30, 0])",
          R"("size": [1, 0.5, 2], "count": 9, "grid": {"spacing": [3, 3], "jitter": 0.2, "turn": 90})"}) {
      SCOPED_TRACE(fmt::format("ground {}, {}", ground, shape));
      const Scene at = scene(heights, shape);
      const bodies::BodyFleet fleet = bodies::make_fleet(at);
      for (const bodies::BodyState& s : fleet.states) {
        const double least = clearance(at, fleet, s);
        EXPECT_GT(least, -2e-3);
        // Places of this test are up to 0.2 m apart: it misses the tip of a peak (PeakUnderAFaceCarriesABox).
        if (ground != 2) {
          EXPECT_LT(least, 1e-2);
        }
      }
    }
  }
}

TEST_F(OnTerrain, PeakUnderAFaceCarriesABox) {
  std::vector<float> heights(81, 0.0f);
  heights[4 * 9 + 4] = 1;
  const Scene at = scene(heights, R"("size": [7, 0.5, 5])");
  EXPECT_NEAR(static_cast<double>(bodies::make_fleet(at).states[0].position.y), 1 + 0.25 + 1e-3, 1e-6);
}

TEST_F(OnTerrain, OutsideOfTheMapPositionsStay) {
  const Scene at = scene(std::vector<float>(81, 0.0f), R"("count": 2, "grid": {"cells": [2, 1], "spacing": [40, 1]})");
  for (const bodies::BodyState& s : bodies::make_fleet(at).states) EXPECT_EQ(s.position.y, 50.0f);
}

TEST_F(OnTerrain, NeedsATerrain) {
  expect_refused([] { bodies::make_fleet(parse(scene_with(R"("bodies": [{"on_terrain": true}])"))); },
                 {"/bodies/0/on_terrain", "no terrain"});
}

TEST_F(BodyScenes, BodiesOutsideAllWatersTakeTheNearest) {
  for (const auto& [x, water] : {std::pair(-11.0, 0), std::pair(4.0, 0), std::pair(6.0, 1), std::pair(40.0, 1)}) {
    const bodies::BodyFleet fleet = bodies::make_fleet(parse(scene_with(fmt::format(
        R"("water": [{{"name": "a", "solver": "wave", "size": [4, 4], "origin": [0, 0, 0]}},
                     {{"name": "b", "solver": "wave", "size": [8, 4], "origin": [13, 0, 0]}}],
           "bodies": [{{"position": [{}, 2, 0]}}])",
        x))));
    EXPECT_EQ(fleet.entries[0].water, water) << x;
  }
}

TEST_F(BodyScenes, BadBodiesAreNamed) {
  const auto refuse = [&](const std::string& bodies, const std::string& pointer, const std::string& words) {
    SCOPED_TRACE(bodies);
    expect_refused([&] { parse(scene_with(R"("bodies": [)" + bodies + "]")); }, {pointer, words});
  };
  refuse(R"({"shape": "cone"})", "/bodies/0/shape", "cone");
  refuse(R"({"size": [1, 0, 1]})", "/bodies/0/size", "0");
  refuse(R"({"radius": 1})", "/bodies/0/radius", "");
  refuse(R"({"density": -1})", "/bodies/0/density", "-1");
  refuse(R"({}, {"water": "lake"})", "/bodies/1/water", "lake");
  refuse(R"({"shape": "capsule", "radius": 1, "length": 1.5})", "/bodies/0/length", "1.5");
  refuse(R"({"count": 9, "grid": {"cells": [2, 4]}})", "/bodies/0/count", "2 x 4");
  refuse(R"({"count": 60000}, {"count": 60000})", "/bodies", "120000");
  refuse(R"({"shape": "mesh"})", "/bodies/0", "\"gltf\" is missing");
}

}  // namespace
}  // namespace undine::test
