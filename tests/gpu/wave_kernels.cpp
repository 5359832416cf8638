// Every wave kernel against the double-precision reference, at odd sizes, with every boundary condition and medium.
#include "engine/core/error.h"
#include "passes/grid/random.h"
#include "passes/wave/wave_medium.h"
#include "tests/support/wave_runner.h"

namespace undine {

using reference::Wave;
using Kinds = std::array<wave::WaveEdge, 4>;

struct WaveKernels : test::WaveTest {
  struct Medium {
    bool islands = false, damping_map = false, depth = false;
    double damping = 0;
  };

  // Rough, reproducible field with all wavelengths.
  static std::vector<double> rough(std::size_t count, double scale, std::uint64_t seed) {
    std::vector<double> v(count);
    for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<float>(scale * (grid::uniform_random(seed, i, 7) - 0.5));
    return v;
  }

  void compare(glm::uvec2 cells, const Kinds& edges, const Medium& medium, int steps = 9) {
    SCOPED_TRACE(fmt::format("{} x {}, edges {} {} {} {}, islands {}, map {}, depth {}", cells.x, cells.y,
                             int(edges[0]), int(edges[1]), int(edges[2]), int(edges[3]), medium.islands,
                             medium.damping_map, medium.depth));
    const std::size_t count = std::size_t{cells.x} * cells.y;
    wave::WaveSettings s;
    s.cells = cells;
    s.size = {0.1 * cells.x, 0.13 * cells.y};
    s.speed = 1.7;
    s.damping = medium.damping;
    s.edges = {edges[0], edges[1], edges[2], edges[3]};
    Wave want;
    want.nx = static_cast<int>(cells.x);
    want.nz = static_cast<int>(cells.y);
    want.dx = 0.1;
    want.dz = 0.13;
    for (std::size_t k = 0; k < 4; ++k) want.edges[k] = static_cast<reference::WaveEdge>(edges[k]);
    want.square = {1.7 * 1.7};
    want.damping = {medium.damping};
    SceneContext context;
    if (medium.islands) {
      want.island.resize(count);
      for (std::size_t i = 0; i < count; ++i) want.island[i] = i > 0 && grid::uniform_random(3, i, 1) < 0.2;
      s.islands = array("mask.npy", cells.x, cells.y, want.island);
    }
    if (medium.damping_map) {
      want.damping = rough(count, 3.0, 11);
      for (double& d : want.damping) d = static_cast<float>(std::abs(d));
      s.damping_map = array("damping.npy", cells.x, cells.y, want.damping);
      for (double& d : want.damping) d += medium.damping;
    }
    if (medium.depth) {
      // Samples of the map at cell centers, where bilinear interpolation returns them.
      s.speed_from = wave::WaveSettings::Speed::depth;
      Heightmap map{.nx = cells.x, .nz = cells.y, .size = {0.1 * (cells.x - 1), 0.13 * (cells.y - 1)}};
      if (cells.x == 1) map.size.x = 1;
      if (cells.y == 1) map.size.y = 1;
      want.square.assign(count, 0);
      want.island.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        map.height.push_back(static_cast<float>(
            i > 0 && grid::uniform_random(5, i, 2) < 0.1 ? 0.01 : -0.05 - 0.3 * grid::uniform_random(5, i, 1)));
        want.square[i] = std::max(0.0, -9.81 * static_cast<double>(map.height[i]));
        want.island[i] = map.height[i] > 0;
      }
      context.terrain = std::move(map);
    }
    const std::vector<double> height = rough(count, 0.2, 1);
    s.initial = {{.kind = wave::WaveShape::Kind::npy, .file = array("h.npy", cells.x, cells.y, height)}};
    make(s, context);
    want.start(height);
    const double dt = 0.11;
    const int sub_steps = wave::wave_sub_steps(
        s, medium.depth ? std::sqrt(*std::max_element(want.square.begin(), want.square.end())) : 1.7, dt, "");
    advance(dt, steps);
    for (int i = 0; i < steps; ++i) want.step(dt, sub_steps);
    const auto h = field("height"), rate = field("rate");
    double worst = 0, worst_rate = 0, scale = 0.1;  // tiny grids with absorbing boundaries grow before they settle
    for (double v : want.now) scale = std::max(scale, std::abs(v));
    const std::vector<double> want_rate = want.rate();
    for (std::size_t i = 0; i < count; ++i) {
      worst = std::max(worst, std::abs(h[i] - want.now[i]));
      worst_rate = std::max(worst_rate, std::abs(rate[i] - want_rate[i]));
    }
    EXPECT_LT(worst, 4e-5 * scale);
    EXPECT_LT(worst_rate, 2e-4 * scale / (dt / sub_steps));
    const Stats got = stats();
    EXPECT_EQ(got.sub_steps, sub_steps);
    EXPECT_NEAR(*got.volume, want.volume(), 1e-5 * scale * s.size.x * s.size.y);
    if (std::find(edges.begin(), edges.end(), wave::WaveEdge::absorb) == edges.end()) {
      EXPECT_NEAR(got.energy, want.energy(), 2e-5 * std::abs(want.energy()) + 1e-12);
    }
  }
};

