// Meshes of fields with known surfaces, compared with other implementations (tests/data), and difficult samples.
#include "passes/meshing/marching_cubes.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <numbers>
#include <sstream>

#include "passes/meshing/marching_cubes_reference.h"
#include "tests/support/gpu.h"
#include "tests/support/mesh_check.h"

namespace undine {
namespace {

using Formula = std::function<double(glm::dvec3)>;

double sphere(glm::dvec3 p) { return 0.75 - glm::length(p); }
double torus(glm::dvec3 p) {
  const double ring = std::hypot(p.x, p.y) - 0.55;
  return 0.25 - std::hypot(ring, p.z);
}
double gyroid(glm::dvec3 p) {
  const glm::dvec3 q = 2 * std::numbers::pi * p;
  return -(std::sin(q.x) * std::cos(q.y) + std::sin(q.y) * std::cos(q.z) + std::sin(q.z) * std::cos(q.x));
}

class MarchingCubesTest : public test::GpuTest {
 protected:
  static std::vector<float> sampled(glm::uvec3 n, const Formula& f) {
    std::vector<float> values;
    for (std::uint32_t z = 0; z < n.z; ++z)
      for (std::uint32_t y = 0; y < n.y; ++y)
        for (std::uint32_t x = 0; x < n.x; ++x)
          values.push_back(static_cast<float>(f(glm::dvec3(x, y, z) * 2.0 / glm::dvec3(n - 1u) - 1.0)));
    return values;
  }

  struct Bytes {
    std::vector<std::byte> vertices, indices, arguments;
    bool operator==(const Bytes&) const = default;
  };
  Bytes march(graph::Graph& g, const meshing::ScalarField& field, double iso, const meshing::MeshLimits& limits) {
    Bytes out;
    const SurfaceMesh mesh = meshing::marching_cubes(g, field, iso, limits);
    const auto fetch = [&](std::string_view verb, graph::Buffer from, std::vector<std::byte>& to) {
      g.readback(verb, from, [&to](std::span<const std::byte> bytes) { to.assign(bytes.begin(), bytes.end()); });
    };
    fetch("read_vertices", mesh.vertices, out.vertices);
    fetch("read_indices", mesh.indices, out.indices);
    fetch("read_arguments", mesh.arguments, out.arguments);
    run(g);
    executor->finish();
    meshing::MarchingFigures figures;
    std::memcpy(&figures, out.arguments.data(), sizeof figures);
    out.vertices.resize(figures.vertices * std::size_t{32});  // the pass does not write beyond this
    out.indices.resize(figures.indices * std::size_t{4});
    return out;
  }
  // Rows padded as the pass requires; the padding holds values that would be visible in the mesh.
  Bytes march_dense(glm::uvec3 n, const std::vector<float>& values, double iso = 0,
                    meshing::MeshLimits limits = {400000, 800000}) {
    graph::Graph g(state);
    meshing::ScalarField field;
    const std::uint32_t pitch = (n.x + 7) / 8 * 8;
    std::vector<float> rows(std::size_t{pitch} * n.y * n.z, 1e9f);
    for (std::size_t row = 0; row < std::size_t{n.y} * n.z; ++row)
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * n.x), n.x,
                  rows.begin() + static_cast<std::ptrdiff_t>(row * pitch));
    field.values = g.buffer("values", {rows.size() * 4, graph::Format::r32_float});
    g.upload("upload", field.values, rows);
    field.samples = n;
    field.origin = glm::dvec3(-1);
    field.cell = 2.0 / (n.x - 1);
    return march(g, field, iso, limits);
  }
  // Only blocks with a sample inside and their neighbors, in a scrambled order.
  Bytes march_sparse(glm::uvec3 n, const std::vector<float>& values, double iso, double outside) {
    const glm::uvec3 blocks = n / 8u;
    const std::uint32_t all = blocks.x * blocks.y * blocks.z;
    std::vector<std::uint32_t> table(all, meshing::no_block), list{0, 1, 1, 0};
    const auto value = [&](glm::uvec3 at) { return values[at.x + n.x * (at.y + std::size_t{n.y} * at.z)]; };
    std::vector<char> wanted(all, 0);
    for (std::uint32_t b = 0; b < all; ++b) {
      const glm::ivec3 block(b % blocks.x, b / blocks.x % blocks.y, b / (blocks.x * blocks.y));
      for (std::uint32_t i = 0; i < 512; ++i) {
        const glm::ivec3 at = 8 * block + glm::ivec3(i % 8, i / 8 % 8, i / 64);
        if (value(glm::uvec3(at)) < iso) continue;
        for (int k = 0; k < 27; ++k) {
          const glm::ivec3 near = (at + glm::ivec3(k % 3, k / 3 % 3, k / 9) - 1) / 8;
          wanted[static_cast<std::size_t>(near.x) +
                 blocks.x * (static_cast<std::size_t>(near.y) + blocks.y * static_cast<std::size_t>(near.z))] = 1;
        }
      }
    }
    std::vector<float> data;
    for (std::uint32_t k = 0; k < all; ++k) {
      const std::uint32_t b = (k * 7919u) % all;  // prime: every block once
      if (!wanted[b]) continue;
      table[b] = static_cast<std::uint32_t>(list.size() - 4);
      list.push_back(b);
      const glm::uvec3 block(b % blocks.x, b / blocks.x % blocks.y, b / (blocks.x * blocks.y));
      for (std::uint32_t i = 0; i < 512; ++i) data.push_back(value(8u * block + glm::uvec3(i % 8, i / 8 % 8, i / 64)));
    }
    listed_ = static_cast<std::uint32_t>(list.size() - 4);
    list[3] = listed_;
    list[0] = (list[3] + 15) / 16;
    graph::Graph g(state);
    meshing::ScalarField field;
    field.samples = n;
    field.origin = glm::dvec3(-1);
    field.cell = 2.0 / (n.x - 1);
    field.slots = list[3];
    field.outside = outside;
    field.values = g.buffer("values", {data.size() * 4, graph::Format::r32_float});
    field.table = g.buffer("table", {table.size() * 4});
    field.blocks = g.buffer("blocks", {list.size() * 4});
    g.upload("upload_values", field.values, data);
    g.upload("upload_table", field.table, table);
    g.upload("upload_blocks", field.blocks, list);
    return march(g, field, iso, {400000, 800000});
  }
  static test::Mesh mesh(const Bytes& b) { return test::mesh_of(b.vertices, b.indices, b.arguments); }
  std::uint32_t listed_ = 0;
};

