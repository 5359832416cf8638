// Fish and leaves without a device: settings, meshes, and the ground under a water.
#include <fmt/format.h>

#include "engine/core/error.h"
#include "passes/agents/fish_shape.h"
#include "passes/agents/leaf_shape.h"
#include "passes/agents/leaves_params.h"
#include "passes/fluid/fluid_initial.h"
#include "passes/solids/pond_bed.h"
#include "tests/cpu/scene_fixture.h"
#include "tests/support/refused.h"

namespace undine::test {
namespace {

double signed_volume(const solids::TriangleMesh& mesh, bool body) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return mesh.vertices[mesh.indices[i + k]]; };
    if ((corner(0).uv.y < 0.5f) != body) continue;
    const glm::dvec3 a(corner(0).position), b(corner(1).position), c(corner(2).position);
    sum += glm::dot(a, glm::cross(b, c)) / 6;
  }
  return sum;
}

TEST(FishMesh, IsAClosedBodyOfOneLengthWithTwoSidedFins) {
  const solids::TriangleMesh mesh = agents::make_fish_mesh();
  glm::vec3 low(1e9f), high(-1e9f);
  for (const solids::Vertex& v : mesh.vertices) {
    low = glm::min(low, v.position);
    high = glm::max(high, v.position);
    EXPECT_NEAR(glm::length(v.normal), 1, 1e-3f) << v.position.x << " " << v.position.y << " " << v.position.z;
  }
  EXPECT_FLOAT_EQ(high.x, 0.5f);
  EXPECT_NEAR(low.x, -0.5f, 1e-3f);
  EXPECT_NEAR(high.z, -low.z, 1e-5f);
  // About that of an ellipsoid 0.8 long with half axes 0.09 and 0.075: 0.011. Negative: inside out.
  EXPECT_GT(signed_volume(mesh, true), 0.006);
  EXPECT_LT(signed_volume(mesh, true), 0.012);
  EXPECT_NEAR(signed_volume(mesh, false), 0, 1e-7);  // sheets are two-sided
}

TEST(LeafMesh, IsSeenFromAboveAndBelow) {
  for (int shape : {agents::leaf_shape_leaf, agents::leaf_shape_petal, agents::leaf_shape_pad}) {
    const solids::TriangleMesh mesh = agents::make_leaf_mesh(shape);
    double up = 0, down = 0;
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
      const auto at = [&](std::size_t k) { return glm::dvec3(mesh.vertices[mesh.indices[i + k]].position); };
      const glm::dvec3 area = 0.5 * glm::cross(at(1) - at(0), at(2) - at(0));
      const double facing = glm::dot(area, glm::dvec3(mesh.vertices[mesh.indices[i]].normal));
      EXPECT_GE(facing, 0) << shape;
      (area.y > 0 ? up : down) += std::abs(area.y);
    }
    EXPECT_NEAR(up, down, 1e-6) << shape;
    EXPECT_GT(up, 0.1) << shape;
    EXPECT_LT(up, 0.8) << shape;
  }
}

class AgentScenes : public ::testing::Test {
 protected:
  static Scene parse(const std::string& members) { return parse_scene(scene_with(members), "test.json"); }
  static constexpr const char* water = R"("water": [{"name": "a", "solver": "wave", "size": [8, 4]}])";
};

TEST_F(AgentScenes, BedIncludesTerrainAndMeshes) {
  const Scene scene = parse(std::string(R"("meshes": [{"shape": "plane", "size": [50, 0, 50], "translate": [0, -5, 0]},
    {"shape": "basin", "size": [8, 1, 4], "wall": 0.2, "rim": 0.2},
    {"shape": "box", "size": [1, 2, 1], "translate": [2, -0.5, 0]},
    {"shape": "box", "size": [1, 0.5, 1], "translate": [-2, -0.75, 0], "rotate": [0, 90, 0]},
    {"shape": "box", "size": [8, 0.1, 1], "translate": [0, 0.5, 1.5]}], )") +
                            water);
  const solids::PondBed bed = solids::bed_under(scene, *scene.water[0].settings->place());
  EXPECT_EQ(bed.cells, glm::uvec2(256, 128));
  const auto at = [&](double x, double z) {
    const auto i = static_cast<std::size_t>((x / 8 + 0.5) * 256), j = static_cast<std::size_t>((z / 4 + 0.5) * 128);
    return bed.height[j * 256 + i];
  };
  EXPECT_FLOAT_EQ(at(0, 0), -1) << "the floor";
  EXPECT_FLOAT_EQ(at(2, 0.3), solids::pond_blocked) << "a pillar";
  EXPECT_FLOAT_EQ(at(-2, 0.3), -0.5) << "a block under water";
  EXPECT_FLOAT_EQ(at(0, 1.5), -1) << "a roof over the water";
  EXPECT_FLOAT_EQ(at(2, 0.7), -1) << "beside the pillar";
}

