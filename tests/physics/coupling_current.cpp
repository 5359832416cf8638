// Advection of one grid's waves by the flow of another: as a double-precision reference, at the wave speeds on a
// stream, and volume-conserving.
#include <algorithm>
#include <cmath>
#include <random>

#include "engine/files/npy.h"
#include "passes/wave/wave_reference.h"
#include "tests/support/ledger_runner.h"
#include "tests/support/refused.h"
#include "tests/support/temp_folder.h"

namespace undine {

namespace {

// Velocity of a grid at the faces of waves, and both wave levels advected by it.
struct CarryReference {
  int nx, nz;
  glm::dvec2 cell;
  std::vector<std::uint8_t> island;
  bool periodic[2] = {false, false};
  std::vector<double> face_u, face_w;  // (nx + 1) nz, nx (nz + 1)

  std::size_t at(int i, int j) const { return static_cast<std::size_t>(j * nx + i); }
  bool inside(int& i, int& j) const {
    if (periodic[0]) i = (i + nx) % nx;
    if (periodic[1]) j = (j + nz) % nz;
    return i >= 0 && j >= 0 && i < nx && j < nz && (island.empty() || island[at(i, j)] == 0);
  }
  // u: pairs of a grid of n cells, of `size` around `middle`; the waves' grid is around the world's origin.
  void take(const std::vector<float>& u, glm::ivec2 n, glm::dvec2 size, glm::dvec2 middle) {
    const glm::dvec2 of = size / glm::dvec2(n), low = middle - 0.5 * size, own = -0.5 * cell * glm::dvec2(nx, nz);
    const auto value = [&](double i, double j, int axis) {
      glm::dvec2 x = (own + glm::dvec2(i, j) * cell - low) / of;
      if (x.x < 0 || x.y < 0 || x.x > n.x || x.y > n.y) return 0.0;
      x = glm::clamp(x - 0.5, glm::dvec2(0), glm::dvec2(n - 1));
      const glm::ivec2 a = glm::min(glm::ivec2(x), n - 1), b = glm::min(a + 1, n - 1);
      const glm::dvec2 part = x - glm::dvec2(a);
      const auto v = [&](int p, int q) {
        return static_cast<double>(u[static_cast<std::size_t>(2 * (q * n.x + p) + axis)]);
      };
      return glm::mix(glm::mix(v(a.x, a.y), v(b.x, a.y), part.x), glm::mix(v(a.x, b.y), v(b.x, b.y), part.x), part.y);
    };
    face_u.assign(static_cast<std::size_t>((nx + 1) * nz), 0);
    face_w.assign(static_cast<std::size_t>(nx * (nz + 1)), 0);
    for (int j = 0; j <= nz; ++j)
      for (int i = 0; i <= nx; ++i) {
        if (j < nz) face_u[static_cast<std::size_t>(j * (nx + 1) + i)] = value(i, j + 0.5, 0);
        if (periodic[0] && i == nx && j < nz)
          face_u[static_cast<std::size_t>(j * (nx + 1) + i)] = face_u[static_cast<std::size_t>(j * (nx + 1))];
        if (i < nx) face_w[static_cast<std::size_t>(j * nx + i)] = value(i + 0.5, j, 1);
      }
  }
  double flux(const std::vector<double>& h, int i, int j, int axis) const {
    const int di = axis == 0 ? 1 : 0, dj = 1 - di;
    int hi = i, hj = j, li = i - di, lj = j - dj;
    if (!inside(hi, hj) || !inside(li, lj)) return 0;
    const double u = axis == 0 ? face_u[static_cast<std::size_t>(j * (nx + 1) + i)] : face_w[at(i, j)];
    const int way = u > 0 ? -1 : 1;  // upstream
    // Value at `steps` cells upstream or downstream of the face, limited to the last cell.
    const auto value = [&](int side, int steps) {
      int ci = side * way < 0 ? li : hi, cj = side * way < 0 ? lj : hj;
      for (int k = 1; k < steps; ++k) {
        int ni = ci + side * way * di, nj = cj + side * way * dj;
        if (!inside(ni, nj)) break;
        ci = ni, cj = nj;
      }
      return h[at(ci, cj)];
    };
    return u * (2 * value(1, 3) - 13 * value(1, 2) + 47 * value(1, 1) + 27 * value(-1, 1) - 3 * value(-1, 2)) / 60;
  }
  void carry(std::vector<double>& h, double dt) const {
    double peak = 0;
    for (int j = 0; j < nz; ++j)
      for (int i = 0; i < nx; ++i)
        peak = std::max(peak, std::abs(face_u[static_cast<std::size_t>(j * (nx + 1) + i)]) / cell.x +
                                  std::abs(face_w[at(i, j)]) / cell.y);
    const int count = static_cast<int>(std::ceil(peak * dt));
    const auto stage = [&](const std::vector<double>& from, double step) {
      std::vector<double> out = h;
      for (int j = 0; j < nz; ++j)
        for (int i = 0; i < nx; ++i)
          out[at(i, j)] += step * ((flux(from, i, j, 0) - flux(from, i + 1, j, 0)) / cell.x +
                                   (flux(from, i, j, 1) - flux(from, i, j + 1, 1)) / cell.y);
      return out;
    };
    for (int k = 0; k < count; ++k) h = stage(stage(stage(h, dt / count / 3), dt / count / 2), dt / count);
  }
};

}  // namespace

struct CouplingCurrent : test::LedgerTest {
  test::TempFolder folder;
  void begin_with(const std::string& text) { load_text(text, folder.file("scene.json")); }
  Stats stats_of(const std::string& name) {
    const auto& waters = world->water();
    const auto at = std::ranges::find(waters, name, &session::World::Water::name);
    return now().water.at(static_cast<std::size_t>(at - waters.begin()));
  }
  CouplingFigures figures() { return now().exchanges.at(0); }
  // A file of numbers between the two, the same every time.
  std::string noise(const char* name, glm::uvec2 cells, double low, double high, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<float> value;
    for (std::uint32_t i = 0; i < cells.x * cells.y; ++i)
      value.push_back(static_cast<float>(low + (high - low) * static_cast<double>(random()) / 4294967296.0));
    const std::uint32_t shape[2] = {cells.y, cells.x};
    files::write_npy(folder.file(name), shape, value);
    return fmt::format(R"({{"shape": "npy", "file": "{}"}})", name);
  }
  // Channel along x in which all water flows at `speed`.
  static std::string stream(const std::string& solver, double speed, double length, double width) {
    if (solver == "fluid")
      return fmt::format(
          R"({{"name": "river", "solver": "fluid", "cells": [40, 8], "size": [{}, {}], "viscosity": 0,
              "edges": {{"-x": {{"inflow": [{}, 0]}}, "+x": "outflow", "-z": "slip", "+z": "slip"}},
              "initial": [{{"shape": "flow", "velocity": [{}, 0]}}]}})",
          length, width, speed, speed);
    return fmt::format(
        R"({{"name": "river", "solver": "shallow", "cells": [40, 3], "size": [{}, {}], "origin": [0, -1, 0],
            "velocity": [{}, 0], "edges": {{"-x": {{"discharge": {}}}, "+x": "transmissive"}},
            "initial": [{{"shape": "level", "level": 0}}]}})",
        length, width, speed, speed);
  }
  static std::string scene(const std::string& river, const std::string& pool, double step,
                           const std::string& more = "") {
    return fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}},
      "water": [{}, {{"name": "pool", "solver": "wave", {}}}],
      "exchanges": [{{"name": "drift", "from": "river", "to": "pool", "current": true{}}}]}})",
                       step, river, pool, more);
  }
};

