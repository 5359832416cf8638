// Temporal stability of the surface of moving particles: pixels do not blink, and clumps conserve their volume.
#include "engine/scene/surface_figures.h"
#include "passes/meshing/particle_surface.h"
#include "passes/meshing/particle_surface_params.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/mesh_check.h"
#include "tests/support/particle_cloud.h"
#include "tests/support/wave_runner.h"

namespace undine {
namespace {

struct Seen {
  test::Mesh mesh;
  std::vector<meshing::ParticleDrop> drops;
};

class ParticleBlinkTest : public test::WaveTest {
 protected:
  Seen surface_of(graph::Graph& g, const ParticleSet& set) {
    const SurfaceMesh made = meshing::particle_surface(g, set).mesh;
    std::array<std::vector<std::byte>, 5> parts;
    const auto fetch = [&](std::string_view verb, graph::Buffer from, std::vector<std::byte>& to) {
      g.readback(verb, from, [&to](std::span<const std::byte> bytes) { to.assign(bytes.begin(), bytes.end()); });
    };
    fetch("read_vertices", made.vertices, parts[0]);
    fetch("read_indices", made.indices, parts[1]);
    fetch("read_arguments", made.arguments, parts[2]);
    fetch("read_drops", made.drops, parts[3]);
    fetch("read_figures", made.figures, parts[4]);
    run(g);
    executor->finish();
    Seen seen{test::mesh_of(parts[0], parts[1], parts[2]), {}};
    seen.drops.resize(surface_figures(parts[4]).droplets);
    if (!seen.drops.empty())
      std::memcpy(seen.drops.data(), parts[3].data(), seen.drops.size() * sizeof(meshing::ParticleDrop));
    return seen;
  }
};

// Wet pixels of a side view, with pixels a quarter of a spacing wide.
struct Silhouette {
  glm::dvec2 low;
  double pixel;
  int wide, high;
  std::vector<char> wet = std::vector<char>(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high), 0);

  template <class Inside>
  void fill(glm::dvec2 from, glm::dvec2 to, const Inside& inside) {
    const glm::ivec2 first = glm::max(glm::ivec2(glm::floor((from - low) / pixel)), glm::ivec2(0));
    const glm::ivec2 last = glm::min(glm::ivec2(glm::floor((to - low) / pixel)), glm::ivec2(wide, high) - 1);
    for (int y = first.y; y <= last.y; ++y)
      for (int x = first.x; x <= last.x; ++x)
        if (inside(low + (glm::dvec2(x, y) + 0.5) * pixel)) wet[static_cast<std::size_t>(x + wide * y)] = 1;
  }
  void draw(const Seen& seen) {
    const auto cross = [](glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; };
    for (const glm::uvec3& t : seen.mesh.triangles) {
      const glm::dvec2 a(seen.mesh.positions[t.x]), b(seen.mesh.positions[t.y]), c(seen.mesh.positions[t.z]);
      fill(glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c)), [&](glm::dvec2 p) {
        const double u = cross(b - a, p - a), v = cross(c - b, p - b), w = cross(a - c, p - c);
        return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
      });
    }
    for (const meshing::ParticleDrop& d : seen.drops) {
      const glm::dvec2 middle(d.place.x, d.place.y);
      const double radius = static_cast<double>(d.place.w);
      fill(middle - radius, middle + radius, [&](glm::dvec2 p) { return glm::distance(p, middle) < radius; });
    }
  }
};