struct Reference {
  std::string field;
  std::uint32_t n = 0;
  double triangles = 0;
  std::int64_t euler = 0;
  std::size_t boundary = 0;
  double area = 0, volume = 0, distance = 0;
};
std::vector<Reference> references() {
  std::ifstream file(UNDINE_TESTS_DIR "/data/marching_cubes_reference.csv");
  std::vector<Reference> out;
  for (std::string line; std::getline(file, line);) {
    std::stringstream row(line);
    std::vector<std::string> v;
    for (std::string cell; std::getline(row, cell, ',');) v.push_back(cell);
    if (v.size() < 12 || v[2] != "vtkMarchingCubes") continue;
    out.push_back({v[0], static_cast<std::uint32_t>(std::stoul(v[1])), std::stod(v[6]), std::stoll(v[7]),
                   std::stoul(v[8]), std::stod(v[10]), std::stod(v[11]),
                   v.size() > 12 && !v[12].empty() ? std::stod(v[12]) : 0});
  }
  return out;
}

TEST_F(MarchingCubesTest, AgreesWithOtherImplementations) {
  const std::map<std::string, Formula> formulas{{"sphere", sphere}, {"torus", torus}, {"gyroid", gyroid}};
  std::map<std::string, double> coarser;
  int compared = 0;
  for (const Reference& r : references()) {
    if (!formulas.contains(r.field)) continue;
    SCOPED_TRACE(r.field + " " + std::to_string(r.n));
    const Formula& f = formulas.at(r.field);
    const test::Mesh raw = mesh(march_dense(glm::uvec3(r.n), sampled(glm::uvec3(r.n), f)));
    const test::Mesh m = test::welded(raw, 1e-7);
    const test::MeshFacts facts = test::facts_of(m);
    ++compared;
    EXPECT_EQ(raw.figures.triangles_wanted, raw.triangles.size());
    EXPECT_NEAR(static_cast<double>(m.triangles.size()), r.triangles, 0.005 * r.triangles);
    EXPECT_EQ(facts.euler, r.euler);
    EXPECT_EQ(facts.boundary, r.boundary);
    EXPECT_EQ(facts.nonmanifold, 0u);
    EXPECT_EQ(facts.against, 0u);
    EXPECT_EQ(facts.duplicates, 0u);
    // Polygons may be split along other diagonals; this matters on coarse grids.
    const double diagonals = r.n >= 33 ? 1e-3 : 5e-3;
    EXPECT_NEAR(facts.area, r.area, diagonals * r.area);
    if (r.field == "gyroid") continue;
    EXPECT_NEAR(facts.volume, r.volume, diagonals * r.volume);
    double distance = 0, turned = 1;
    for (std::size_t i = 0; i < m.positions.size(); ++i) {
      distance = std::max(distance, std::abs(f(m.positions[i])));
      const double h = 1e-5;
      glm::dvec3 out;
      for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 step(0);
        step[axis] = h;
        out[axis] = f(m.positions[i] - step) - f(m.positions[i] + step);
      }
      turned = std::min(turned, glm::dot(glm::normalize(out), m.normals[i]));
    }
    EXPECT_LT(distance, 1.02 * r.distance);
    EXPECT_GT(turned, r.n >= 65 ? 0.999 : 0.97);
    if (coarser.contains(r.field)) {
      EXPECT_GT(coarser[r.field] / distance, 3.3);  // order 2
    }
    coarser[r.field] = distance;
  }
  EXPECT_EQ(compared, 12);
}

