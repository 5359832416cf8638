// Distance fields baked on the GPU, against brute force over all triangles in double precision.
#include "passes/solids/distance_field.h"

#include <algorithm>
#include <cmath>

#include "engine/scene/scene.h"
#include "passes/deferred/geometry.h"
#include "passes/solids/placement.h"
#include "tests/support/gpu.h"

namespace undine {

struct DistanceFieldTest : test::GpuTest {
  // x, y of every sample: distance, equivalent distance.
  std::vector<glm::vec2> bake(const solids::DistanceGrid& grid, const std::vector<solids::Solid>& solids,
                              double support, const Heightmap* terrain = nullptr) {
    const solids::DistanceField& field =
        *(field_ = std::make_unique<solids::DistanceField>("field" + std::to_string(made_++), grid,
                                                           solids::distance_facets(solids), terrain, support));
    const std::uint64_t count = std::uint64_t(grid.samples.x) * grid.samples.y * grid.samples.z;
    field_->reserve(state);
    graph::Graph g(state);
    field_->bake(g);
    std::vector<glm::vec2> out(count);
    const graph::Buffer copy = g.buffer("copy", {.bytes = 8 * count});
    g.copy("copy", field.image(), copy);
    g.readback("copy", copy,
               [&](std::span<const std::byte> bytes) { std::memcpy(out.data(), bytes.data(), bytes.size()); });
    run(g);
    executor->finish();
    return out;
  }
  static std::vector<solids::Solid> placed(const solids::TriangleMesh& mesh, const glm::dmat4& place = glm::dmat4(1)) {
    std::vector<glm::dvec3> points;
    std::vector<glm::uvec3> facets;
    for (const solids::Vertex& v : mesh.vertices) points.emplace_back(place * glm::dvec4(glm::dvec3(v.position), 1));
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
      facets.emplace_back(mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]);
    return solids::solids_of(points, facets, "test");
  }
  static solids::TriangleMesh torus(double ring, double tube) {
    solids::TriangleMesh mesh;
    const std::uint32_t n = 40, m = 20;
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < m; ++j) {
        const double a = 2 * M_PI * i / n, b = 2 * M_PI * j / m, r = ring + tube * std::cos(b);
        mesh.vertices.push_back({glm::vec3(r * std::cos(a), tube * std::sin(b), r * std::sin(a))});
        const std::uint32_t i1 = (i + 1) % n, j1 = (j + 1) % m;
        for (std::uint32_t k : {i * m + j, i * m + j1, i1 * m + j1, i * m + j, i1 * m + j1, i1 * m + j})
          mesh.indices.push_back(k);
      }
    return mesh;
  }
  // Distance to the nearest triangle; inside by the solid angle of all triangles.
  static double brute(const solids::Solid& s, const glm::dvec3& x) {
    double best = 1e30, angle = 0;
    for (const glm::uvec3& f : s.facets) {
      const glm::dvec3 a = s.points[f.x] - x, b = s.points[f.y] - x, c = s.points[f.z] - x;
      const double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
      angle += 2 * std::atan2(glm::dot(a, glm::cross(b, c)),
                              la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
      const glm::dvec3 n = glm::normalize(glm::cross(b - a, c - a));
      const double h = glm::dot(a, n);
      const glm::dvec3 foot = h * n;
      const auto left = [&](const glm::dvec3& p, const glm::dvec3& q) {
        return glm::dot(glm::cross(q - p, foot - p), n) >= 0;
      };
      if (left(a, b) && left(b, c) && left(c, a)) best = std::min(best, std::abs(h));
      const auto edge = [&](const glm::dvec3& p, const glm::dvec3& q) {
        const double t = std::clamp(glm::dot(-p, q - p) / glm::dot(q - p, q - p), 0.0, 1.0);
        best = std::min(best, glm::length(p + t * (q - p)));
      };
      edge(a, b);
      edge(b, c);
      edge(c, a);
    }
    return std::abs(angle) > 2 * M_PI ? -best : best;
  }
  template <class Check>
  static void each(const solids::DistanceGrid& grid, Check&& check) {
    std::size_t at = 0;
    for (int k = 0; k < grid.samples.z; ++k)
      for (int j = 0; j < grid.samples.y; ++j)
        for (int i = 0; i < grid.samples.x; ++i, ++at)
          check(at, glm::dvec3(grid.low) + glm::dvec3(grid.cell) * glm::dvec3(i, j, k));
  }
  static glm::dmat4 tilted() {
    MeshSettings m;
    m.rotate = {31, 17, 8};
    m.translate = {0.05, -0.03, 0.02};
    return glm::dmat4(solids::mesh_placement(m));
  }
  int made_ = 0;
  std::unique_ptr<solids::DistanceField> field_;
};