// Sloshing tank with other cells, which covers a part of the waves, and land in it.
TEST_F(CouplingCurrent, MatchesTheReference) {
  struct Case {
    const char* giver;
    bool periodic;
  };
  for (const auto& [giver, periodic] : {Case{"shallow", false}, {"shallow", true}, {"pipes", false}}) {
    SCOPED_TRACE(fmt::format("{}, {}", giver, periodic ? "periodic" : "walls and land"));
    const int nx = 37, nz = 26;
    const std::string levels = noise("levels.npy", {20, 14}, 0.2, 0.6, 3),
                      bumps = noise("bumps.npy", {37, 26}, -0.01, 0.01, 5);
    std::vector<float> land(static_cast<std::size_t>(nx * nz), 0);
    for (int j = 8; j < 15; ++j)
      for (int i = 12; i < 17 + j % 3; ++i) land[static_cast<std::size_t>(j * nx + i)] = 1;
    const std::uint32_t shape[2] = {26, 37};
    files::write_npy(folder.file("land.npy"), shape, land);
    const std::string river = fmt::format(
        R"({{"name": "river", "solver": "{}", "cells": [20, 14], "size": [4, 2.8], "origin": [0.4, -1, -0.3],
            "initial": [{}]}})",
        giver, levels);
    const std::string pool =
        fmt::format(R"("cells": [37, 26], "size": [3.7, 3.12], "speed": 1.6, "damping": 0.3, "initial": [{}], {})",
                    bumps, periodic ? R"("edges": {"-x": "periodic", "+x": "periodic"})" : R"("islands": "land.npy")");
    begin_with(scene(river, pool, 0.04));
    reference::Wave ref;
    ref.nx = nx, ref.nz = nz, ref.dx = 0.1, ref.dz = 0.12;
    ref.square = {1.6 * 1.6}, ref.damping = {0.3};
    if (periodic) ref.edges[0] = ref.edges[1] = reference::WaveEdge::periodic;
    CarryReference carry{.nx = nx, .nz = nz, .cell = {0.1, 0.12}, .periodic = {periodic, false}};
    if (!periodic) {
      ref.island.assign(land.begin(), land.end());
      ref.square.assign(land.size(), 1.6 * 1.6);
      carry.island = ref.island;
    }
    const auto first = field("pool.height");
    ref.start({first.begin(), first.end()});
    double swept = 0;
    for (int k = 0; k < 50; ++k) {
      advance(1);
      ref.step(0.04, static_cast<int>(stats_of("pool").sub_steps));
      const auto u = field("river.velocity");
      for (const float v : u) swept = std::max(swept, static_cast<double>(std::abs(v)));
      carry.take(u, {20, 14}, {4, 2.8}, {0.4, -0.3});
      carry.carry(ref.now, 0.04);
      carry.carry(ref.before, 0.04);
    }
    const auto height = field("pool.height");
    double off = 0, most = 0;
    for (std::size_t i = 0; i < height.size(); ++i) {
      off = std::max(off, std::abs(static_cast<double>(height[i]) - ref.now[i]));
      most = std::max(most, std::abs(ref.now[i]));
    }
    fmt::print("{}: off by {:.3g} of {:.3g} m after 50 steps, of a flow of up to {:.3g} m/s\n", giver, off, most,
               swept);
    EXPECT_GT(swept, 0.3);
    EXPECT_GT(most, 1e-3);
    EXPECT_LT(off, 1e-5 * most);
  }
}