TEST_F(MarchingCubesTest, NoiseIsWatertight) {
  std::uint32_t random = 12345;
  for (int round = 0; round < 20; ++round) {
    const glm::uvec3 n(9 + round % 5, 7 + round % 7, 11 + round % 3);
    // The boundary is outside; every fourth round has samples equal to the iso value, every eighth has many.
    std::vector<float> values;
    for (std::uint32_t z = 0; z < n.z; ++z)
      for (std::uint32_t y = 0; y < n.y; ++y)
        for (std::uint32_t x = 0; x < n.x; ++x) {
          random = random * 1664525u + 1013904223u;
          float v = static_cast<float>(random >> 8) * 0x1p-23f - 1;
          if (round % 4 == 3) v = std::round(v * (round % 8 == 7 ? 1.0f : 4.0f));
          const bool border = x == 0 || y == 0 || z == 0 || x + 1 == n.x || y + 1 == n.y || z + 1 == n.z;
          values.push_back(border ? -1.0f : v);
        }
    SCOPED_TRACE(round);
    const test::Mesh m = mesh(march_dense(n, values));
    const test::MeshFacts facts = test::facts_of(m);
    EXPECT_GT(m.triangles.size(), 500u);
    EXPECT_EQ(facts.boundary, 0u);
    EXPECT_EQ(facts.nonmanifold, 0u);
    EXPECT_EQ(facts.against, 0u);
    EXPECT_EQ(facts.duplicates, 0u);
    EXPECT_GT(facts.volume, 0);
  }
}

TEST_F(MarchingCubesTest, SamplesEqualToTheValue) {
  // A plane through samples is one flat sheet for both orientations.
  for (const double side : {1.0, -1.0}) {
    const glm::uvec3 n(9, 9, 9);
    const test::Mesh m = mesh(march_dense(n, sampled(n, [&](glm::dvec3 p) { return side * p.y; })));
    const test::MeshFacts facts = test::facts_of(m);
    EXPECT_EQ(m.triangles.size(), 128u);
    EXPECT_EQ(facts.nonmanifold + facts.duplicates, 0u);
    EXPECT_NEAR(facts.area, 4, 1e-5);
    for (std::size_t i = 0; i < m.positions.size(); ++i) {
      EXPECT_EQ(m.positions[i].y, 0);
      EXPECT_NEAR(m.normals[i].y, -side, 1e-6);
    }
  }
  const auto constant = march_dense({9, 9, 9}, std::vector<float>(729, 0.0f));
  EXPECT_TRUE(constant.indices.empty());
  // scikit-image issue 8109: coincident triangles.
  const test::Mesh m = mesh(march_dense({2, 2, 3}, {13, -1, -1, -7, -1, 1, 7, -7, 15, -9, -3, -1}));
  EXPECT_GT(m.triangles.size(), 0u);
  EXPECT_EQ(test::facts_of(test::welded(m, 1e-7)).duplicates, 0u);
}

TEST_F(MarchingCubesTest, NanIsOutside) {
  const glm::uvec3 n(17, 17, 17);
  std::vector<float> values = sampled(n, sphere);
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  values[8 + 17 * (8 + 17 * 8)] = nan;
  values[8 + 17 * (8 + 17 * 13)] = nan;
  values[8 + 17 * (3 + 17 * 8)] = infinity;
  values[3 + 17 * (3 + 17 * 3)] = -infinity;
  const test::Mesh m = mesh(march_dense(n, values));
  for (std::size_t i = 0; i < m.positions.size(); ++i) {
    EXPECT_TRUE(std::isfinite(glm::dot(m.positions[i], m.positions[i])));
    EXPECT_NEAR(glm::length(m.normals[i]), 1, 1e-5);
  }
  EXPECT_EQ(test::facts_of(m).boundary, 0u);
}

