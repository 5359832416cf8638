// Waves at absorbing boundaries, islands and slopes; repeatability.
#include <cmath>
#include <numbers>

#include "passes/grid/random.h"
#include "passes/wave/wave_medium.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct WaveBorders : test::WaveTest {
  // Reflection by the absorbing boundaries relative to the pulse: the difference from a basin too long for an echo.
  double reflection(double courant, double radius_cells) {
    std::vector<float> runs[2];
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t n = k == 0 ? 400 : 1600;
      wave::WaveSettings s;
      s.cells = {n, 5};
      s.size = {double(n), 5};
      if (k == 0) s.edges.west = s.edges.east = wave::WaveEdge::absorb;
      s.initial = {{.kind = wave::WaveShape::Kind::ridge, .height = 1, .radius = radius_cells}};
      make(s);
      advance(courant, static_cast<int>(500 / courant));
      runs[k] = field("height");
    }
    double most = 0;
    for (std::size_t i = 0; i < 400; ++i) most = std::max(most, std::abs(double(runs[0][i]) - runs[1][600 + i]));
    return most / 0.5;
  }
};

TEST_F(WaveBorders, AbsorbingEdgesTakeAPulseAtNormalIncidence) {
  for (double courant : {0.1, 0.35, 0.5, 0.7}) {
    for (double radius : {3.0, 8.0, 16.0, 40.0, 70.0}) {
      const double r = reflection(courant, radius);
      EXPECT_LT(r, 0.02) << "courant " << courant << ", radius " << radius << " cells";
      RecordProperty(fmt::format("reflection_{}_{}", courant, radius), fmt::format("{:.5f}", r));
      if (std::getenv("UNDINE_TEST_PRINT")) fmt::print("reflection courant {} radius {}: {:.5f}\n", courant, radius, r);
    }
  }
}

TEST_F(WaveBorders, AbsorbingEdgesTakeAnObliquePacket) {
  // Packet of plane waves in a strip that is periodic along z; both halves reach an absorbing boundary at `angle`.
  for (double angle : {0.0, 22.5, 45.0, 60.0}) {
    const double pi = std::numbers::pi, k = 2 * pi / 16;
    const std::uint32_t nx = 512;
    const double sine = std::sin(angle * pi / 180);
    const std::uint32_t nz = sine > 0 ? static_cast<std::uint32_t>(std::lround(4 * 16 / sine)) : 8;
    const double kz = sine > 0 ? 2 * pi * 4 / nz : 0, kx = std::sqrt(k * k - kz * kz);
    wave::WaveSettings s;
    s.cells = {nx, nz};
    s.size = {double(nx), double(nz)};
    s.edges = {wave::WaveEdge::absorb, wave::WaveEdge::absorb, wave::WaveEdge::periodic, wave::WaveEdge::periodic};
    std::vector<float> h;
    for (std::uint32_t j = 0; j < nz; ++j) {
      for (std::uint32_t i = 0; i < nx; ++i) {
        const double x = i + 0.5 - nx / 2.0;
        h.push_back(static_cast<float>(std::exp(-x * x / (48.0 * 48.0)) * std::cos(kx * x + kz * (j + 0.5))));
      }
    }
    s.initial = {{.kind = wave::WaveShape::Kind::npy, .file = array("packet.npy", nx, nz, h)}};
    make(s);
    advance(0.6, static_cast<int>(std::lround((nx / 2.0 + 130) / (kx / k) / 0.6)));
    const double r = test::largest(field("height")) / 0.5;
    EXPECT_LT(r, angle <= 45 ? 0.02 : 0.06) << angle;
    if (std::getenv("UNDINE_TEST_PRINT")) fmt::print("reflection at {} degrees: {:.5f}\n", angle, r);
  }
}

