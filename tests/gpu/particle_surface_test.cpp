// Surfaces of particle clouds of known shape.
#include "passes/meshing/particle_surface.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "engine/scene/surface_figures.h"
#include "passes/meshing/particle_surface_params.h"
#include "tests/support/gpu.h"
#include "tests/support/mesh_check.h"
#include "tests/support/particle_cloud.h"

namespace undine {
namespace {

class ParticleSurfaceTest : public test::GpuTest {
 protected:
  struct Result {
    test::Mesh mesh;
    std::vector<meshing::ParticleDrop> drops;
    SurfaceFigures figures;
    std::vector<std::byte> bytes;
  };
  Result surface(const test::Cloud& cloud, std::uint32_t spare = 0) {
    graph::Graph g(state);
    ParticleSet set = test::upload_cloud(g, cloud, spare);
    set.skin = skin_;
    const meshing::ParticleSurface made = meshing::particle_surface(g, set);
    std::vector<std::byte> vertices, indices, arguments, drops, draw, work;
    const auto fetch = [&](std::string_view verb, graph::Buffer from, std::vector<std::byte>& to) {
      g.readback(verb, from, [&to](std::span<const std::byte> bytes) { to.assign(bytes.begin(), bytes.end()); });
    };
    fetch("read_vertices", made.mesh.vertices, vertices);
    fetch("read_indices", made.mesh.indices, indices);
    fetch("read_arguments", made.mesh.arguments, arguments);
    fetch("read_drops", made.mesh.drops, drops);
    fetch("read_drop_draw", made.mesh.drop_draw, draw);
    fetch("read_figures", made.mesh.figures, work);
    run(g);
    executor->finish();
    Result out;
    out.mesh = test::mesh_of(vertices, indices, arguments);
    std::array<std::uint32_t, 4> words;
    std::memcpy(words.data(), draw.data(), 16);
    EXPECT_EQ(words[0], 6u);
    EXPECT_LE(words[1], set.capacity);
    out.drops.resize(words[1]);
    std::memcpy(out.drops.data(), drops.data(), out.drops.size() * sizeof(meshing::ParticleDrop));
    out.figures = surface_figures(work);
    EXPECT_EQ(out.figures.blocks, made.field.slots);
    EXPECT_EQ(out.figures.triangles_wanted, out.mesh.figures.triangles_wanted);
    EXPECT_EQ(out.figures.vertices_wanted, out.mesh.figures.vertices_wanted);
    EXPECT_EQ(out.figures.droplets, words[1]);
    EXPECT_EQ(out.mesh.triangles.size(), std::min(out.figures.triangles_wanted, out.figures.triangles));
    for (const std::vector<std::byte>& part :
         {std::vector(vertices.begin(), vertices.begin() + 32 * std::ptrdiff_t(out.mesh.figures.vertices)),
          std::vector(indices.begin(), indices.begin() + 4 * std::ptrdiff_t(out.mesh.figures.indices)), arguments, draw,
          std::vector(drops.begin(), drops.begin() + 32 * std::ptrdiff_t(words[1]))})
      out.bytes.insert(out.bytes.end(), part.begin(), part.end());
    return out;
  }
  ParticleSkin skin_;
  static void expect_closed(const test::Mesh& mesh) {
    const test::MeshFacts facts = test::facts_of(mesh);
    EXPECT_GT(mesh.triangles.size(), 100u);
    EXPECT_EQ(facts.boundary, 0u);
    EXPECT_EQ(facts.nonmanifold, 0u);
    EXPECT_EQ(facts.against, 0u);
  }
};

// Basin filled to a level with slightly perturbed particles.
TEST_F(ParticleSurfaceTest, FlatWaterIsFlat) {
  test::Cloud cloud = test::box_cloud({0, 0, 0}, {1, 0.4, 0.8}, 0.04, 0.3);
  cloud.low = {0, 0, 0};
  cloud.high = {1, 1, 0.8};
  const Result r = surface(cloud);
  expect_closed(r.mesh);
  EXPECT_TRUE(r.drops.empty());
  EXPECT_TRUE(r.figures.whole());
  EXPECT_EQ(overflow_text(r.figures), "");
  double sum = 0, squares = 0, tilt = 0;
  int count = 0;
  for (std::size_t i = 0; i < r.mesh.positions.size(); ++i) {
    const glm::dvec3 p = r.mesh.positions[i];
    // Walls contain the surface; it may extend into them by a quarter of a cell.
    const double in = 0.3 * 0.04;
    EXPECT_TRUE(glm::all(glm::greaterThan(p, glm::dvec3(-in))) && p.x < 1 + in && p.z < 0.8 + in) << p.x << " " << p.y;
    if (p.y < 0.2 || p.x < 0.03 || p.x > 0.97 || p.z < 0.03 || p.z > 0.77) continue;
    sum += p.y;
    squares += p.y * p.y;
    tilt = std::max(tilt, 1 - r.mesh.normals[i].y);
    ++count;
  }
  const double mean = sum / count;
  EXPECT_GT(count, 500);
  EXPECT_NEAR(mean, 0.4, 0.1 * 0.04);
  EXPECT_LT(std::sqrt(squares / count - mean * mean), 0.04 * 0.04);  // a few per cent of the spacing
  EXPECT_LT(std::acos(1 - tilt), glm::radians(12.0));
  const double w = 0.25 * 0.7 * 0.04, volume = (1 + 2 * w) * (0.4 + w) * (0.8 + 2 * w);
  EXPECT_NEAR(test::facts_of(r.mesh).volume, volume, 0.02 * volume);
}

TEST_F(ParticleSurfaceTest, SheetsStayThinAndDropsAreLeftOut) {
  const double s = 0.05;
  test::Cloud cloud = test::box_cloud({0.2, 0.5, 0.2}, {1.8, 0.5 + s, 1.8}, s, 0.2);  // one layer
  const std::size_t in_sheet = cloud.places.size();
  const std::vector<glm::dvec3> drops{{0.3, 1.5, 0.3}, {1.2, 1.3, 0.4}, {1.21, 1.31, 0.41}, {1.9, 0.1, 1.9}};
  cloud.places.insert(cloud.places.end(), drops.begin(), drops.end());
  cloud.low = {0, 0, 0};
  cloud.high = {2, 2, 2};
  const Result r = surface(cloud, 1000);
  expect_closed(r.mesh);
  ASSERT_EQ(r.drops.size(), drops.size());
  for (const meshing::ParticleDrop& d : r.drops) {
    double nearest = 1;
    for (const glm::dvec3& p : drops) nearest = std::min(nearest, glm::length(p - glm::dvec3(glm::vec3(d.place))));
    EXPECT_LT(nearest, 1e-5);
    // Small, and stretched along their motion (upload_cloud) at constant volume.
    const double radius = static_cast<double>(d.place.w), stretch = static_cast<double>(d.motion.w);
    EXPECT_LT(std::cbrt(radius * radius * radius * stretch), 0.31 * s);
    EXPECT_GT(std::cbrt(radius * radius * radius * stretch), 0.1 * s);
    EXPECT_GT(stretch, 1.2);
    EXPECT_LE(stretch, 6);
    EXPECT_GT(glm::dot(glm::vec3(d.motion), glm::normalize(glm::vec3(d.place))), 0.999f);
  }
  EXPECT_EQ(test::facts_of(r.mesh).euler, 2);  // one sheet without holes
  double thickest = 0;
  for (const glm::dvec3& p : r.mesh.positions) thickest = std::max(thickest, std::abs(p.y - 0.5 - s / 2));
  EXPECT_LT(2 * thickest, 2 * s);
  const double volume = static_cast<double>(in_sheet) * s * s * s;
  EXPECT_NEAR(test::facts_of(r.mesh).volume, volume, 0.3 * volume);
}

// Radius: 0.3 spacings times 0.45 to 1 by the drop's own random number; all of the cloud use that of identity 0.
TEST_F(ParticleSurfaceTest, DropsHaveTheirSize) {
  test::Cloud cloud;
  cloud.places = {{0.2, 0.2, 0.2}, {0.5, 0.6, 0.4}, {0.8, 0.1, 0.9}};
  std::uint32_t x = 1013904223u, y = x, z = x;
  for (int k = 0; k < 2; ++k) {
    x += y * z, y += z * x, z += x * y;
    if (k == 0) x ^= x >> 16, y ^= y >> 16, z ^= z >> 16;
  }
  const double part = (x >> 8) * 0x1p-24, want = 0.3 * cloud.spacing * (0.45 + 0.55 * part * part);
  const Result r = surface(cloud);
  ASSERT_EQ(r.drops.size(), 3u);
  for (const meshing::ParticleDrop& d : r.drops)
    EXPECT_NEAR(static_cast<double>(d.place.w) * std::cbrt(static_cast<double>(d.motion.w)), want, 1e-3 * want);
}

// Nappe two particles thick, with rows `gap` spacings apart, at `speed` m/s.
test::Cloud fall(double gap, double speed) {
  test::Cloud cloud;
  const double s = cloud.spacing = 0.03;
  cloud.high = {1.2, 2, 1};
  cloud.velocity = {0, -speed, 0};
  for (int row = 0; row < 12; ++row)
    for (int i = 0; i < 30; ++i)
      for (int k = 0; k < 2; ++k) cloud.places.push_back({0.15 + i * s, 0.3 + row * gap * s, 0.5 + k * s});
  return cloud;
}

// Separated rows of a fall are drawn as strands with all their water; slow ones, and a sheet, as a surface.
TEST_F(ParticleSurfaceTest, RowsOfAFallBecomeStrands) {
  const test::Cloud torn = fall(3.6, 5.5);
  const Result r = surface(torn);
  ASSERT_EQ(r.drops.size(), torn.places.size());
  EXPECT_EQ(r.mesh.triangles.size(), 0u);
  double volume = 0, length = 0;
  for (const meshing::ParticleDrop& d : r.drops) {
    const double radius = static_cast<double>(d.place.w), stretch = static_cast<double>(d.motion.w);
    volume += 4.0 / 3 * std::numbers::pi * radius * radius * radius * stretch;
    length += 2 * radius * stretch;
    EXPECT_LT(static_cast<double>(d.motion.y), -0.999);
  }
  const double count = static_cast<double>(r.drops.size()), s = torn.spacing;
  EXPECT_NEAR(volume / count, s * s * s,
              0.55 * s * s * s);  // one random number for the whole cloud: 0.8 to 1.15, cubed
  EXPECT_GT(length / count, 0.5 * 5.5 / 60);
  EXPECT_EQ(surface(fall(3.6, 0.5)).drops.size(), 0u);
  const Result sheet = surface(fall(1, 5.5));
  EXPECT_EQ(sheet.drops.size(), 0u);
  expect_closed(sheet.mesh);
}

// Fragments torn off a fall would be lumps: a few isolated fast particles become droplets, an equally thin stream
// does not.
TEST_F(ParticleSurfaceTest, ClumpsThatAreTornOffAreDroplets) {
  const auto clumps = [](double speed) {
    test::Cloud cloud;
    const double s = cloud.spacing = 0.03;
    cloud.high = {1, 1, 1};
    cloud.velocity = {0, -speed, 0};
    for (int k = 0; k < 6; ++k)
      for (int i = 0; i < 8; ++i)
        cloud.places.push_back(glm::dvec3(0.1 + 0.15 * k, 0.5, 0.5) + s * glm::dvec3(i & 1, i >> 1 & 1, i >> 2));
    return cloud;
  };
  EXPECT_EQ(surface(clumps(4)).drops.size(), clumps(4).places.size());
  EXPECT_EQ(surface(clumps(0.2)).drops.size(), 0u);
  test::Cloud stream = clumps(4);
  stream.places.clear();
  for (int row = 0; row < 24; ++row)
    for (int i = 0; i < 4; ++i)
      stream.places.push_back(glm::dvec3(0.5, 0.1, 0.5) + 0.03 * glm::dvec3(i & 1, 1.1 * row, i >> 1));
  EXPECT_EQ(surface(stream).drops.size(), 0u);
}

TEST_F(ParticleSurfaceTest, WavyBlockIsClosedAndTheSameTwice) {
  const test::Cloud cloud = test::splash_cloud();
  const Result a = surface(cloud), b = surface(cloud);
  expect_closed(a.mesh);
  EXPECT_GT(a.drops.size(), 10u);
  EXPECT_EQ(a.bytes.size(), b.bytes.size());
  EXPECT_TRUE(a.bytes == b.bytes);
}

TEST_F(ParticleSurfaceTest, SettingsOfTheSkinAct) {
  const test::Cloud cloud = test::box_cloud({0.2, 0.2, 0.2}, {0.8, 0.8, 0.8}, 0.05, 0.4);
  test::Cloud free = cloud;
  free.low = {0, 0, 0};
  free.high = {1, 1, 1};
  const auto with = [&](const ParticleSkin& skin) {
    skin_ = skin;
    Result r = surface(free);
    expect_closed(r.mesh);
    return r;
  };
  const auto volume = [](const Result& r) { return test::facts_of(r.mesh).volume; };
  // Standard deviation of the height of vertices near the center of the upper face.
  const auto rough = [](const Result& r) {
    double sum = 0, squares = 0;
    int count = 0;
    for (const glm::dvec3& p : r.mesh.positions)
      if (p.y > 0.7 && std::abs(p.x - 0.5) < 0.2 && std::abs(p.z - 0.5) < 0.2) {
        sum += p.y;
        squares += p.y * p.y;
        ++count;
      }
    return std::sqrt(squares / count - sum / count * sum / count);
  };
  const Result usual = with({}), coarse = with({.cell = 1.0}), lean = with({.iso = 0.6}), fat = with({.iso = 0.2}),
               rugged = with({.smooth = 0}), density = with({.round = true});
  // A cell twice as large has a quarter of the triangles.
  const double ratio =
      static_cast<double>(usual.mesh.triangles.size()) / static_cast<double>(coarse.mesh.triangles.size());
  EXPECT_NEAR(ratio, 1 / 0.49, 0.2);
  EXPECT_NEAR(volume(usual), 0.216, 0.1 * 0.216);
  EXPECT_LT(volume(lean), 0.9 * volume(usual));
  EXPECT_GT(volume(fat), 1.05 * volume(usual));
  EXPECT_GT(rough(rugged), 1.2 * rough(usual));
  EXPECT_NE(density.bytes, rugged.bytes);
}

// Field at a sample in double precision: kernels at lattice points, stretched along the axes with their neighbors'
// distribution, smoothed twice by (1, 2, 1) / 4. Vertices lie at the value `iso` between two samples.
TEST_F(ParticleSurfaceTest, VerticesLieWhereTheSumOfKernelsSays) {
  const double s = 0.05, reach = 2 * s;
  for (const bool round : {true, false}) {
    // Sheet of two layers: wide distribution in its plane, narrow across.
    test::Cloud cloud = test::box_cloud({0.2, 0.5, 0.2}, {0.9, 0.5 + 2 * s, 0.9}, s, 0);
    cloud.low = {0, 0, 0};
    cloud.high = {1.1, 1.1, 1.1};
    skin_ = {.cell = 0.5, .iso = 0.4, .smooth = 0, .round = round};
    const Result r = surface(cloud);
    const auto near = [&](const glm::dvec3& at, const auto& each) {
      for (const glm::dvec3& place : cloud.places) {
        const glm::dvec3 d = (place - at) / reach;
        if (glm::dot(d, d) < 1) each(d);
      }
    };
    // Equal for all particles of the interior, whose neighbors are mirror images.
    glm::dvec3 lengths(1);
    if (!round) {
      double weights = 0;
      glm::dvec3 first(0), second(0);
      near(cloud.places[cloud.places.size() / 2 - 7], [&](const glm::dvec3& d) {
        const double w = 1 - std::pow(glm::length(d), 3);
        weights += w, first += w * d, second += w * d * d;
      });
      lengths = glm::min((second / weights - first * first / (weights * weights)) / 0.15, glm::dvec3(1));
      lengths = glm::max(lengths, glm::dvec3(0.5 * std::max({lengths.x, lengths.y, lengths.z})));
      EXPECT_LT(lengths.x, 0.99);
      EXPECT_NEAR(lengths.x, lengths.z, 1e-9);
    }
    const auto kernel = [](double q) {
      return q >= 1 ? 0.0 : q < 0.5 ? 1 - 6 * q * q * (1 - q) : 2 * std::pow(1 - q, 3);
    };
    const auto raw = [&](const glm::dvec3& at) {
      double sum = 0;
      near(at, [&](const glm::dvec3& d) { sum += kernel(glm::length(d / lengths)); });
      return 8 / std::numbers::pi * std::pow(s / reach, 3) / (lengths.x * lengths.y * lengths.z) * sum;
    };
    const double cell = 0.5 * s;
    const auto smoothed = [&](const glm::dvec3& at) {
      constexpr double weight[5] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
      double sum = 0;
      for (int k = 0; k < 125; ++k)
        sum += weight[k % 5] * weight[k / 5 % 5] * weight[k / 25] *
               raw(at + cell * (glm::dvec3(k % 5, k / 5 % 5, k / 25) - 2.0));
      return sum;
    };
    int count = 0;
    for (const glm::dvec3 v : r.mesh.positions) {
      if (std::abs(v.x - 0.55) > 0.11 || std::abs(v.z - 0.55) > 0.11) continue;
      const glm::dvec3 at = (v - cloud.low) / cell + 4.25, low = glm::floor(at + 1e-4), part = at - low;
      const double along = std::max({part.x, part.y, part.z});
      const int axis = part.x == along ? 0 : part.y == along ? 1 : 2;
      glm::dvec3 a = (low - 4.25) * cell + cloud.low, b = a;
      b[axis] += cell;
      EXPECT_NEAR(glm::mix(smoothed(a), smoothed(b), along), 0.4, 0.004) << v.x << " " << v.y << " " << v.z;
      ++count;
    }
    EXPECT_GT(count, 50);
  }
}

// Spray so thin that blocks and vertices do not suffice: the mesh is truncated within its memory, and the figures
// report it.
TEST_F(ParticleSurfaceTest, ExceededCapacityIsReported) {
  test::Cloud cloud;
  cloud.spacing = 0.02;
  cloud.low = {0, 0, 0};
  cloud.high = {8, 1, 8};
  cloud.velocity = {0, -0.1, 0};  // slow: fast fragments are droplets
  // Clumps of five particles, far apart.
  for (int k = 0; k < 1500; ++k)
    for (int i = 0; i < 5; ++i)
      cloud.places.push_back(glm::dvec3(0.1 + 0.2 * (k % 39), 0.2 + 0.15 * (k / 1200), 0.1 + 0.2 * (k / 39 % 39)) +
                             0.015 * glm::dvec3(i & 1, i >> 1 & 1, i >> 2));
  const Result r = surface(cloud);
  EXPECT_GT(r.figures.blocks_wanted, r.figures.blocks);
  EXPECT_FALSE(r.figures.whole());
  EXPECT_NE(overflow_text(r.figures).find("blocks of the field where there is room for"), std::string::npos);
  EXPECT_GT(r.mesh.triangles.size(), 1000u);
}

TEST_F(ParticleSurfaceTest, NoParticlesAndNonFinitePositionsGiveNoSurface) {
  test::Cloud cloud;
  cloud.spacing = 0.05;
  cloud.low = {0, 0, 0};
  cloud.high = {1, 1, 1};
  EXPECT_TRUE(surface(cloud, 100).mesh.triangles.empty());
  cloud = test::box_cloud({0.2, 0.2, 0.2}, {0.8, 0.8, 0.8}, 0.05, 0);
  cloud.low = {0, 0, 0};
  cloud.high = {1, 1, 1};
  const Result whole = surface(cloud);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const glm::dvec3 odd : {glm::dvec3(nan, 0, 0), glm::dvec3(0, infinity, 0), glm::dvec3(-7, 0.5, 30)})
    cloud.places.push_back(odd);
  const Result odd = surface(cloud);
  EXPECT_TRUE(odd.mesh.positions == whole.mesh.positions);
}

}  // namespace
}  // namespace undine