// Dam break whose sheet climbs the far wall and falls back. A pixel blinks if it is dry in one frame but wet in the
// previous and the next.
TEST_F(ParticleBlinkTest, SheetsOfADamBreakDoNotBlink) {
  sph::SphSettings s;
  s.model = sph::SphModel::incompressible;
  s.spacing = 0.05;
  s.domain = {{-0.8, 0, 0}, {0.8, 1.2, 0.2}};
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{-0.8, 0, 0}, {-0.3, 0.7, 0.2}}}};
  make(s);
  std::vector<Silhouette> frames;
  std::size_t blinks = 0, wet = 0, drops = 0;
  for (int frame = 0; frame < 90; ++frame) {
    advance(1.0 / 60, 1);
    graph::Graph g(state);
    const Seen seen = surface_of(g, *solver->particles(g));
    drops += seen.drops.size();
    frames.push_back({.low = {-0.8, 0}, .pixel = s.spacing / 4, .wide = 128, .high = 96});
    frames.back().draw(seen);
    if (frame < 2) continue;
    const auto &a = frames[frames.size() - 3].wet, &b = frames[frames.size() - 2].wet, &c = frames.back().wet;
    for (std::size_t i = 0; i < b.size(); ++i) {
      blinks += a[i] && !b[i] && c[i];
      wet += b[i];
    }
  }
  RecordProperty("blinks_per_million", static_cast<int>(1e6 * static_cast<double>(blinks) / static_cast<double>(wet)));
  EXPECT_GT(wet, 80u * 1000u);
  EXPECT_GT(drops, 0u) << "nothing splashes";
  EXPECT_LT(static_cast<double>(blinks), 2e-3 * static_cast<double>(wet)) << blinks << " of " << wet;
}

// Particles merged at one place form a lump of about their own volume, not a balloon around them.
TEST_F(ParticleBlinkTest, ClumpsAreAsLargeAsTheirWater) {
  const double spacing = 0.05;
  const test::Cloud ball = test::box_cloud(glm::dvec3(0.35), glm::dvec3(0.65), spacing, 0.4);
  for (const std::size_t count : {5u, 8u, 16u, 40u}) {
    test::Cloud cloud = ball;
    std::ranges::sort(cloud.places, {}, [](const glm::dvec3& p) { return glm::distance(p, glm::dvec3(0.5)); });
    cloud.places.resize(count);
    cloud.low = {0, 0, 0};
    cloud.high = {1, 1, 1};
    graph::Graph g(state);
    const Seen seen = surface_of(g, test::upload_cloud(g, cloud));
    const double water = static_cast<double>(count) * spacing * spacing * spacing;
    const double share = test::facts_of(seen.mesh).volume / water;
    EXPECT_LT(share, 1.35) << count;
    EXPECT_GT(share + static_cast<double>(seen.drops.size()) / static_cast<double>(count), 0.15) << count;
  }
}

// Separating layers of 3 x 3 particles form one round column without beads. The limit is a gap of a support radius
// and a difference of a fifth.
TEST_F(ParticleBlinkTest, ThinStreamsAreColumns) {
  const double spacing = 0.05;
  for (const double gap : {1.0, 1.5, 2.0, 2.4}) {
    SCOPED_TRACE(gap);
    test::Cloud cloud;
    cloud.spacing = spacing;
    for (int layer = 0; layer < 16; ++layer)
      for (int i = 0; i < 9; ++i) cloud.places.push_back(spacing * glm::dvec3(i % 3 - 1, gap * layer, i / 3 - 1));
    // upload_cloud points velocities away from this corner: along the stream.
    cloud.low = {-0.3, -4, -0.3};
    cloud.high = {0.3, 4, 0.3};
    graph::Graph g(state);
    const Seen seen = surface_of(g, test::upload_cloud(g, cloud));
    const test::MeshFacts facts = test::facts_of(seen.mesh);
    EXPECT_EQ(facts.euler, 2) << "one piece";
    EXPECT_EQ(facts.boundary + facts.nonmanifold, 0u);
    double least = 1, most = 0;
    const double length = spacing * gap * 15;
    for (double y = 0.25 * length; y < 0.75 * length; y += 0.25 * spacing) {
      double radius = 0;
      for (const glm::dvec3& p : seen.mesh.positions)
        if (std::abs(p.y - y) < 0.4 * spacing) radius = std::max(radius, std::hypot(p.x, p.z));
      least = std::min(least, radius);
      most = std::max(most, radius);
    }
    EXPECT_LT(most, 2.1 * spacing);
    EXPECT_GT(least, (gap > 2 ? 0.55 : 0.8) * most);
  }
}