constexpr wave::WaveEdge wall = wave::WaveEdge::wall, fixed = wave::WaveEdge::fixed,
                         periodic = wave::WaveEdge::periodic, absorb = wave::WaveEdge::absorb;
const Kinds all_edges[] = {
    {wall, wall, wall, wall},         {fixed, fixed, fixed, fixed}, {periodic, periodic, periodic, periodic},
    {absorb, absorb, absorb, absorb}, {wall, fixed, absorb, wall},  {absorb, fixed, periodic, periodic},
    {periodic, periodic, fixed, wall}};
const glm::uvec2 wave_sizes[] = {{1, 1}, {3, 3},  {27, 27},  {64, 64}, {129, 129}, {1, 5},
                                 {6, 1}, {3, 64}, {27, 129}, {130, 7}, {5, 4}};

bool possible(glm::uvec2 cells, const Kinds& e) {
  auto absorbs = [](wave::WaveEdge a, wave::WaveEdge b) { return a == absorb || b == absorb; };
  return !(absorbs(e[0], e[1]) && cells.x < 4) && !(absorbs(e[2], e[3]) && cells.y < 4);
}

TEST_F(WaveKernels, PlainWaterMatchesTheReference) {
  for (glm::uvec2 cells : wave_sizes)
    for (const Kinds& edges : all_edges)
      if (possible(cells, edges)) compare(cells, edges, {});
}

TEST_F(WaveKernels, LargeOddGridsMatchTheReference) {
  compare({2049, 2049}, {wall, wall, wall, wall}, {}, 2);
  compare({2049, 3}, {periodic, periodic, wall, wall}, {}, 4);
  compare({3, 2049}, {wall, fixed, absorb, absorb}, {}, 4);
  compare({2049, 27}, {fixed, absorb, periodic, periodic}, {.islands = true, .damping_map = true}, 4);
}

TEST_F(WaveKernels, DampedWaterMatchesTheReference) {
  for (const Kinds& edges : all_edges) compare({27, 33}, edges, {.damping = 2.5});
}

// Two kinds of edges per size, in turn, so that each kind occurs. PlainWaterMatchesTheReference has all pairs.
template <class Compare>
void each_size(Compare&& compare) {
  std::size_t turn = 0;
  for (glm::uvec2 cells : wave_sizes)
    for (int found = 0; found < 2; ++turn)
      if (const Kinds& edges = all_edges[turn % std::size(all_edges)]; possible(cells, edges)) {
        compare(cells, edges);
        ++found;
      }
}

TEST_F(WaveKernels, IslandsMatchTheReference) {
  each_size([&](glm::uvec2 cells, const Kinds& edges) { compare(cells, edges, {.islands = true}); });
}

TEST_F(WaveKernels, DampingMapsMatchTheReference) {
  for (const Kinds& edges : all_edges) compare({29, 27}, edges, {.damping_map = true, .damping = 0.5});
}

TEST_F(WaveKernels, SpeedFromDepthMatchesTheReference) {
  each_size([&](glm::uvec2 cells, const Kinds& edges) {
    compare(cells, edges, {.damping_map = cells.x == 27, .depth = true});
  });
}

TEST_F(WaveKernels, SurfaceHoldsHeightSlopesAndCoverage) {
  for (const Kinds& edges : all_edges) {
    for (bool islands : {false, true}) {
      SCOPED_TRACE(fmt::format("{} {} {} {} {}", int(edges[0]), int(edges[1]), int(edges[2]), int(edges[3]), islands));
      const glm::uvec2 cells{27, 18};
      wave::WaveSettings s;
      s.cells = cells;
      s.size = {2.7, 3.6};
      s.edges = {edges[0], edges[1], edges[2], edges[3]};
      Wave want;
      want.nx = 27;
      want.nz = 18;
      want.dx = 0.1;
      want.dz = 0.2;
      for (std::size_t k = 0; k < 4; ++k) want.edges[k] = static_cast<reference::WaveEdge>(edges[k]);
      if (islands) {
        want.island.resize(27 * 18);
        for (std::size_t i = 0; i < want.island.size(); ++i) want.island[i] = grid::uniform_random(3, i, 1) < 0.2;
        s.islands = array("mask.npy", 27, 18, want.island);
      }
      want.start(rough(27 * 18, 0.2, 4));
      s.initial = {{.kind = wave::WaveShape::Kind::npy, .file = array("h.npy", 27, 18, want.now)}};
      make(s);
      std::vector<std::uint16_t> half;
      graph::Graph g(state);
      const SurfaceField field = solver->surface(g);
      g.readback("surface", field.surface, [&](std::span<const std::byte> bytes) {
        half.resize(bytes.size() / 2);
        std::memcpy(half.data(), bytes.data(), bytes.size());
      });
      run(g);
      executor->finish();
      ASSERT_EQ(half.size(), 4u * 27 * 18);
      auto value = [&](std::size_t i) {
        const int exponent = (half[i] >> 10) & 31, sign = half[i] >> 15 ? -1 : 1, mantissa = half[i] & 1023;
        return sign * (exponent ? std::ldexp(1024.0 + mantissa, exponent - 25) : std::ldexp(double(mantissa), -24));
      };
      const auto slope_x = want.slope(0), slope_z = want.slope(1);
      for (std::size_t i = 0; i < 27 * 18; ++i) {
        const bool land = islands && want.island[i];
        EXPECT_EQ(value(4 * i + 3), land ? 0 : 1);
        if (land) continue;
        EXPECT_NEAR(value(4 * i), want.now[i], 1e-4);
        EXPECT_NEAR(value(4 * i + 1), slope_x[i], 2e-3);
        EXPECT_NEAR(value(4 * i + 2), slope_z[i], 2e-3);
      }
    }
  }
}