TEST_F(WaveBorders, AbsorbingEdgesStayQuietForLong) {
  wave::WaveSettings s;
  s.cells = {64, 51};
  s.size = {64, 51};
  s.edges = {wave::WaveEdge::absorb, wave::WaveEdge::absorb, wave::WaveEdge::absorb, wave::WaveEdge::absorb};
  s.initial = {{.kind = wave::WaveShape::Kind::gaussian, .height = 1, .radius = 3, .center = {9, 4}}};
  std::vector<float> mask(64 * 51);
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = i % 64 < 4 && i / 64 > 20 && i / 64 < 30;
  for (bool island : {false, true}) {
    if (island) s.islands = array("mask.npy", 64, 51, mask);
    make(s);
    advance(0.7, 300);
    const double early = test::largest(field("height"));
    EXPECT_LT(early, 0.05);
    advance(0.7, 20000);
    EXPECT_LT(test::largest(field("height")), 0.005);
  }
}

constexpr wave::WaveEdges open_sea{wave::WaveEdge::absorb, wave::WaveEdge::absorb, wave::WaveEdge::absorb,
                                   wave::WaveEdge::absorb};

TEST_F(WaveBorders, RainOnAbsorbingEdgesLeavesTheLevelWhereItWas) {
  for (std::uint32_t n : {64u, 256u}) {
    wave::WaveSettings s;
    s.cells = {n, n};
    s.size = {3, 3};
    s.edges = open_sea;
    s.drops = {.rate = 6, .depth = 0.03};
    make(s);
    double worst = 0;
    for (int half_seconds = 0; half_seconds < 120; ++half_seconds) {
      advance(1.0 / 120, 60);
      worst = std::max(worst, std::abs(*stats().volume) / 9);
    }
    // On average the drops of the last second are still inside: 6 drops of pi r^2 depth / 2 over 9 m^2 are 0.7 mm.
    EXPECT_LT(worst, 0.003) << n;
    if (std::getenv("UNDINE_TEST_PRINT")) fmt::print("rain at {}: mean level within {:.5f} m\n", n, worst);
  }
}

TEST_F(WaveBorders, ADentLeavesThroughAbsorbingEdgesWhereverItFalls) {
  const wave::WaveEdge absorb = wave::WaveEdge::absorb, wall = wave::WaveEdge::wall,
                       periodic = wave::WaveEdge::periodic;
  const wave::WaveEdges sides[] = {open_sea,
                                   {absorb, wall, wall, wall},
                                   {absorb, absorb, periodic, periodic},
                                   {absorb, wall, absorb, wall},
                                   {wall, absorb, absorb, absorb}};
  for (const wave::WaveEdges& edges : sides) {
    for (glm::dvec2 center : {glm::dvec2(1.5, 1.5), {-1.45, 1.4}, {-1.5, 0.2}}) {
      wave::WaveSettings s;
      s.cells = {64, 48};
      s.size = {3, 3};
      s.edges = edges;
      s.initial = {{.kind = wave::WaveShape::Kind::dent, .depth = 0.06, .radius = 0.2, .center = center}};
      make(s);
      const double before = *stats().volume;
      advance(1.0 / 120, 2400);
      EXPECT_LT(std::abs(*stats().volume / before), 0.05) << int(edges.west) << int(edges.east) << int(edges.north)
                                                          << int(edges.south) << " " << center.x << " " << center.y;
    }
  }
}

TEST_F(WaveBorders, RoughWaterInTinyBasinsWithAbsorbingEdgesDoesNotLiftTheLevel) {
  for (glm::uvec2 cells : {glm::uvec2(4, 4), {9, 12}, {4, 40}}) {
    for (double courant : {0.2, 0.7}) {
      wave::WaveSettings s;
      s.cells = cells;
      s.size = glm::dvec2(cells);
      s.edges = open_sea;
      std::vector<float> h;
      for (std::uint32_t i = 0; i < cells.x * cells.y; ++i)
        h.push_back(static_cast<float>(grid::uniform_random(5, i, 3) - 0.5));
      s.initial = {{.kind = wave::WaveShape::Kind::npy, .file = array("rough.npy", cells.x, cells.y, h)}};
      make(s);
      advance(courant, 2000);
      EXPECT_LT(test::largest(field("height")), 0.01) << cells.x << " x " << cells.y << ", " << courant;
    }
  }
}

