// Emitters and sinks of particles.
#include "passes/sph/sph_nozzles.h"

#include <algorithm>
#include <numbers>
#include <set>

#include "engine/core/error.h"
#include "tests/support/refused.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphNozzleTest : test::WaveTest {
  // Jet along x from the center of a wall, at gravity so low that it stays straight.
  static sph::SphSettings jet(sph::SphModel model = sph::SphModel::compressible) {
    sph::SphSettings s;
    s.model = model;
    s.spacing = 0.05;
    s.gravity = 1e-6;
    s.compressibility = 0.05;
    s.domain = {{0, 0, 0}, {2, 1, 1}};
    s.fluid = {sph::SphFluid{
        .emitter = sph::SphEmitter{.position = {0, 0.5, 0.5}, .direction = {2, 0, 0}, .radius = 0.2, .speed = 1.5}}};
    return s;
  }
  void balanced(std::int64_t begun) {
    const Stats now = stats();
    EXPECT_EQ(now.particles, begun + now.emitted - now.removed);
    EXPECT_NEAR(*now.volume, double(now.particles) * 0.05 * 0.05 * 0.05, 1e-9);
  }
};

TEST_F(SphNozzleTest, LayersHoldTheWaterThatComesThrough) {
  for (double radius : {0.05, 0.11, 0.2, 0.73}) {
    const sph::SphEmitter e{.radius = radius};
    const sph::SphLayer layer = sph::sph_layer(e, 0.05);
    EXPECT_NEAR(double(layer.points.size()) * std::pow(0.05, 3), e.area() * layer.distance, 1e-12);
    EXPECT_NEAR(layer.distance, 0.05, radius > 0.1 ? 0.004 : 0.02) << radius;
    for (const glm::dvec2& p : layer.points) EXPECT_LT(glm::length(p), 1.1 * radius);
    // Symmetric about both axes.
    for (const glm::dvec2& p : layer.points)
      EXPECT_EQ(1, std::ranges::count_if(layer.points, [&](const glm::dvec2& q) {
                  return glm::distance(q, glm::dvec2(-p.y, p.x)) < 1e-9;
                }));
  }
  EXPECT_EQ(sph::sph_layer({.size = {0.52, 0.2}}, 0.05).points.size(), 40u);
}

TEST_F(SphNozzleTest, FluxIsSpeedTimesArea) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible})
    for (bool round : {true, false}) {
      sph::SphSettings s = jet(model);
      sph::SphEmitter& e = *s.fluid[0].emitter;
      e.begin = 0.105;
      e.end = 0.7;
      if (!round) {
        e.radius = 0;
        e.size = {0.3, 0.2};
        e.rate = 0.09;  // 1.5 m/s
      }
      make(s);
      const double layer = double(sph::sph_layer(e, s.spacing).points.size());
      const double per_second = (round ? 1.5 * std::numbers::pi * 0.04 : 0.09) / std::pow(s.spacing, 3);
      for (int k = 1; k <= 8; ++k) {
        advance(0.1, 1);
        const double time = std::clamp(0.1 * k, 0.105, 0.7) - 0.105;
        EXPECT_NEAR(double(stats().emitted), per_second * time, layer) << k;
        EXPECT_EQ(std::fmod(double(stats().emitted), layer), 0);
        balanced(0);
      }
      EXPECT_EQ(stats().refused, 0);
      EXPECT_EQ(stats().emitted, layer * std::ceil(per_second * 0.595 / layer));
    }
}

// Layers keep their distance, and inside the stream the density is the rest density.
TEST_F(SphNozzleTest, StreamsAreAsDenseAsWaterAtRest) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    const sph::SphSettings s = jet(model);
    make(s);
    advance(0.02, 50);
    const double apart = sph::sph_layer(*s.fluid[0].emitter, s.spacing).distance;
    const auto x = field("position"), d = field("density");
    std::vector<double> axis;
    double low = 1e9, high = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
      const double off = std::hypot(x[3 * i + 1] - 0.5, x[3 * i + 2] - 0.5);
      if (off < 0.6 * s.spacing) axis.push_back(x[3 * i]);
      if (off > 0.1 || x[3 * i] < 0.15 || x[3 * i] > 1.3) continue;
      low = std::min(low, double(d[i]));
      high = std::max(high, double(d[i]));
    }
    EXPECT_GT(low, 970);
    EXPECT_LT(high, 1015);
    std::ranges::sort(axis);
    ASSERT_GT(axis.size(), 25u);
    for (std::size_t k = 1; k < axis.size(); ++k)
      if (axis[k] < 1.3 && axis[k] - axis[k - 1] > 1e-3) {
        EXPECT_NEAR(axis[k] - axis[k - 1], apart, 0.03 * apart) << axis[k];
      }
  }
}

// The emission does not depend on the time step.
TEST_F(SphNozzleTest, LayersComeInTimeWhateverTheStep) {
  std::int64_t emitted[3];
  int k = 0;
  for (double dt : {0.005, 0.01, 0.1}) {
    sph::SphSettings s = jet();
    s.fluid[0].emitter->speed = 1.53;
    make(s);
    advance(dt, static_cast<int>(std::lround(0.3 / dt)));
    emitted[k++] = stats().emitted;
  }
  EXPECT_GT(emitted[0], 0);
  EXPECT_EQ(emitted[0], emitted[1]);
  EXPECT_EQ(emitted[1], emitted[2]);
}

