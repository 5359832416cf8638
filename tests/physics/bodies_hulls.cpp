// Open and sealed hulls against Archimedes and the metacentric formula: dry inside until water passes the gunwale.
#include <bit>
#include <cmath>

#include "tests/support/body_runner.h"
#include "tests/support/constants.h"
#include "tests/support/hull_mesh.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

using test::gravity;
constexpr const char* drag = R"("drag": {"normal": 3, "tangential": 1, "creep": 0.5})";

struct Tub {
  glm::dvec3 size{2, 0.6, 1};
  double wall = 0.05;
  bool lid = false;
  glm::dvec3 inside() const { return size - glm::dvec3(2, lid ? 2 : 1, 2) * wall; }
  double solid() const { return size.x * size.y * size.z - inside().x * inside().y * inside().z; }
  double middle() const {  // center of mass above the keel
    const double all = size.x * size.y * size.z, hole = all - solid();
    return (all * size.y / 2 - hole * (wall + inside().y / 2)) / solid();
  }
  double inertia() const {  // about the long axis through the center of mass, per density
    const auto box = [](const glm::dvec3& s, double off) {
      return s.x * s.y * s.z * ((s.y * s.y + s.z * s.z) / 12 + off * off);
    };
    return box(size, size.y / 2 - middle()) - box(inside(), wall + inside().y / 2 - middle());
  }
};

class BodiesHulls : public test::BodyTest {
 protected:
  void float_in(const std::string& solver, const std::string& water, const std::string& body, double step = 1.0 / 120) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}},
      "water": [{{"name": "pool", "solver": "{}", {}}}], "bodies": [{{"shape": "mesh", "gltf": "hull.gltf", {}}}]}})",
                          step, solver, water, body),
              folder_.file("test.json"));
  }
  void write(const Tub& tub) { test::write_gltf(folder_.file("hull.gltf"), test::tub(tub.size, tub.wall, tub.lid)); }
  double y() { return static_cast<double>(state().position.y); }

  test::TempFolder folder_;
};

const std::string wide = R"("cells": [32, 32], "size": [16, 16])";
const std::string deep = wide + R"(, "initial": [{"shape": "level", "level": 2}])";

TEST_F(BodiesHulls, OpenBoatsFloatAtTheDraftOfTheirMass) {
  // m = rho L B d; the first is the boat of 519 kg.
  struct Case {
    Tub tub;
    double density;
  };
  for (const Case& c : {Case{{}, 2000}, Case{{{3, 0.8, 1.2}, 0.1}, 1500}, Case{{{0.6, 0.3, 0.4}, 0.02}, 2700}}) {
    write(c.tub);
    const double mass = c.density * c.tub.solid(), draft = mass / (1000 * c.tub.size.x * c.tub.size.z);
    ASSERT_LT(draft, 0.9 * c.tub.size.y);
    const double floats = c.tub.middle() - draft;
    for (bool displaces : {false, true}) {
      SCOPED_TRACE(fmt::format("{} m, displaces {}", c.tub.size.x, displaces));
      float_in("wave", wide + R"(, "speed": 3, "damping": 0.3)",
               fmt::format(R"("density": {}, "displaces": {}, "position": [0, {}, 0], {})", c.density, displaces,
                           floats + 0.03, drag));
      advance(480);
      EXPECT_NEAR(y(), floats, 0.01 * draft);
      EXPECT_NEAR(1000 * body_stats().bodies[0].volume, mass, 0.01 * mass);
    }
  }
}

TEST_F(BodiesHulls, OpenBoatsFloatInColumns) {
  const Tub tub;
  write(tub);
  const double mass = 2000 * tub.solid(), draft = mass / 2000;
  for (const char* solver : {"shallow", "pipes"}) {
    SCOPED_TRACE(solver);
    float_in(solver, deep,
             fmt::format(R"("density": 2000, "position": [0, {}, 0], {})", 2 + tub.middle() - draft, drag), 1.0 / 60);
    advance(180);
    EXPECT_NEAR(y(), 2 + tub.middle() - draft, 0.03 * draft);
    EXPECT_NEAR(1000 * body_stats().bodies[0].volume, mass, 0.02 * mass);
    EXPECT_LT(test::tilt(state()), glm::radians(1.0));
  }
}

TEST_F(BodiesHulls, TheRightingMomentOfAnOpenBoatIsThatOfItsMetacenter) {
  const Tub tub;
  write(tub);
  const double mass = 2000 * tub.solid(), draft = mass / 2000, breadth = tub.size.z;
  const double height = draft / 2 + breadth * breadth / (12 * draft) - tub.middle();  // KB + BM - KG
  ASSERT_NEAR(height, 0.2415, 1e-3);
  for (double angle : {2.0, -4.0}) {
    float_in("wave", wide + R"(, "speed": 1)",
             fmt::format(R"("density": 2000, "displaces": false, "position": [0, {}, 0], "rotation": [{}, 0, 0],
                            "drag": {{"normal": 0, "tangential": 0}})",
                         tub.middle() - draft, angle));
    advance(1);
    const double turning = static_cast<double>(state().spin.x) * 120 * 2000 * tub.inertia();
    EXPECT_NEAR(turning / (-mass * gravity * height * std::sin(glm::radians(angle))), 1, 0.03);
  }
}

