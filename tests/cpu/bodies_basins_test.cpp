// Basins, cavities and symmetry of hulls on the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <set>

#include "passes/bodies/bodies_fleet.h"
#include "passes/bodies/bodies_symmetry.h"
#include "tests/support/hull_mesh.h"

namespace undine::test {
namespace {

using bodies::Hull;

const glm::dvec3 up(0, 1, 0);

double area_in_basins(const Hull& hull) {
  double sum = 0;
  for (const bodies::Basin& b : hull.basins)
    for (unsigned i = b.begin; i < b.end; ++i) {
      const glm::uvec3& f = hull.facets[i];
      sum += 0.5 * glm::length(glm::cross(hull.points[f.y] - hull.points[f.x], hull.points[f.z] - hull.points[f.x]));
    }
  return sum;
}

TEST(BodiesBasins, TubsHaveOneOfTheirInnerFacets) {
  for (const glm::dvec3& size : {glm::dvec3(2, 0.6, 1), glm::dvec3(0.3, 0.9, 0.4), glm::dvec3(5, 1, 5)}) {
    Hull hull = hull_of(tub(size, 0.05, false));
    bodies::find_basins(hull, up);
    ASSERT_EQ(hull.basins.size(), 1u);
    const glm::dvec3 inside = size - glm::dvec3(0.1, 0.05, 0.1);
    EXPECT_NEAR(area_in_basins(hull), inside.x * inside.z + 2 * inside.y * (inside.x + inside.z), 1e-5);
    EXPECT_FALSE(hull.rims.empty());
  }
}

TEST(BodiesBasins, TubsThatLieOnTheirSideHaveThemToo) {
  // Modeled with the opening along z, upside down, or upright and tilted by the scene: the hull uses the attitude
  // with the largest capacity.
  const double inside = 1.9 * 0.9 + 2 * 0.55 * (1.9 + 0.9);
  for (double angle : {90.0, 180.0, -90.0}) {
    Hull hull = hull_of(tub({2, 0.6, 1}, 0.05, false));
    for (glm::dvec3& p : hull.points) p = glm::angleAxis(glm::radians(angle), glm::dvec3(1, 0, 0)) * p;
    bodies::find_basins(hull, up);
    ASSERT_EQ(hull.basins.size(), 1u);
    EXPECT_NEAR(area_in_basins(hull), inside, 1e-5);
  }
  for (double angle : {20.0, 35.0, 80.0}) {
    Hull hull = hull_of(tub({2, 0.6, 1}, 0.05, false));
    bodies::find_basins(hull, glm::angleAxis(glm::radians(angle), glm::normalize(glm::dvec3(1, 0, 1))) * up);
    ASSERT_EQ(hull.basins.size(), 1u);
    EXPECT_NEAR(area_in_basins(hull), inside, angle < 60 ? 1e-5 : 0.3);
  }
}

TEST(BodiesBasins, BulkheadsDivideThem) {
  // Two and three compartments, with bulkheads lower than the gunwale.
  const auto boat = [](int bulkheads) {
    std::vector<double> x{0, 0.1};
    for (int i = 1; i <= bulkheads; ++i) {
      x.push_back(1.0 * i);
      x.push_back(1.0 * i + 0.1);
    }
    x.push_back(1.0 * bulkheads + 1);
    x.push_back(x.back() + 0.1);
    const int last = static_cast<int>(x.size()) - 2;
    return block_mesh({x, {0, 0.1, 0.5, 0.8}, {0, 0.1, 0.9, 1}}, [last](int i, int j, int k) {
      if (i == 0 || i == last || k != 1 || j == 0) return true;
      return i % 2 == 0 && j == 1;
    });
  };
  for (int bulkheads : {0, 1, 2}) {
    Hull hull = hull_of(boat(bulkheads));
    bodies::find_basins(hull, up);
    EXPECT_EQ(hull.basins.size(), static_cast<std::size_t>(bulkheads) + 1);
  }
}

TEST(BodiesBasins, ClosedAndDrainedHullsHaveNone) {
  for (auto shape : {BodySettings::Shape::box, BodySettings::Shape::sphere, BodySettings::Shape::cylinder,
                     BodySettings::Shape::capsule}) {
    BodySettings s;
    s.shape = shape;
    s.length = 2;
    Hull hull = bodies::make_hull(s);
    hull.facets.insert(hull.facets.end(), hull.crossed[0].begin(), hull.crossed[0].end());
    bodies::find_basins(hull, up);
    EXPECT_TRUE(hull.basins.empty());
  }
  // Tub with a hole in its floor, frame, catamaran.
  const std::array<std::vector<double>, 3> lines{
      std::vector<double>{0, 0.1, 0.4, 0.6, 0.9, 1}, {0, 0.1, 0.5}, {0, 0.1, 0.4, 0.6, 0.9, 1}};
  const auto rim = [](int x, int z) { return x == 0 || x == 4 || z == 0 || z == 4; };
  Hull holed =
      hull_of(block_mesh(lines, [&](int x, int y, int z) { return rim(x, z) || (y == 0 && (x != 2 || z != 2)); }));
  bodies::find_basins(holed, up);
  EXPECT_TRUE(holed.basins.empty());
  Hull frame = hull_of(block_mesh(lines, [&](int x, int, int z) { return rim(x, z); }));
  bodies::find_basins(frame, up);
  EXPECT_TRUE(frame.basins.empty());
  Hull twin = hull_of(block_mesh(lines, [&](int x, int y, int) { return x == 0 || x == 4 || y == 1; }));
  bodies::find_basins(twin, up);
  EXPECT_TRUE(twin.basins.empty());
}

TEST(BodiesBasins, CavitiesCountForTheMassAlone) {
  const glm::dvec3 size(2, 0.6, 1);
  Hull hull = hull_of(tub(size, 0.05, true));
  EXPECT_NEAR(hull.volume, 2 * 0.6 - 1.9 * 0.5 * 0.9, 1e-6);
  EXPECT_TRUE(bodies::remove_cavities(hull).empty());
  double outer = 0;
  for (const glm::uvec3& f : hull.facets)
    outer += glm::dot(hull.points[f.x], glm::cross(hull.points[f.y], hull.points[f.z])) / 6;
  EXPECT_NEAR(outer, 1.2, 1e-6);
  EXPECT_NEAR(hull.volume, 2 * 0.6 - 1.9 * 0.5 * 0.9, 1e-6);
}

TEST(BodiesBasins, UndecidedShellsAreNamed) {
  const BlockMesh outer =
      block_mesh({std::vector<double>{-1, 1}, {-1, 1}, {-1, 1}}, [](int, int, int) { return true; });
  const auto with = [&](double at, double half, bool inwards) {
    BlockMesh all = outer;
    const BlockMesh inner = block_mesh({std::vector<double>{at - half, at + half}, {-half, half}, {-half, half}},
                                       [](int, int, int) { return true; });
    const auto base = static_cast<unsigned>(all.points.size());
    all.points.insert(all.points.end(), inner.points.begin(), inner.points.end());
    for (glm::uvec3 f : inner.facets) {
      if (inwards) std::swap(f.y, f.z);
      all.facets.push_back(f + base);
    }
    Hull hull = hull_of(all);
    const std::size_t facets = hull.facets.size();
    const auto messages = bodies::remove_cavities(hull);
    return std::pair(messages, facets - hull.facets.size());
  };
  EXPECT_EQ(with(0, 0.5, true).second, 12u);
  EXPECT_TRUE(with(0, 0.5, true).first.empty());
  EXPECT_TRUE(with(3, 0.5, false).first.empty());
  ASSERT_EQ(with(0, 0.5, false).first.size(), 1u);
  EXPECT_NE(with(0, 0.5, false).first[0].find("faces outwards"), std::string::npos);
  ASSERT_EQ(with(3, 0.5, true).first.size(), 1u);
  EXPECT_NE(with(3, 0.5, true).first[0].find("faces inwards"), std::string::npos);
}

// Facets as sets of positions, mirrored along an axis.
std::multiset<std::array<double, 9>> facets_of(const Hull& hull, int axis) {
  std::multiset<std::array<double, 9>> out;
  for (const auto& [f, weight] : bodies::weighted_facets(hull)) {
    std::array<std::array<double, 3>, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      glm::dvec3 p = hull.points[f[k]];
      if (axis >= 0) p[axis] = -p[axis];
      p = glm::round(p * 1e7) * 1e-7 + 0.0;
      corners[static_cast<std::size_t>(k)] = {p.x, p.y, p.z};
    }
    std::ranges::sort(corners);
    std::array<double, 9> flat{};
    for (std::size_t k = 0; k < 9; ++k) flat[k] = corners[k / 3][k % 3];
    out.insert(flat);
  }
  return out;
}

TEST(BodiesSymmetry, ShapesAreTriangulatedAlikeOnBothSides) {
  for (auto shape : {BodySettings::Shape::box, BodySettings::Shape::sphere, BodySettings::Shape::cylinder,
                     BodySettings::Shape::capsule}) {
    BodySettings s;
    s.shape = shape;
    s.size = {2, 0.4, 0.9};
    s.length = 2.5;
    const Hull hull = bodies::make_hull(s);
    const auto as_is = facets_of(hull, -1);
    for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(facets_of(hull, axis), as_is) << static_cast<int>(shape) << axis;
  }
}

TEST(BodiesSymmetry, MeshesOfSymmetricPointsBecomeSymmetric) {
  Hull hull = hull_of(tub({2, 0.6, 1}, 0.05, false));
  const double volume = hull.volume;
  EXPECT_NE(facets_of(hull, 2), facets_of(hull, -1));
  bodies::symmetrize(hull);
  bodies::weigh(hull);
  EXPECT_NEAR(hull.volume, volume, 1e-9);
  for (int axis : {0, 2}) EXPECT_EQ(facets_of(hull, axis), facets_of(hull, -1));
  // Closed surface: each edge occurs in both directions.
  std::multiset<std::pair<unsigned, unsigned>> edges;
  for (const glm::uvec3& f : hull.facets)
    for (int k = 0; k < 3; ++k) edges.insert({f[k], f[(k + 1) % 3]});
  for (const auto& [a, b] : edges) EXPECT_EQ(edges.count({b, a}), edges.count({a, b}));
  // Hulls without symmetry keep their facets.
  Hull wedge = hull_of(tub({2, 0.6, 1}, 0.05, false));
  wedge.points[0] += glm::dvec3(0.1, 0, 0.05);
  const auto before = facets_of(wedge, -1);
  bodies::symmetrize(wedge);
  EXPECT_EQ(facets_of(wedge, -1), before);
}

}  // namespace
}  // namespace undine::test