// "obstacles": "scene": half coverage is the border, to a third of a cell.
TEST_F(AgentScenes, FluidObstaclesBlockAgents) {
  const Scene scene = parse(R"("meshes": [{"shape": "basin", "size": [6, 1, 3], "wall": 0.5, "rim": 0.2},
    {"shape": "box", "size": [1, 2, 1], "translate": [2, -0.5, 0]},
    {"shape": "box", "size": [1, 0.5, 1], "translate": [-2, -0.75, 0]}],
    "water": [{"name": "a", "solver": "fluid", "size": [8, 4], "cells": [80, 40], "obstacles": "scene"}])");
  const auto& s = dynamic_cast<const fluid::FluidSettings&>(*scene.water[0].settings);
  SceneContext context;
  context.scene = &scene;
  const fluid::FluidInitial initial = fluid::make_fluid_initial(s, context);
  ASSERT_EQ(initial.mask.size(), 81u * 41u);
  const auto at = [&](double x, double z) {
    return initial.mask[static_cast<std::size_t>(std::lround((z + 2) * 10) * 81 + std::lround((x + 4) * 10))];
  };
  EXPECT_GT(at(0, 0), 0) << "open water";
  EXPECT_LT(at(2, 0.2), 0) << "a pillar";
  EXPECT_LT(at(1.6, 0), 0) << "inside of its rim";
  EXPECT_GT(at(1.4, 0), 0) << "outside of its rim";
  EXPECT_GT(at(-2, 0), 0) << "a block under water";
  EXPECT_LT(at(-3.2, 0), 0) << "the basin's wall";
  EXPECT_LT(at(0, 1.7), 0) << "the basin's wall";
  EXPECT_GT(at(-2.9, 1.4), 0) << "inside of the wall";
  EXPECT_THROW(fluid::make_fluid_initial(s, {}), Error) << "no scene around";
}

TEST_F(AgentScenes, OverNothingThereIsNoBed) {
  const Scene scene = parse(std::string(R"("meshes": [], )") + water);
  for (float h : solids::bed_under(scene, *scene.water[0].settings->place()).height)
    EXPECT_EQ(h, solids::pond_bottomless);
}

TEST_F(AgentScenes, BadFishAndLeavesAreNamed) {
  const auto refuse = [&](const std::string& members, const std::string& pointer, const std::string& words) {
    SCOPED_TRACE(members);
    expect_refused([&] { parse(members); }, {pointer, words});
  };
  const std::string with = std::string(water) + ", ";
  refuse(R"("fish": [{}])", "/fish/0/water", "no water");
  refuse(with + R"("fish": [{"water": "b"}])", "/fish/0/water", "\"b\"");
  refuse(with + R"("leaves": [{}, {"water": "b"}])", "/leaves/1/water", "\"b\"");
  refuse(with + R"("fish": [{"depth": [0.5, 0.1]}])", "/fish/0/depth", "0.5");
  refuse(with + R"("fish": [{"speed": 2, "burst": 1}])", "/fish/0/burst", "slower");
  refuse(with + R"("fish": [{"count": 0}])", "/fish/0/count", "0");
  refuse(with + R"("fish": [{"count": 4000}, {"count": 97}])", "/fish", "4097");
  refuse(with + R"("fish": [{"school": {"sight": -1}}])", "/fish/0/school/sight", "-1");
  refuse(with + R"("leaves": [{"shape": "pad", "season": 0.5}])", "/leaves/0/season", "");
  refuse(with + R"("leaves": [{"shape": "needle"}])", "/leaves/0/shape", "needle");
  refuse(with + R"("leaves": [{"size": 0}])", "/leaves/0/size", "0");
}

}  // namespace
}  // namespace undine::test