struct CouplingCurrentOf : CouplingCurrent, testing::WithParamInterface<const char*> {
  // Center of positive elevations along x, weighted with their squares.
  static double middle(const std::vector<float>& h, double size, std::size_t nx) {
    double sum = 0, moment = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      const double e = static_cast<double>(h[i]) * h[i];
      sum += e;
      moment += e * size * ((static_cast<double>(i % nx) + 0.5) / static_cast<double>(nx) - 0.5);
    }
    return moment / sum;
  }
};

// A bump at rest in the water makes a ring whose center moves with the stream. A ridge makes two crests, at u + c and
// u - c.
TEST_P(CouplingCurrentOf, WavesMoveWithTheStream) {
  const double u = 0.5, c = 1.2, step = 0.02;
  begin_with(scene(stream(GetParam(), u, 12, 6),
                   R"("cells": [240, 120], "size": [12, 6], "speed": 1.2,
                      "initial": [{"shape": "gaussian", "height": 0.01, "radius": 0.4, "center": [-1, 0]}])",
                   step));
  advance(1);
  EXPECT_NEAR(figures().fastest, u, 1e-3 * u);
  EXPECT_EQ(figures().carried, 1);
  advance(89);
  const double at = middle(field("pool.height"), 12, 240);
  fmt::print("{}: the ring's middle has gone {:.4f} m of {:.4f}\n", GetParam(), at + 1, u * 1.8);
  EXPECT_NEAR(at + 1, u * 1.8, 0.02 * u * 1.8);
  begin_with(scene(stream(GetParam(), u, 12, 6),
                   R"("cells": [240, 2], "size": [12, 6], "speed": 1.2,
                      "initial": [{"shape": "ridge", "height": 0.01, "radius": 0.4, "center": [-1, 0]}])",
                   step));
  const auto crests = [&] {
    const auto h = field("pool.height");
    glm::dvec2 out{0};
    double best[2] = {0, 0};
    for (std::size_t i = 1; i + 1 < 240; ++i) {
      const double a = h[i - 1], b = h[i], d = h[i + 1];
      const double x = 0.05 * (static_cast<double>(i) + 0.5 + 0.5 * (a - d) / (a - 2 * b + d)) - 6;
      const bool right = static_cast<double>(i) * 0.05 - 6 > -1 + u * step * static_cast<double>(world->steps());
      if (b < a || b < d || b <= best[right]) continue;
      best[right] = b;
      out[right] = x;
    }
    return out;
  };
  advance(60);
  const glm::dvec2 early = crests();
  advance(60);
  const glm::dvec2 speed = (crests() - early) / 1.2;
  fmt::print("{}: crests go at {:.4f} and {:.4f} m/s of {} and {}\n", GetParam(), speed.x, speed.y, u - c, u + c);
  EXPECT_NEAR(speed.x, u - c, 0.02 * (c - u));
  EXPECT_NEAR(speed.y, u + c, 0.02 * (c + u));
}