TEST_F(SphNozzleTest, FullRoomRefusesAndSaysSo) {
  sph::SphSettings s = jet();
  s.capacity = 400;
  s.fluid.push_back({.box = sph::SphBox{{1.5, 0, 0}, {1.6, 0.1, 0.1}}});
  make(s);
  const auto layer = static_cast<std::int64_t>(sph::sph_layer(*s.fluid[0].emitter, s.spacing).points.size());
  advance(0.02, 40);
  const Stats got = stats();
  balanced(8);
  EXPECT_LE(got.particles, 400);
  EXPECT_GT(got.particles, 400 - layer);
  // About one layer each 1/30 s: each was emitted or refused.
  const double due = 1.5 * std::numbers::pi * 0.04 * 0.8 / std::pow(s.spacing, 3);
  EXPECT_NEAR(double(got.emitted + got.refused), due, double(layer));
  EXPECT_EQ(field("id").size(), static_cast<std::size_t>(got.particles));
}

TEST_F(SphNozzleTest, SinksTakeWhatIsInThemAndNothingElse) {
  sph::SphSettings s = jet();
  s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {2, 0.5, 1}}}};
  s.sinks = {sph::SphSink{{{0.5, -1, 0.25}, {1, 0.25, 2}}}, sph::SphSink{{{1.9, 0, 0}, {3, 3, 0.1}}}};
  make(s);
  const auto id = field("id"), x = field("position");
  std::set<float> left;
  for (std::size_t i = 0; i < id.size(); ++i) {
    const bool first = x[3 * i] > 0.5f && x[3 * i] < 1 && x[3 * i + 1] < 0.25f && x[3 * i + 2] > 0.25f;
    const bool second = x[3 * i] > 1.9f && x[3 * i + 2] < 0.1f;
    if (!first && !second) left.insert(id[i]);
  }
  advance(1e-5, 1);
  const auto after = field("id");
  EXPECT_EQ(std::set<float>(after.begin(), after.end()), left);
  EXPECT_EQ(after.size(), left.size());
  balanced(8000);
  EXPECT_EQ(stats().removed, 10 * 5 * 15 + 2 * 10 * 2);
}

// Stream into a sink: slots are reused, identities are not, and two runs are identical.
TEST_F(SphNozzleTest, PlacesAreUsedAgainAndIdentitiesAreNot) {
  for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
    std::vector<float> first;
    for (int run = 0; run < 2; ++run) {
      sph::SphSettings s = jet(model);
      s.gravity = 9.81;
      s.capacity = 1000;
      s.fluid.push_back({.emitter = sph::SphEmitter{
                             .position = {1, 0.9, 0.5}, .direction = {-1, -1, 0}, .size = {0.2, 0.1}, .speed = 2}});
      s.sinks = {sph::SphSink{{{0, 0, 0}, {2, 0.1, 1}}}};
      s.compressibility = 0.1;
      make(s);
      std::set<float> seen, before;
      std::int64_t most = 0;
      for (int k = 0; k < 20; ++k) {
        advance(0.04, 1);
        const auto id = field("id");
        balanced(0);
        const std::set<float> now(id.begin(), id.end());
        EXPECT_EQ(now.size(), id.size());
        for (float one : now)
          if (!before.contains(one)) {
            EXPECT_TRUE(seen.insert(one).second) << one;
          }
        before = now;
        most = std::max(most, static_cast<std::int64_t>(id.size()));
      }
      const Stats got = stats();
      EXPECT_GT(got.removed, 500);
      EXPECT_GT(got.emitted, most + 500);
      EXPECT_LT(got.iterations, 2 * 20 * got.sub_steps);  // nozzle particles do not delay convergence
      auto bytes = field("position");
      const auto v = field("velocity");
      bytes.insert(bytes.end(), v.begin(), v.end());
      if (run == 0)
        first = bytes;
      else
        EXPECT_EQ(first, bytes);
    }
  }
}

TEST_F(SphNozzleTest, BadSettingsAreRefused) {
  const auto refused = [&](const char* what, auto&& change) {
    sph::SphSettings s = jet();
    change(s);
    test::expect_refused([&] { s.create(state, {.name = "a"}); }, {what});
  };
  refused("fluid/0/emitter", [](sph::SphSettings& s) { s.fluid[0].emitter->position.x = -0.1; });
  refused("fluid/0/emitter", [](sph::SphSettings& s) { s.fluid[0].emitter->position.x = 1.95; });
  refused("fluid/0/emitter", [](sph::SphSettings& s) { s.fluid[0].emitter->radius = 0.04; });
  refused("fluid/16/emitter", [](sph::SphSettings& s) { s.fluid.resize(17, s.fluid[0]); });
  refused("sinks", [](sph::SphSettings& s) { s.sinks.resize(17); });
  refused("capacity", [](sph::SphSettings& s) {
    s.fluid.push_back({.box = sph::SphBox{{1.5, 0, 0}, {1.6, 0.1, 0.1}}});
    s.capacity = 7;
  });
}

}  // namespace undine