TEST_F(DistanceFieldTest, DistancesAndSignsAreThoseOfBruteForce) {
  const solids::DistanceGrid grid{glm::vec3(-0.8f), glm::vec3(0.117f, 0.113f, 0.121f), glm::ivec3(14, 15, 13)};
  const solids::TriangleMesh shapes[3] = {solids::make_box({0.9f, 0.5f, 0.31f}), solids::make_sphere(glm::vec3(1.0f)),
                                          torus(0.45, 0.16)};
  for (const solids::TriangleMesh& mesh : shapes) {
    const std::vector<solids::Solid> solids = placed(mesh, tilted());
    ASSERT_EQ(solids.size(), 1u);
    ASSERT_EQ(solids[0].open, 0u);
    const auto got = bake(grid, solids, 0.15);
    double worst = 0;
    int wrong = 0, within = 0;
    each(grid, [&](std::size_t at, const glm::dvec3& x) {
      const double exact = std::min(brute(solids[0], x), field_->band()), found = static_cast<double>(got[at].x);
      worst = std::max(worst, std::abs(found - exact));
      if (std::abs(exact) > 1e-5) wrong += (found < 0) != (exact < 0);
      within += exact < 0;
    });
    EXPECT_LT(worst, 1e-5);
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(within, 20);
  }
}

// Two overlapping boxes, and a shell with a cavity: the union is inside, the cavity is not.
TEST_F(DistanceFieldTest, SolidsUniteAndHollowsStayOpen) {
  const solids::DistanceGrid grid{glm::vec3(-1), glm::vec3(0.1f), glm::ivec3(21)};
  std::vector<solids::Solid> solids = placed(solids::make_box({0.8f, 0.4f, 0.4f}));
  for (solids::Solid& s : placed(solids::make_box({0.3f, 1.5f, 0.3f}))) solids.push_back(std::move(s));
  const auto both = bake(grid, solids, 0.1);
  each(grid, [&](std::size_t at, const glm::dvec3& x) {
    const glm::dvec3 p = glm::abs(x);
    const double a = std::max({p.x - 0.4, p.y - 0.2, p.z - 0.2}), b = std::max({p.x - 0.15, p.y - 0.75, p.z - 0.15});
    const double exact = std::min(a, b);
    if (std::abs(exact) > 1e-4) {
      ASSERT_EQ(both[at].x < 0, exact < 0) << x.x << " " << x.y << " " << x.z;
    }
  });
  solids::TriangleMesh shell = solids::make_sphere(glm::vec3(1.6f)), inner = solids::make_sphere(glm::vec3(1.0f));
  const auto base = static_cast<std::uint32_t>(shell.vertices.size());
  shell.vertices.insert(shell.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  for (std::size_t i = 0; i < inner.indices.size(); i += 3)
    for (std::size_t k : {0u, 2u, 1u}) shell.indices.push_back(base + inner.indices[i + k]);
  const std::vector<solids::Solid> hollow = placed(shell);
  ASSERT_EQ(hollow.size(), 1u);
  const auto got = bake(grid, hollow, 0.1);
  each(grid, [&](std::size_t at, const glm::dvec3& x) {
    const double r = glm::length(x), d = std::min(std::max(r - 0.8, 0.5 - r), field_->band());
    EXPECT_NEAR(static_cast<double>(got[at].x), d, 0.01);
  });
}

// Beside a plane the equivalent distance equals the distance; in a corner of two planes it is smaller, outside an
// edge larger. Solids on the grid's border continue beyond it.
TEST_F(DistanceFieldTest, KernelsMeetAsMuchAsThereIs) {
  const double h = 0.2;
  const solids::DistanceGrid grid{glm::vec3(0), glm::vec3(0.05f), glm::ivec3(21)};
  const glm::dmat4 lower = [] {
    MeshSettings m;
    m.translate = {0.3, 0.15, 0.5};
    return glm::dmat4(solids::mesh_placement(m));
  }();
  const std::vector<solids::Solid> solids =
      placed(solids::make_box({0.62f, 0.5f, 2.0f}), lower);  // x to 0.61, y to 0.4
  const auto got = bake(grid, solids, h);
  const auto at = [&](int i, int j, int k) { return got[static_cast<std::size_t>((k * 21 + j) * 21 + i)]; };
  for (int k : {0, 10, 20}) {
    EXPECT_NEAR(static_cast<double>(at(4, 10, k).y), 0.1, 1e-4);   // above the top
    EXPECT_NEAR(static_cast<double>(at(14, 3, k).y), 0.09, 1e-4);  // beside the wall
    EXPECT_NEAR(static_cast<double>(at(14, 0, k).y), 0.09, 1e-4);  // at the floor, mirrored below
    EXPECT_GT(at(13, 9, k).y, at(13, 9, k).x + 0.01f);             // off the edge
  }
  // Slab on the border: the water's mirror image is behind it.
  MeshSettings sunk;
  sunk.translate = {0.5, -0.48, 0.5};
  const auto slab =
      bake(grid, placed(solids::make_box({4, 1, 4}), glm::dmat4(solids::mesh_placement(sunk))), h);  // y to 0.02
  EXPECT_GT(slab[static_cast<std::size_t>((10 * 21 + 1) * 21 + 10)].y, 0.04f);                       // 0.03 off
}

}  // namespace undine