TEST_F(BodiesHulls, ModelsWithAnotherAxisUpStayDryToo) {
  // The same boat modeled with z upwards, rotated by the scene.
  const Tub tub;
  test::BlockMesh mesh = test::tub(tub.size, tub.wall, false);
  for (glm::vec3& p : mesh.points) p = {p.x, -p.z, p.y};
  test::write_gltf(folder_.file("hull.gltf"), mesh);
  const double draft = tub.solid();
  float_in("wave", wide + R"(, "speed": 3)",
           fmt::format(R"("density": 2000, "position": [0, {}, 0], "rotation": [-90, 30, 0], {})", tub.middle() - draft,
                       drag));
  advance(480);
  EXPECT_NEAR(y(), tub.middle() - draft, 0.02 * draft);
}

TEST_F(BodiesHulls, SealedCavitiesHoldNoWater) {
  Tub tub;
  tub.lid = true;
  write(tub);
  const double mass = 2000 * tub.solid(), draft = mass / 2000;
  ASSERT_LT(draft, tub.size.y);
  float_in("wave", wide + R"(, "speed": 3)",
           fmt::format(R"("density": 2000, "position": [0, {}, 0], {})", 0.3 - draft, drag));
  advance(720);
  EXPECT_NEAR(y(), 0.3 - draft, 0.01 * draft);
}

TEST_F(BodiesHulls, WaterThatPassesTheRimSinksABoat) {
  // A rim a centimeter under the level lets the tub fill; a rim a centimeter above it lets it rise to its draft.
  const Tub tub;
  write(tub);
  const double draft = tub.solid(), middle = tub.middle();
  for (double freeboard : {-0.01, 0.01}) {
    float_in("wave", wide + R"(, "speed": 3, "damping": 0.3)",
             fmt::format(R"("density": 2000, "displaces": false, "position": [0, {}, 0], {})",
                         middle - tub.size.y + freeboard, drag));
    advance(480);
    if (freeboard > 0)
      EXPECT_NEAR(y(), middle - draft, 0.02);
    else
      EXPECT_LT(y(), -1);
  }
}

TEST_F(BodiesHulls, ASwampedBoatOfWoodFloatsByItsWoodAlone) {
  const Tub tub;
  write(tub);
  float_in("wave", wide + R"(, "speed": 3, "damping": 0.3)",
           fmt::format(R"("density": 800, "displaces": false, "position": [0, {}, 0], {})",
                       tub.middle() - tub.size.y - 0.02, drag));
  advance(960);
  EXPECT_NEAR(body_stats().bodies[0].volume, 0.8 * tub.solid(), 0.02 * tub.solid());
}

TEST_F(BodiesHulls, ACapsizedBoatOfSteelSinks) {
  const Tub tub;
  write(tub);
  float_in("wave", wide + R"(, "speed": 3, "damping": 0.3)",
           fmt::format(R"("density": 2000, "position": [0, 0, 0], "rotation": [180, 0, 0], {})", drag));
  advance(480);
  EXPECT_LT(y(), -1);
}

TEST_F(BodiesHulls, CompartmentsFloodSeparately) {
  // Rotated about its breadth so that the stern's rim is submerged: the bulkhead keeps the bow compartment dry.
  const test::BlockMesh boat = test::block_mesh(
      {std::vector<double>{-1, -0.95, -0.025, 0.025, 0.95, 1}, {-0.3, -0.25, 0.3}, {-0.5, -0.45, 0.45, 0.5}},
      [](int x, int y, int z) { return y == 0 || z != 1 || x == 0 || x == 2 || x == 4; });
  test::write_gltf(folder_.file("hull.gltf"), boat);
  const bodies::Hull hull = test::hull_of(boat);
  float_in("wave", wide + R"(, "speed": 3)",
           fmt::format(R"("density": 500, "displaces": false, "position": [0, -0.05, 0], "rotation": [0, 0, 25], {})",
                       drag));
  advance(1);
  EXPECT_EQ(std::popcount(state().flooded), 1);
}

TEST_F(BodiesHulls, BoatsStayDryInWavesBelowTheirRim) {
  const Tub tub;
  write(tub);
  const double draft = tub.solid();
  float_in("wave", wide + R"(, "speed": 3, "initial": [{"shape": "cosine", "height": 0.1, "mode": [2, 0]}])",
           fmt::format(R"("density": 2000, "position": [0.7, {}, 0], {})", tub.middle() - draft, drag));
  for (int i = 0; i < 40; ++i) {
    advance(12);
    ASSERT_EQ(state().flooded, 0u);
    ASSERT_GT(y(), -0.4);
  }
}

}  // namespace
}  // namespace undine