TEST_F(WaveBorders, IslandsMirrorLikeWalls) {
  wave::WaveSettings half;
  half.cells = {50, 9};
  half.size = {50, 9};
  half.initial = {{.kind = wave::WaveShape::Kind::gaussian, .height = 1, .radius = 4, .center = {5, 0}}};
  make(half);
  advance(0.5, 120);
  const auto want = field("height");
  wave::WaveSettings whole = half;
  whole.cells = {100, 9};
  whole.size = {100, 9};
  whole.initial[0].center = {-20, 0};
  std::vector<float> mask(900);
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = i % 100 >= 50;
  whole.islands = array("mask.npy", 100, 9, mask);
  make(whole);
  advance(0.5, 120);
  const auto got = field("height");
  double wet = 0;
  for (std::size_t j = 0; j < 9; ++j) {
    for (std::size_t i = 0; i < 100; ++i) {
      if (i < 50)
        EXPECT_NEAR(got[j * 100 + i], want[j * 50 + i], 2e-6);
      else
        EXPECT_EQ(got[j * 100 + i], 0);
      wet = std::max(wet, i < 50 ? std::abs(double(got[j * 100 + i])) : 0.0);
    }
  }
  EXPECT_GT(wet, 0.05);
}

TEST_F(WaveBorders, WavesOverAStepInDepthSplitAsTheirSpeedsSay) {
  // Long waves over a bed step: transmitted 2 c1 / (c1 + c2), reflected (c1 - c2) / (c1 + c2) of the elevation.
  wave::WaveSettings s;
  s.cells = {800, 4};
  s.size = {800, 4};
  s.speed_from = wave::WaveSettings::Speed::depth;
  s.edges.west = s.edges.east = wave::WaveEdge::absorb;
  s.initial = {{.kind = wave::WaveShape::Kind::ridge, .height = 1, .radius = 25, .center = {-200, 0}}};
  SceneContext context;
  Heightmap map{.nx = 800, .nz = 2, .size = {799, 4}};
  for (int i = 0; i < 1600; ++i) map.height.push_back(i % 800 < 400 ? -4.0f : -1.0f);
  context.terrain = map;
  context.gravity = 1;
  make(s, context);
  advance(0.3, 1000);  // c1 = 2, c2 = 1: 300 s; the wave reaches the step at 100 s
  const auto h = field("height"), depth = field("depth");
  double reflected = 0, through = 0;
  for (std::size_t i = 0; i < 800; ++i)
    (i < 400 ? reflected : through) = std::max(i < 400 ? reflected : through, double(h[i]));
  EXPECT_NEAR(through, 0.5 * 4.0 / 3.0, 0.01);
  EXPECT_NEAR(depth[10], 4 + h[10], 1e-5);
  make(s, context);
  advance(0.3, 500);  // 150 s: the echo is 100 m before the step
  const auto echo = field("height");
  reflected = 0;
  for (std::size_t i = 0; i < 390; ++i) reflected = std::max(reflected, double(echo[i]));
  EXPECT_NEAR(reflected, 0.5 / 3.0, 0.01);
}

TEST_F(WaveBorders, TwoRunsGiveTheSameBytesAndSeedsDiffer) {
  wave::WaveSettings s;
  s.cells = {97, 65};
  s.drops = {.rate = 60, .radius = 0.2, .depth = 0.02};
  s.edges.west = wave::WaveEdge::absorb;
  std::vector<std::vector<float>> runs;
  for (std::uint64_t seed : {1u, 1u, 2u}) {
    SceneContext context;
    context.seed = seed;
    make(s, context);
    advance(1.0 / 60, 90);
    runs.push_back(field("height"));
  }
  EXPECT_GT(test::largest(runs[0]), 0.001);
  EXPECT_EQ(std::memcmp(runs[0].data(), runs[1].data(), runs[0].size() * 4), 0);
  EXPECT_NE(runs[0], runs[2]);
}

}  // namespace undine