INSTANTIATE_TEST_SUITE_P(Flows, CouplingCurrentOf, testing::Values("shallow", "fluid"));

// Waves of a wave maker fixed in the stream have the lengths (c - u) / f against it, and (c + u) / f with it. Both
// ends absorb them.
TEST_F(CouplingCurrent, WavesShortenAgainstTheStream) {
  const double u = 0.5, c = 2, period = 0.8;
  const auto lengths = [&](double speed) {
    begin_with(scene(stream("shallow", speed, 24, 0.4),
                     R"("cells": [480, 2], "size": [24, 0.4], "speed": 2, "edges": {"-x": "absorb", "+x": "absorb"},
                        "makers": [{"length": 4, "radius": 0.15, "height": 0.01, "period": 0.8}])",
                     0.02));
    advance(500);
    const auto h = field("pool.height");
    std::vector<double> zero[2];
    double most[2] = {0, 0};
    for (std::size_t i = 0; i + 1 < 480; ++i) {
      const double x = 0.05 * (static_cast<double>(i) + 0.5) - 12, a = h[i], b = h[i + 1];
      if (std::abs(x) < 1 || std::abs(x) > 11) continue;
      most[x > 0] = std::max(most[x > 0], std::abs(a));
      if (a < 0 && b >= 0) zero[x > 0].push_back(x + 0.05 * a / (a - b));
    }
    glm::dvec4 out{0, 0, most[0], most[1]};
    for (int k = 0; k < 2; ++k)
      if (zero[k].size() > 2) out[k] = (zero[k].back() - zero[k].front()) / static_cast<double>(zero[k].size() - 1);
    return out;
  };
  const glm::dvec4 still = lengths(1e-9), now = lengths(u);
  fmt::print(
      "wave lengths {:.4f} and {:.4f} m of {:.4f} and {:.4f}; at rest {:.4f}; heights {:.4f}, {:.4f}, at rest {:.4f} "
      "m\n",
      now.x, now.y, (c - u) * period, (c + u) * period, still.x, now.z, now.w, still.z);
  EXPECT_NEAR(still.x, c * period, 0.03 * c * period);
  EXPECT_NEAR(now.x, (c - u) * period, 0.03 * (c - u) * period);
  EXPECT_NEAR(now.y, (c + u) * period, 0.03 * (c + u) * period);
}

