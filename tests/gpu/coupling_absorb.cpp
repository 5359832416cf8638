// Absorption of particles by a grid: volume and momentum are conserved as integers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

#include "engine/scene/couplings.h"
#include "passes/coupling/absorb.h"
#include "passes/ledger/ledger_params.h"
#include "passes/sph/sph_params.h"
#include "tests/support/gpu.h"

namespace undine {

struct CouplingAbsorb : test::GpuTest {
  using Words = glm::uvec2;
  static std::int64_t integer(const Words& v) {
    return static_cast<std::int64_t>(std::uint64_t{v.y} << 32 | std::uint64_t{v.x});
  }
  static Words words(std::int64_t v) {
    return {static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(static_cast<std::uint64_t>(v) >> 32)};
  }
  struct Result {
    std::vector<grid::LedgerDeposit> deposits;
    coupling::CouplingTotals totals{};
    std::uint32_t taken = 0;
    std::vector<glm::vec4> velocity;
  };

  // Particles over cells x cells of 0.1 m with the water level at y = 1.
  Result take(const std::vector<glm::vec4>& position, const std::vector<glm::vec4>& velocity, std::uint32_t cells,
              double spacing, double gravity = 9.81, bool periodic = false) {
    const graph::State::Owner owner(state);
    const std::string name = fmt::format("case_{}_", made_++);
    const auto make = [&](const char* what, std::uint64_t bytes) {
      return state.buffer(name + what, {.bytes = bytes});
    };
    const std::uint64_t count = position.size();
    const graph::Buffer positions = make("position", 16 * count), velocities = make("velocity", 16 * count),
                        control = make("control", sizeof(sph::SphControl)), taken = make("taken", 4),
                        totals = make("tally", sizeof(coupling::CouplingTotals)),
                        touched = make("struck", sizeof(grid::LedgerList) + 4 * grid::ledger_ringed({cells, cells})),
                        candidates = make("dipping", 4 * count),
                        stamps = make("stamps", 4 * grid::ledger_ringed({cells, cells})),
                        deposits = make("gains", sizeof(grid::LedgerDeposit) * cells * cells);
    graph::Graph g(state);
    const graph::Image surface =
        g.image("surface", {.extent = {cells, cells, 1}, .format = graph::Format::rgba32_float});
    sph::SphControl c{};
    c.count = static_cast<std::uint32_t>(count);
    g.upload("a", positions, position);
    g.upload("b", velocities, velocity);
    g.upload("c", control, std::vector<sph::SphControl>{c});
    g.clear("d", totals);
    g.clear("e", deposits);
    g.clear("f", surface, {0, 0, 0, 1});
    g.clear("g", taken);
    g.clear("h", touched);
    g.clear("i", stamps);
    const auto particle = std::llround(spacing * spacing * spacing / CouplingFigures::quantum);
    coupling::Absorption what{.position = positions,
                              .velocity = velocities,
                              .control = control,
                              .taken = taken,
                              .surface = surface,
                              .flow = {},
                              .deposits = deposits,
                              .totals = totals,
                              .touched = touched,
                              .candidates = candidates,
                              .stamps = stamps,
                              .params = {.low = glm::vec3(-1e6f),
                                         .high = glm::vec3(1e6f),
                                         .corner = {0, 0},
                                         .cell = {0.1f, 0.1f},
                                         .level = 1,
                                         .spacing = static_cast<float>(spacing),
                                         .gravity = static_cast<float>(gravity),
                                         .first = {0, 0},
                                         .count = {static_cast<int>(cells), static_cast<int>(cells)},
                                         .particle = words(particle),
                                         .capacity = static_cast<std::uint32_t>(count),
                                         .grounded = 0,
                                         .stamp = 1,
                                         .periodic = glm::ivec2(periodic)}};
    coupling::absorb_particles(g, what);
    run(g);
    Result out;
    out.deposits = read<grid::LedgerDeposit>(deposits);
    out.totals = read<coupling::CouplingTotals>(totals).front();
    out.taken = read<std::uint32_t>(taken).front();
    out.velocity = read<glm::vec4>(velocities);
    expect_listed(out.deposits, read<std::uint32_t>(touched), static_cast<int>(cells), periodic);
    // A second run resets the deposits and does not absorb a particle twice.
    graph::Graph next(state);
    what.surface = next.image("surface", {.extent = {cells, cells, 1}, .format = graph::Format::rgba32_float});
    what.params.stamp = 2;
    next.clear("f", what.surface, {0, 0, 0, 1});
    coupling::absorb_particles(next, what);
    run(next);
    for (const grid::LedgerDeposit& gain : read<grid::LedgerDeposit>(deposits))
      EXPECT_EQ(integer(gain.volume) | integer(gain.along_x) | integer(gain.down) | integer(gain.along_z), 0);
    EXPECT_EQ(read<std::uint32_t>(touched)[3], 0u);
    return out;
  }
  // The list of touched cells holds each cell with a gain and its four neighbors, once each.
  static void expect_listed(const std::vector<grid::LedgerDeposit>& deposits, const std::vector<std::uint32_t>& touched,
                            int cells, bool periodic) {
    const int across = cells + 2;
    std::vector<int> listed(static_cast<std::size_t>(across) * static_cast<std::size_t>(across));
    for (std::uint32_t k = 0; k < touched[3]; ++k) ++listed.at(touched.at(4 + k));
    EXPECT_EQ(touched[0], (touched[3] + 63) / 64);
    EXPECT_EQ(std::ranges::count_if(listed, [](int times) { return times > 1; }), 0);
    for (int i = 0; i < cells * cells; ++i) {
      if (integer(deposits[static_cast<std::size_t>(i)].volume) == 0) continue;
      for (const glm::ivec2& way : {glm::ivec2(0), {-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        glm::ivec2 at = glm::ivec2(i % cells, i / cells) + way;
        if (periodic) at = (at + cells) % cells;
        EXPECT_EQ(listed[static_cast<std::size_t>((at.y + 1) * across + at.x + 1)], 1) << "cell " << i;
      }
    }
  }
  int made_ = 0;
};

TEST_F(CouplingAbsorb, AbsorbedQuantaEqualReceivedQuanta) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> part(0, 1);
  for (const double spacing : {0.013, 0.21})  // a particle's quanta fit one word, or two
    for (const std::uint32_t cells : {1u, 3u, 27u, 129u}) {
      SCOPED_TRACE(fmt::format("{} cells a side, particles of {} m", cells, spacing));
      std::vector<glm::vec4> position, velocity;
      const float side = 0.1f * static_cast<float>(cells);
      for (int k = 0; k < 1000; ++k) {
        position.emplace_back(side * part(random), part(random) * 0.8f, side * part(random), float(k));
        velocity.emplace_back(9 * part(random) - 4, 3 * part(random) - 5, 9 * part(random) - 4, 1);
      }
      position[3].y = 1.5f;    // above the water
      position[5].x = -0.01f;  // beside the grid
      velocity[7].w = -1;      // absorbed earlier
      const Result now = take(position, velocity, cells, spacing);
      const auto particle = std::llround(spacing * spacing * spacing / CouplingFigures::quantum);
      std::int64_t in[4] = {}, out[4] = {};
      for (std::size_t k = 0; k < 1000; ++k) {
        EXPECT_EQ(now.velocity[k].w, k == 3 || k == 5 ? 1 : -1) << k;
        if (k == 3 || k == 5 || k == 7) continue;
        in[0] += particle;
        for (int axis = 0; axis < 3; ++axis)
          in[axis + 1] += static_cast<std::int64_t>(std::nearbyint(static_cast<float>(particle) * velocity[k][axis]));
      }
      for (const grid::LedgerDeposit& gain : now.deposits) {
        out[0] += integer(gain.volume);
        out[1] += integer(gain.along_x);
        out[2] -= integer(gain.down);
        out[3] += integer(gain.along_z);
        EXPECT_GE(integer(gain.volume), 0);
      }
      for (int k = 0; k < 4; ++k) EXPECT_EQ(out[k], in[k]) << k;
      EXPECT_EQ(now.taken, 997u);
      EXPECT_EQ(integer(now.totals.particles), 997);
      for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(integer(now.totals.momentum[axis]), in[axis + 1]);

      std::vector<std::size_t> order(1000);
      for (std::size_t k = 0; k < 1000; ++k) order[k] = k;
      std::ranges::shuffle(order, random);
      std::vector<glm::vec4> other_position, other_velocity;
      for (const std::size_t k : order) {
        other_position.push_back(position[k]);
        other_velocity.push_back(velocity[k]);
      }
      const Result shuffled = take(other_position, other_velocity, cells, spacing);
      EXPECT_EQ(
          std::memcmp(shuffled.deposits.data(), now.deposits.data(), now.deposits.size() * sizeof(now.deposits[0])), 0);
      EXPECT_EQ(std::memcmp(&shuffled.totals, &now.totals, sizeof now.totals), 0);
    }
}

// A drop's energy lifts the water of its crater, which waves then carry: a parabola of that radius, in whole cells.
TEST_F(CouplingAbsorb, ADropOnWavesIsAsWideAsItsCrater) {
  constexpr double spacing = 0.1, cell = 0.1;
  constexpr int cells = 27;
  double widest = 0;
  for (const auto& [fall, gravity] : {std::pair{0.0, 9.81}, {0.3, 9.81}, {1.0, 9.81}, {0.3, 3.7}}) {
    const double speed = std::sqrt(2 * 9.81 * fall);
    const double energy = 1000 * std::numbers::pi / 12 * std::pow(spacing, 3) * speed * speed;
    const double crater = std::sqrt(std::sqrt(4 * energy / (1000 * gravity * std::numbers::pi)));
    const double radius = std::max(crater, spacing);
    // Distribution around the point of impact: mean over impacts spread evenly in a cell.
    double square = 0, middle = 0;
    for (int k = 0; k < 16; ++k) {
      const float place = static_cast<float>((13 + (k + 0.5) / 16) * cell);
      const Result now =
          take({{place, 0.5f, 1.35f, 0}}, {{0, -static_cast<float>(speed), 0, 1}}, cells, spacing, gravity);
      double volume = 0, sums[2] = {};
      for (int i = 0; i < cells * cells; ++i) {
        const double v = static_cast<double>(integer(now.deposits[static_cast<std::size_t>(i)].volume));
        const double x = (i % cells + 0.5) * cell - static_cast<double>(place);
        volume += v;
        sums[0] += v * x;
        sums[1] += v * x * x;
      }
      middle += sums[0] / volume / 16;
      square += sums[1] / volume / 16;
    }
    const double wide = std::sqrt(square), due = std::sqrt(radius * radius / 5 + cell * cell / 12);
    widest = std::max(widest, std::abs(wide / due - 1));
    EXPECT_NEAR(middle, 0, 0.01 * cell);
    EXPECT_NEAR(wide, due, 0.01 * due) << fall << " m of fall, gravity " << gravity;
  }
  fmt::print("crater: as wide as it is by {:.2f} %\n", 100 * widest);
}

// Beyond a wall a crater is mirrored, beyond a periodic boundary it wraps around. It does not pile up in the drop's
// own cell as a lasting spike.
TEST_F(CouplingAbsorb, ACraterAtABorderGoesOn) {
  constexpr int cells = 27;
  const auto drop = [&](float x, bool periodic) {
    const Result now = take({{x, 0.5f, 1.35f, 0}}, {{0, -4, 0, 1}}, cells, 0.1, 9.81, periodic);
    std::vector<double> out(cells);  // shares of the volume along x
    for (std::size_t i = 0; i < now.deposits.size(); ++i)
      out[i % cells] += static_cast<double>(integer(now.deposits[i].volume)) / 1099511628;
    return out;
  };
  const auto middle = drop(1.33f, false), wall = drop(0.03f, false), periodic = drop(0.03f, true);
  const auto at = [&](int x) { return x < 0 || x >= cells ? 0 : middle[static_cast<std::size_t>(x)]; };
  for (int x = 0; x < cells; ++x) {
    EXPECT_NEAR(wall[static_cast<std::size_t>(x)], x < 13 ? at(x + 13) + at(12 - x) : at(x + 13), 0.01) << x;
    EXPECT_NEAR(periodic[static_cast<std::size_t>(x)], at((x + 13) % cells), 0.01) << x;
  }
}

}  // namespace undine