TEST_F(MarchingCubesTest, SparseBlocksGiveTheSameSurface) {
  const glm::uvec3 n(64, 64, 64);
  const auto tube = [](glm::dvec3 p) { return torus(1.3 * p) * 0.7; };
  const std::vector<float> values = sampled(n, tube);
  const test::Mesh dense = mesh(march_dense(n, values)), sparse = mesh(march_sparse(n, values, 0, -0.1));
  EXPECT_LT(listed_, 128u);  // out of 512
  EXPECT_EQ(sparse.triangles.size(), dense.triangles.size());
  const auto places = [](const test::Mesh& m) {
    std::set<std::array<double, 6>> all;
    for (std::size_t i = 0; i < m.positions.size(); ++i)
      all.insert(
          {m.positions[i].x, m.positions[i].y, m.positions[i].z, m.normals[i].x, m.normals[i].y, m.normals[i].z});
    return all;
  };
  EXPECT_TRUE(places(dense) == places(sparse));
  const test::MeshFacts facts = test::facts_of(sparse);
  EXPECT_EQ(facts.euler, 0);
  EXPECT_EQ(facts.boundary + facts.nonmanifold + facts.against, 0u);
  EXPECT_NEAR(facts.volume, test::facts_of(dense).volume, 1e-6);
}

// A single sample in a corner of its block forms an octahedron, mostly in cells of other blocks.
TEST_F(MarchingCubesTest, LoneSamplesInCornersOfBlocksAreWhole) {
  const glm::uvec3 n(22, 24, 23);
  for (int k = 0; k < 8; ++k) {
    std::vector<float> values(std::size_t{n.x} * n.y * n.z, -1);
    const glm::uvec3 at = 7u + glm::uvec3(k & 1, k >> 1 & 1, k >> 2);
    for (const bool inside : {true, false}) {
      for (float& value : values) value = inside ? -1.0f : 1.0f;
      values[at.x + n.x * (at.y + std::size_t{n.y} * at.z)] = inside ? 1.0f : -1.0f;
      const Bytes got = march_dense(n, values);
      EXPECT_EQ(got.vertices.size(), 6u * 32) << k << inside;
      EXPECT_EQ(got.indices.size(), 8u * 12) << k << inside;
    }
  }
}

TEST_F(MarchingCubesTest, TwoRunsGiveTheSameBytes) {
  const glm::uvec3 n(65, 49, 57);
  const std::vector<float> values = sampled(n, gyroid);
  EXPECT_TRUE(march_dense(n, values) == march_dense(n, values));
}

TEST_F(MarchingCubesTest, TheNativeTwinMakesTheSameMesh) {
  const glm::uvec3 n(33);
  const std::vector<float> values = sampled(n, gyroid);
  const test::Mesh m = mesh(march_dense(n, values, 0.1));
  reference::MarchingNative native(33, values);
  native.run(0.1f);
  ASSERT_EQ(native.triangles().size(), m.triangles.size());
  ASSERT_EQ(native.vertices().size(), m.positions.size());
  test::Mesh twin;
  for (const auto& v : native.vertices()) twin.positions.push_back(glm::dvec3(v[0], v[1], v[2]) / 16.0 - 1.0);
  for (const auto& t : native.triangles()) twin.triangles.emplace_back(t[0], t[1], t[2]);
  const test::MeshFacts a = test::facts_of(m), b = test::facts_of(twin);
  EXPECT_EQ(a.euler, b.euler);
  EXPECT_EQ(a.boundary, b.boundary);
  EXPECT_NEAR(a.area, b.area, 1e-5 * b.area);
  EXPECT_NEAR(a.volume, b.volume, 1e-5);
}

TEST_F(MarchingCubesTest, FullBuffersCutTheMeshOffAndTell) {
  const glm::uvec3 n(33, 33, 33);
  const std::vector<float> values = sampled(n, sphere);
  const test::Mesh whole = mesh(march_dense(n, values));
  for (const meshing::MeshLimits limits :
       {meshing::MeshLimits{100000, 1000}, meshing::MeshLimits{700, 100000}, meshing::MeshLimits{1, 1}}) {
    const test::Mesh m = mesh(march_dense(n, values, 0, limits));
    EXPECT_EQ(m.figures.triangles_wanted, whole.triangles.size());
    EXPECT_EQ(m.figures.vertices_wanted, whole.positions.size());
    EXPECT_EQ(m.positions.size(), std::min<std::size_t>(limits.vertices, whole.positions.size()));
    EXPECT_EQ(m.triangles.size(), std::min<std::size_t>(limits.triangles, whole.triangles.size()));
    for (std::size_t i = 0; i < m.triangles.size(); ++i) {
      const bool kept = glm::all(glm::lessThan(whole.triangles[i], glm::uvec3(limits.vertices)));
      EXPECT_EQ(m.triangles[i], kept ? whole.triangles[i] : glm::uvec3(0));
    }
  }
}

}  // namespace
}  // namespace undine