TEST_F(WaveKernels, DropsFallWhereTheSeedSays) {
  for (const Kinds& edges : {all_edges[0], all_edges[2]}) {
    for (bool neutral : {false, true}) {
      wave::WaveSettings s;
      s.cells = {33, 27};
      s.size = {3.3, 2.7};
      s.edges = {edges[0], edges[1], edges[2], edges[3]};
      s.drops = {.rate = 400, .radius = 0.45, .depth = 0.03, .neutral = neutral};
      SceneContext context;
      context.seed = 12;
      make(s, context);
      Wave want;
      want.nx = 33;
      want.nz = 27;
      want.dx = want.dz = 0.1;
      for (std::size_t k = 0; k < 4; ++k) want.edges[k] = static_cast<reference::WaveEdge>(edges[k]);
      want.start(std::vector<double>(33 * 27, 0.0));
      const double dt = 0.01;
      std::uint64_t fallen = 0;
      for (std::uint64_t step = 0; step < 12; ++step) {
        const auto drops = static_cast<std::uint64_t>(4.0 + grid::uniform_random(12, step, 0));
        for (std::uint64_t i = 0; i < drops; ++i, ++fallen)
          want.poke(3.3 * grid::uniform_random(12, step, 2 * i + 1), 2.7 * grid::uniform_random(12, step, 2 * i + 2),
                    0.45, -0.03, neutral);
        want.step(dt, 1);
      }
      EXPECT_GT(fallen, 40u);
      advance(dt, 12);
      const auto h = field("height");
      for (std::size_t i = 0; i < h.size(); ++i) ASSERT_NEAR(h[i], want.now[i], 2e-6) << i;
      if (neutral && edges[0] == periodic) {
        EXPECT_NEAR(*stats().volume, 0, 0.02 * 0.03 * 0.64 * double(fallen));
      }
    }
  }
}

TEST_F(WaveKernels, APushMovesTheWaterAndStaysInTheGrid) {
  wave::WaveSettings s;
  s.cells = {40, 40};
  s.size = {4, 4};
  s.origin = {10, 2, -3};
  make(s);
  solver->disturb({.point = {10.5, 2, -3.5}, .motion = {0.2, 0, 0}, .radius = 0.4});
  solver->disturb({.point = {1000, 2, 0}, .radius = 0.4});
  solver->disturb({.point = {std::nan(""), 2, 0}, .radius = 0.4});
  advance(1e-6, 1);
  const auto h = field("height");
  EXPECT_NEAR(h[15 * 40 + 25], 2 - 0.2 * 0.4, 0.02);
  EXPECT_NEAR(h[39 * 40 + 0], 2, 1e-6);
}

TEST_F(WaveKernels, MediaThatMakeNoSenseAreRefused) {
  wave::WaveSettings s;
  s.cells = {8, 8};
  s.speed_from = wave::WaveSettings::Speed::depth;
  EXPECT_THROW(s.create(state, {.name = "a"}), Error);
  wave::WaveSettings t;
  t.cells = {8, 8};
  t.islands = array("all.npy", 8, 8, std::vector<float>(64, 1.0f));
  EXPECT_THROW(t.create(state, {.name = "b"}), Error);
  wave::WaveSettings u;
  u.cells = {8, 8};
  u.initial = {{.kind = wave::WaveShape::Kind::npy, .file = array("h.npy", 4, 8, std::vector<float>(32, 1.0f))}};
  EXPECT_THROW(u.create(state, {.name = "c"}), Error);
  wave::WaveSettings fast;
  fast.speed = 1e5;
  make(fast);
  graph::Graph g(state);
  EXPECT_THROW(solver->step(g, {.dt = 1}), Error);
}

}  // namespace undine