// A pulse that leaves over an absorbing end, with or against the stream, is not reflected.
TEST_F(CouplingCurrent, AbsorbingEdgesLetWavesLeave) {
  begin_with(scene(stream("shallow", 0.5, 12, 0.4),
                   R"("cells": [240, 2], "size": [12, 0.4], "speed": 1.5, "edges": {"-x": "absorb", "+x": "absorb"},
                      "initial": [{"shape": "ridge", "height": 0.01, "radius": 0.5}])",
                   0.02));
  advance(450);  // the crests have traveled 18 and 9 m
  double most = 0;
  for (const float h : field("pool.height")) most = std::max(most, static_cast<double>(std::abs(h)));
  advance(200);
  double later = 0;
  for (const float h : field("pool.height")) later = std::max(later, static_cast<double>(std::abs(h)));
  fmt::print("{:.3f} and {:.3f} % of the ridge is left\n", most / 0.01 * 100, later / 0.01 * 100);
  EXPECT_LT(most, 0.01 * 0.02);
  EXPECT_LT(later, 0.01 * 0.01);
}

struct CouplingCurrentLedger : CouplingCurrent, testing::WithParamInterface<std::tuple<int, const char*>> {};

// For any flow, here unsteady around a block, only drops and boundaries change the volume of the waves.
TEST_P(CouplingCurrentLedger, KeepsEveryDrop) {
  const auto [steps, water] = GetParam();
  accounting = Accounting::audited;
  const std::string levels = noise("levels.npy", {24, 16}, 0.3, 0.6, 11);
  const std::string text = fmt::format(
      R"({{"version": 1, "clock": {{"step": 0.017}},
        "meshes": [{{"shape": "box", "size": [0.7, 2, 0.5], "translate": [-0.4, 0, 0.3], "solid": true}}],
        "water": [{{"name": "river", "solver": "shallow", "cells": [24, 16], "size": [4.1, 3.3], "origin": [0.5, -0.4, 0.2],
                    "initial": [{}]}},
                  {{"name": "pool", "solver": "wave", "cells": [43, 31], "size": [4.3, 2.9], "speed": 1.9, {},
                    "drops": {{"rate": 30, "depth": 0.02, "radius": 0.2, "neutral": false}}}}],
        "exchanges": [{{"name": "drift", "from": "river", "to": "pool", "current": true}}]}})",
      levels, water);
  begin_with(text);
  const Stats first = stats_of("pool");
  double fastest = 0;
  for (int k = 0; k < 4; ++k) {
    advance(steps / 4);
    const Stats pool = stats_of("pool");
    ASSERT_TRUE(pool.budget);
    const double off = *pool.volume - *first.volume - pool.budget->net();
    fastest = std::max(fastest, figures().fastest);
    fmt::print("off by {:.3g} of {:.4f} m3 after {} steps; {:.3g} and {:.3g} went over the edges, {:.3g} by drops\n",
               off, pool.rest, steps / 4 * (k + 1), pool.budget->edges_in, pool.budget->edges_out, pool.budget->net());
    EXPECT_NEAR(off, 0, 1e-10 * pool.rest);
    double most = 0;
    for (const float h : field("pool.height")) most = std::max(most, static_cast<double>(std::abs(h)));
    EXPECT_LT(most, 1.5);
  }
  EXPECT_GT(fastest, 0.01);
  // An audit corrects rounding errors only.
  accounting = Accounting::volumes;
  begin_with(text);
  advance(steps);
  const Stats plain = stats_of("pool");
  ASSERT_TRUE(plain.budget);
  const double off = *plain.volume - plain.budget->net();
  fmt::print("off by {:.3g} m3 where rounding stays\n", off);
  EXPECT_NEAR(off, 0, 6e-10 * steps * plain.rest);
}