// A stretched sheet ends in a straight line: the remains of a column beside it are drops, not teeth.
TEST_F(ParticleBlinkTest, TheRimOfAStretchedSheetHasNoTeeth) {
  const double spacing = 0.05;
  test::Cloud cloud;
  cloud.spacing = spacing;
  cloud.velocity = {0, -5, 0};
  std::size_t beside = 0;
  for (int row = 0; row < 24; ++row)
    for (int column = -1; column < 16; ++column) {
      if (column < 0 && row % 3 == 0) continue;
      beside += column < 0;
      cloud.places.push_back(spacing * glm::dvec3(column, 1.4 * row, 0));
    }
  cloud.low = {-0.5, -1, -0.5};
  cloud.high = {1.5, 3, 0.5};
  graph::Graph g(state);
  const Seen seen = surface_of(g, test::upload_cloud(g, cloud));
  EXPECT_GE(seen.drops.size(), beside);
  double least = 1, most = -1;
  const double length = spacing * 1.4 * 23;
  for (double y = 0.2 * length; y < 0.8 * length; y += 0.5 * spacing) {
    double rim = 1;
    for (const glm::dvec3& p : seen.mesh.positions)
      if (std::abs(p.y - y) < 0.4 * spacing) rim = std::min(rim, p.x);
    least = std::min(least, rim);
    most = std::max(most, rim);
  }
  EXPECT_LT(most - least, 0.4 * spacing) << least << " to " << most;
  EXPECT_LT(most, 2 * spacing) << "the sheet stays";
}

// Stretched sheet: `layers` of 16 columns, the first of them `gap` spacings beside the others.
// `rows`, `apart`: spacings between rows and between layers.
test::Cloud stretched(double gap, int layers = 1, double rows = 1.4, double apart = 1) {
  test::Cloud cloud;
  const double spacing = cloud.spacing = 0.05;
  cloud.velocity = {0, -5, 0};
  for (int row = 0; row < 24; ++row)
    for (int column = 0; column < 16; ++column)
      for (int layer = 0; layer < layers; ++layer)
        cloud.places.push_back(spacing * glm::dvec3(column > 0 ? column - 1 : -gap, rows * row, apart * layer));
  cloud.low = {-0.5, -1, -0.5};
  cloud.high = {1.5, 3, 1};
  return cloud;
}

// A rim frays into fine drops beyond it; the faces of a sheet as thick as wide do not fray, nor does slow water.
TEST_F(ParticleBlinkTest, RimsFrayAndFacesDoNot) {
  const double spacing = 0.05;
  const auto fine_of = [&](const test::Cloud& cloud, double from, double to) {
    graph::Graph g(state);
    std::size_t count = 0;
    for (const meshing::ParticleDrop& d : surface_of(g, test::upload_cloud(g, cloud)).drops) {
      const glm::dvec3 at = glm::dvec3(d.place) / spacing;
      count += at.x > from && at.x < to && at.y > 3 && at.y < 29;
    }
    return count;
  };
  const test::Cloud sheet = stretched(1);
  EXPECT_GT(fine_of(sheet, -4, -1), 20u);
  EXPECT_GT(fine_of(sheet, 14, 17), 20u);
  EXPECT_EQ(fine_of(sheet, 2, 11), 0u);
  EXPECT_EQ(fine_of(stretched(1, 7, 1.8, 1.3), 2, 11), 0u);
  test::Cloud slow = sheet;
  slow.velocity = {0, -1, 0};
  EXPECT_EQ(fine_of(slow, -4, 20), 0u);
}

// As the outermost column drifts away, its surface turns into drops gradually, without sudden changes.
TEST_F(ParticleBlinkTest, ARimGoesOverIntoDropsBitByBit) {
  const auto volumes = [&](double gap) {
    const test::Cloud cloud = stretched(gap);
    graph::Graph g(state);
    const Seen seen = surface_of(g, test::upload_cloud(g, cloud));
    double drops = 0;
    for (const meshing::ParticleDrop& d : seen.drops)
      drops += 4 * std::numbers::pi / 3 * std::pow(static_cast<double>(d.place.w), 3) * static_cast<double>(d.motion.w);
    const double each = cloud.spacing * cloud.spacing * cloud.spacing;
    return glm::dvec2(test::facts_of(seen.mesh).volume, drops) / (24 * each);
  };
  glm::dvec2 before = volumes(0.5), most(0);
  for (double gap = 0.525; gap < 2.2; gap += 0.025) {
    const glm::dvec2 now = volumes(gap);
    most = glm::max(most, glm::abs(now - before));
    before = now;
  }
  EXPECT_LT(most.x, 0.4);
  EXPECT_LT(most.y, 0.04);
}

}  // namespace
}  // namespace undine