INSTANTIATE_TEST_SUITE_P(
    Edges, CouplingCurrentLedger,
    testing::Combine(testing::Values(120, 2000),
                     testing::Values(R"("damping": 0.2)",
                                     R"("damping": 0.2, "edges": {"-x": "absorb", "+x": "fixed", "-z": "absorb"})",
                                     R"("edges": {"-x": "periodic", "+x": "periodic", "+z": "absorb"})")),
    [](const auto& at) { return fmt::format("{}_{}", std::get<0>(at.param), at.index % 3); });

TEST_F(CouplingCurrent, StillWaterChangesNoByte) {
  const std::string text = scene(R"({"name": "river", "solver": "shallow", "cells": [12, 9], "size": [3, 3],
      "origin": [0, -1, 0], "initial": [{"shape": "level", "level": 0}]})",
                                 R"("cells": [50, 40], "size": [3, 2], "speed": 1.5,
      "drops": {"rate": 20, "depth": 0.02, "radius": 0.2})",
                                 0.02);
  begin_with(text);
  advance(100);
  const auto carried = field("pool.height");
  std::string alone = text;
  alone.replace(alone.find(R"({"name": "drift")"), alone.rfind("]}") - alone.find(R"({"name": "drift")"), "");
  begin_with(alone);
  EXPECT_EQ(world->couplings(), nullptr);
  advance(100);
  EXPECT_EQ(carried, field("pool.height"));
}

// The waves move half as far as the stream, and the figures report it.
TEST_F(CouplingCurrent, TooFastFlowActsInPart) {
  begin_with(scene(stream("fluid", 8, 12, 6), R"("cells": [120, 2], "size": [12, 6], "speed": 1,
      "initial": [{"shape": "ridge", "height": 0.01, "radius": 0.4, "center": [-3, 0]}])",
                   0.05));
  advance(10);
  const CouplingFigures f = figures();
  EXPECT_NEAR(f.fastest, 8, 0.01);
  EXPECT_NEAR(f.carried, 0.5, 0.001);
  EXPECT_NEAR(CouplingCurrentOf::middle(field("pool.height"), 12, 120), -1, 0.05);
}

TEST_F(CouplingCurrent, RefusesUnsupportedWaters) {
  const std::string pool = R"("cells": [20, 20], "size": [2, 2], "speed": 1)", river = stream("shallow", 0.5, 2, 2);
  const auto refused = [&](const std::string& text, std::initializer_list<std::string_view> parts) {
    test::expect_refused([&] { begin_with(text); }, parts);
  };
  refused(scene(river, pool + R"(, "origin": [9, 0, 0])", 0.01),
          {"/exchanges/0", "\"river\" to \"pool\"", "do not overlap", "one grid lies over the other"});
  refused(scene(river, pool, 0.01, R"(, "region": {"min": [5, -1, 5], "max": [6, 1, 6]})"),
          {"do not overlap in the region"});
  refused(scene(R"({"name": "river", "solver": "wave", "speed": 1})", pool, 0.01),
          {"/exchanges/0/current", "\"river\" to \"pool\"", "no velocities on a grid", "\"fluid\" to \"wave\""});
  std::string other = scene(river, pool, 0.01);
  other.replace(other.find(R"("solver": "wave", )"), 18, R"("solver": "shallow", )");
  other.replace(other.find(R"(, "speed": 1)"), 12, "");
  refused(other, {"is not of solver"});
  refused(scene(river, pool, 0.01, R"(, "drop": 1)"), {"/exchanges/0/current", "cannot be combined"});
}

}  // namespace undine
