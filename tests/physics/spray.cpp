// Spray, foam and bubbles.
#include <algorithm>
#include <map>
#include <random>

#include "passes/grid/heightmap.h"
#include "passes/spray/flow_breaking.h"
#include "passes/spray/spray_params.h"
#include "tests/support/body_runner.h"
#include "tests/support/cloud_water.h"
#include "tests/support/stream_water.h"

namespace undine::test {
namespace {

using spray::SprayParticle;

class SprayTest : public BodyTest {
 protected:
  SprayTest() : registered_(solver_types()) {
    add_solver({"sheet", "a level stream", [] { return std::make_unique<StreamSettings>(); }});
    add_solver({"cloud", "particles that stand", [] { return std::make_unique<CloudSettings>(); }});
  }
  ~SprayTest() override {
    world.reset();
    solver_types() = registered_;
  }
  void sheet(const std::string& settings, const std::string& more = R"(, "flow": [3, 0], "depth": 0.2)") {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}, "seed": 5}},
      "water": [{{"name": "s", "solver": "sheet", "spray": {{{}}}{}}}]}})",
                          step, settings, more));
  }
  SprayFigures figures() {
    SprayFigures out;
    graph::Graph g(*live.back());
    world->water().front().spray->stats(g, [&](const SprayFigures& f) { out = f; });
    run(g);
    executor->finish();
    return out;
  }
  // Particles that are alive, in the order of the store.
  std::vector<SprayParticle> alive() {
    const SpraySet set = world->water().front().spray->show();
    const std::uint32_t count = figures().alive;
    std::vector<SprayParticle> out(set.capacity);
    graph::Graph g(*live.back());
    g.readback("particles", set.particles, [&](std::span<const std::byte> bytes) {
      std::memcpy(out.data(), bytes.data(), out.size() * sizeof(SprayParticle));
    });
    run(g);
    executor->finish();
    out.resize(count);
    return out;
  }
  void put(const std::vector<SprayParticle>& particles) {
    const SpraySet set = world->water().front().spray->show();
    std::vector<SprayParticle> room = particles;
    room.resize(set.capacity);
    spray::SprayControl control{};
    control.alive = static_cast<std::uint32_t>(particles.size());
    graph::Graph g(*live.back());
    g.upload("put", set.particles, room);
    g.upload("put_count", set.control, std::vector<spray::SprayControl>{control});
    run(g);
  }
  // Births per second over the sheet.
  double sheet_rate(double radius, double amount = 1) const {
    const spray::FlowState flow{.speed = 3, .depth = 0.2f, .falling = 0, .gathering = 0, .curl = 0, .landing = 0};
    const double white = static_cast<double>(spray::foam_birth(flow, 9.81f));
    return amount * 64 * static_cast<double>(spray::spray_cover_rate) / (radius * radius) * white;
  }

  static constexpr double step = 1.0 / 60;

 private:
  std::vector<SolverType> registered_;
};

TEST_F(SprayTest, NumberIsRateTimesLife) {
  for (const auto& [life, mean, amount] :
       {std::tuple{"[1, 3]", 2.0, 1.0}, std::tuple{"[0.5, 0.5]", 0.5, 3.0}, std::tuple{"[1, 3]", 2.0, 2.0}}) {
    sheet(fmt::format(R"("count": 20000, "life": {}, "amount": {}, "size": 0.135)", life, amount));
    advance(240);
    const double want = sheet_rate(0.135, amount) * mean;
    EXPECT_NEAR(figures().alive, want, 0.04 * want) << life;
    EXPECT_GT(want, 5000);
    EXPECT_EQ(figures().refused, 0u);
  }
}

TEST_F(SprayTest, LivesAsLongAsIsSet) {
  sheet(R"("count": 20000, "life": [0.4, 0.9], "amount": 0.3, "size": 0.135)");
  advance(80);
  double shortest = 9, longest = 0;
  std::map<std::pair<float, float>, SprayParticle> before;
  for (int i = 0; i < 12; ++i) {
    std::map<std::pair<float, float>, SprayParticle> now;
    for (const SprayParticle& q : alive()) now[{q.part, q.life}] = q;
    std::size_t gone = 0, stayed = 0;
    for (const auto& [key, q] : now) {
      shortest = std::min(shortest, double(q.life));
      longest = std::max(longest, double(q.life));
      EXPECT_LT(q.age, q.life);
    }
    for (const auto& [key, q] : before) {
      const auto found = now.find(key);
      if (found == now.end()) {
        EXPECT_GE(double(q.age) + step, double(q.life) - 1e-5) << "on an endless stream all die of age";
        ++gone;
      } else {
        EXPECT_NEAR(found->second.age, double(q.age) + step, 1e-5);
        ++stayed;
      }
    }
    if (i > 0) {
      EXPECT_GT(gone, 5u);
      EXPECT_GT(stayed, 200u);
    }
    before = std::move(now);
    advance(1);
  }
  EXPECT_NEAR(shortest, 0.4, 0.01);
  EXPECT_NEAR(longest, 0.9, 0.01);
  EXPECT_GE(shortest, 0.4 - 1e-6);
  EXPECT_LE(longest, 0.9 + 1e-6);
}

TEST_F(SprayTest, AFullStoreGivesRoomEvenly) {
  sheet(R"("count": 3000, "life": [0.2, 1.8], "size": 0.09)");
  advance(120);
  const SprayFigures f = figures();
  EXPECT_EQ(f.alive, 3000u);
  EXPECT_GT(f.refused, 3000u);
  // Births up to the capacity come from everywhere: those of the last steps are spread over the whole sheet.
  int quarter[4] = {};
  int young = 0;
  for (int i = 0; i < 8; ++i) {
    advance(1);
    for (const SprayParticle& q : alive())
      if (double(q.age) < step) {
        ++quarter[(q.position.x > 0 ? 1 : 0) + (q.position.z > 0 ? 2 : 0)];
        ++young;
      }
  }
  ASSERT_GT(young, 200);
  for (int n : quarter) EXPECT_NEAR(n, 0.25 * young, 0.1 * young);
}

// dv/dt = -g - drag |v| v, in double with steps of 0.1 ms.
TEST_F(SprayTest, FliesAsDropsDo) {
  sheet(R"("count": 64, "life": [9, 9], "amount": 0)");
  std::vector<SprayParticle> thrown;
  for (int i = 0; i < 8; ++i) {
    SprayParticle q{};
    q.position = {0.1f * static_cast<float>(i), 10, 0};
    q.velocity = {0.5f * static_cast<float>(i) - 1, 6 - static_cast<float>(i), 1};
    q.life = 9;
    q.kind = spray::spray_air;
    q.part = static_cast<float>(i) / 8;
    thrown.push_back(q);
  }
  put(thrown);
  advance(60);
  std::map<float, SprayParticle> by_part;
  for (const SprayParticle& q : alive()) by_part[q.part] = q;
  ASSERT_EQ(by_part.size(), 8u);
  for (const SprayParticle& from : thrown) {
    glm::dvec3 x(from.position), v(from.velocity);
    const double drag = static_cast<double>(spray::spray_drag(from.part)), dt = 1e-4;
    const auto pull = [&](const glm::dvec3& u) { return glm::dvec3(0, -9.81, 0) - drag * glm::length(u) * u; };
    for (int k = 0; k < 10000; ++k) {
      const glm::dvec3 half = v + 0.5 * dt * pull(v);
      x += dt * half;
      v += dt * pull(half);
    }
    const SprayParticle& to = by_part[from.part];
    EXPECT_NEAR(to.position.x, x.x, 0.02);
    EXPECT_NEAR(to.position.y, x.y, 0.05) << "of " << 10 - x.y << " m";
    EXPECT_NEAR(to.position.z, x.z, 0.02);
    EXPECT_NEAR(to.velocity.y, v.y, 0.06);
  }
}

// A puff entrains air: dr/dt = a |u|, d(u r^3)/dt = 0 in still air with sinking drops, in double with steps of 0.1
// ms.
TEST_F(SprayTest, MistGoesOnAsPuffsDo) {
  sheet(R"("count": 64, "life": [9, 9], "amount": 0)");
  std::vector<SprayParticle> thrown;
  for (int i = 0; i < 8; ++i) {
    SprayParticle q{};
    q.position = {0.3f * static_cast<float>(i), 1, 0};
    q.velocity = {0.5f * static_cast<float>(i) - 1, 2, 1 - 0.3f * static_cast<float>(i)};
    q.life = static_cast<float>(9 - i);
    q.kind = spray::spray_mist;
    q.part = 0.05f + 0.03f * static_cast<float>(i);
    thrown.push_back(q);
  }
  put(thrown);
  advance(60);
  const std::vector<SprayParticle> now = alive();
  ASSERT_EQ(now.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    const glm::dvec3 sinking(0, -0.07, 0);
    glm::dvec3 x(thrown[i].position), u = glm::dvec3(thrown[i].velocity) - sinking;
    double r = static_cast<double>(thrown[i].part);
    const double dt = 1e-4;
    for (int k = 0; k < 10000; ++k) {
      const double wider = r + 0.25 * glm::length(u) * dt;
      u *= std::pow(r / wider, 3);
      r = wider;
      x += dt * (u + sinking);
    }
    EXPECT_EQ(now[i].kind, spray::spray_mist);
    EXPECT_NEAR(now[i].part, r, 0.002 * r);
    EXPECT_NEAR(glm::distance(glm::dvec3(now[i].velocity), u + sinking), 0, 0.01);
    EXPECT_NEAR(glm::distance(glm::dvec3(now[i].position), x), 0,
                0.02 * glm::distance(x, glm::dvec3(thrown[i].position)));
  }
}

// A share of the splash of falling water is mist: it rises at half the speed of the fall, as wide as the entrained
// air. It ends in the water.
TEST_F(SprayTest, FallsThrowUpMist) {
  const double speed = 4;
  sheet(R"("count": 200000, "life": [1, 1], "size": 0.05)",
        fmt::format(R"(, "depth": 0.2, "pour": [0.01, {}])", speed));
  advance(1);
  int mist = 0;
  const std::vector<SprayParticle> born = alive();
  for (const SprayParticle& q : born) {
    if (q.kind != spray::spray_mist) continue;
    ++mist;
    EXPECT_NEAR(q.part, 0.05 * speed * speed / (2 * 9.81), 1e-5);
    EXPECT_NEAR(glm::length(q.velocity), 0.5 * speed, 1e-4);
    EXPECT_GE(q.velocity.y, 0);
  }
  const double wanted = static_cast<double>(born.size()) / static_cast<double>(spray::spray_mist_drops);
  ASSERT_GT(wanted, 20);
  EXPECT_NEAR(mist, wanted, 4 * std::sqrt(wanted));
  SprayParticle sinks{};
  sinks.position = {0, 0.01f, 0};
  sinks.velocity.y = -spray::spray_mist_settles;
  sinks.life = 1;
  sinks.kind = spray::spray_mist;
  sinks.part = 0.1f;
  sheet(R"("count": 64, "life": [1, 1], "amount": 0)");
  put({sinks});
  advance(20);
  EXPECT_EQ(alive().size(), 0u);
}

TEST_F(SprayTest, RidesOnTheSurfaceAndRisesUnderIt) {
  sheet(R"("count": 64, "life": [9, 9], "amount": 0)", R"(, "flow": [0.5, -0.25], "depth": 2)");
  SprayParticle foam{}, bubble{};
  foam.life = bubble.life = 9;
  foam.kind = spray::spray_foam;
  bubble.kind = spray::spray_bubble;
  foam.part = 0.25f;
  bubble.part = 0.75f;
  bubble.position = {1, -0.4f, 1};
  put({foam, bubble});
  advance(60);
  for (const SprayParticle& q : alive()) {
    const bool is_foam = q.part == 0.25f;
    EXPECT_NEAR(q.position.x, 0.5 + (is_foam ? 0 : 1), is_foam ? 1e-3 : 0.02);
    EXPECT_NEAR(q.position.z, -0.25 + (is_foam ? 0 : 1), is_foam ? 1e-3 : 0.02);
    EXPECT_NEAR(q.position.y, is_foam ? 0 : -0.4 + double(spray::spray_rise), is_foam ? 1e-6 : 0.02);
  }
  advance(60);
  for (const SprayParticle& q : alive()) {
    EXPECT_EQ(q.kind, spray::spray_foam);
    EXPECT_NEAR(q.position.y, 0, 1e-6);
  }
}

// Rows of a stretched sheet are three spacings apart. Foam between two rows moves with them, and foam farther than
// one spacing from any row flies.
TEST_F(SprayTest, FoamStaysOnASheetThatIsStretched) {
  const float spacing = 0.05f;
  cloud_positions.clear();
  cloud_velocities.clear();
  for (int row = 0; row < 6; ++row)
    for (int i = 0; i < 18; ++i) {
      cloud_positions.emplace_back(0.07f + spacing * static_cast<float>(i),
                                   0.1f + 3 * spacing * static_cast<float>(row), 0.5f,
                                   static_cast<float>(cloud_positions.size()));
      cloud_velocities.emplace_back(0, -0.5f, 0, 1);
    }
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}, "seed": 5}},
    "water": [{{"name": "c", "solver": "cloud", "spray": {{"count": 64, "life": [5, 5], "amount": 0}}}}]}})",
                        step));
  SprayParticle on{}, off{};
  on.life = off.life = 5;
  on.kind = off.kind = spray::spray_foam;
  on.part = 0.25f;
  off.part = 0.75f;
  on.position = {0.5f + 0.5f * spacing, 0.1f + 9 * spacing, 0.5f};
  off.position = on.position + glm::vec3(0, 0, 1.2f * spacing);
  put({on, off});
  advance(1);
  for (const SprayParticle& q : alive()) {
    const bool is_on = q.part == 0.25f;
    EXPECT_EQ(q.kind, is_on ? spray::spray_foam : spray::spray_air) << q.part;
    if (!is_on) continue;
    EXPECT_NEAR(q.position.y, double(on.position.y) - 0.5 * step, 1e-4);
  }
}

// Births from a cloud of particles against the criterion summed over all pairs in double.
TEST_F(SprayTest, ParticlesGiveBirthByTheCriterion) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> unit(0, 1);
  cloud_positions.clear();
  cloud_velocities.clear();
  for (int i = 0; i < 4000; ++i) {
    const glm::vec3 x(unit(random), unit(random), unit(random));
    cloud_positions.emplace_back(0.15f + 0.7f * x.x, 0.15f + 0.7f * x.y, 0.15f + 0.7f * x.z, static_cast<float>(i));
    const float speed = x.x < 0.3f ? 0.3f : 2;
    cloud_velocities.emplace_back(speed * (1.5f - 2 * unit(random)), speed * (0.4f - unit(random)),
                                  speed * unit(random), 1);
  }
  const double reach = 0.1;
  double expected = 0;
  for (std::size_t i = 0; i < cloud_positions.size(); ++i) {
    const glm::dvec3 x(cloud_positions[i]), v(cloud_velocities[i]);
    double weights = 0, closing = 0, found = 0;
    glm::dvec3 away(0);
    for (std::size_t j = 0; j < cloud_positions.size(); ++j) {
      const glm::dvec3 d = x - glm::dvec3(cloud_positions[j]), u = v - glm::dvec3(cloud_velocities[j]);
      const double r = glm::length(d), w = 1 - r / reach;
      if (i == j || r >= reach) continue;
      found += 1;
      weights += w;
      away += w * d / r;
      closing += 0.5 * w * (glm::length(u) - glm::dot(u, d / r));
    }
    const bool outwards = glm::dot(v, away) >= 0.6 * glm::length(v) * glm::length(away);
    const double convex = weights > 0 ? glm::length(away) / weights : 1;
    const auto f = [](double value) { return static_cast<float>(value); };
    expected += static_cast<double>(
        spray::spray_rate(f(weights > 0 ? closing / weights / std::sqrt(9.81 * 0.05) : 0), f(outwards ? convex : 0),
                          f(std::clamp(1 - found / double(spray::spray_full), 0.0, 1.0)), f(0.5 * glm::dot(v, v))));
  }
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}, "seed": 5}},
    "water": [{{"name": "c", "solver": "cloud", "spray": {{"count": 200000, "life": [5, 5], "amount": 0.25}}}}]}})",
                        step));
  advance(20);
  const double want = 0.25 * expected * 20 * step;
  EXPECT_GT(want, 3000);
  EXPECT_NEAR(figures().born, want, 0.03 * want);
}

// Collapsing column of water in a tank.
constexpr const char* column = R"({"version": 1, "meshes": [], "clock": {"step": 0.008, "seed": 2},
  "water": [{"name": "d", "solver": "sph", "spacing": 0.06, "spray": {"count": 5000, "life": [0.5, 1.5]},
  "domain": {"min": [-0.6, 0, -0.2], "max": [0.6, 1, 0.2]},
  "fluid": [{"box": {"min": [-0.6, 0, -0.2], "max": [-0.1, 0.7, 0.2]}}]}]})";

TEST_F(SprayTest, TheSameBytesEveryRun) {
  std::vector<SprayParticle> runs[2];
  for (auto& one : runs) {
    load_text(column);
    advance(70);
    one = alive();
  }
  ASSERT_GT(runs[0].size(), 200u);
  ASSERT_EQ(runs[0].size(), runs[1].size());
  EXPECT_EQ(std::memcmp(runs[0].data(), runs[1].data(), runs[0].size() * sizeof(SprayParticle)), 0);
  for (const SprayParticle& q : runs[0]) {
    EXPECT_GE(q.position.y, 0);
    EXPECT_LE(std::abs(q.position.x), 0.6f);
    EXPECT_LE(std::abs(q.position.z), 0.2f);
  }
}

TEST_F(SprayTest, StillWaterHasNone) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.008},
    "water": [{"name": "d", "solver": "sph", "spacing": 0.06, "spray": {"count": 500},
    "domain": {"min": [-0.3, 0, -0.3], "max": [0.3, 1, 0.3]},
    "fluid": [{"box": {"min": [-0.3, 0, -0.3], "max": [0.3, 0.3, 0.3]}}]}]})");
  advance(40);
  EXPECT_EQ(figures().born, 0u);
  load(R"()", R"("cells": [32, 32], "size": [8, 8], "speed": 2, "spray": {"count": 500},
    "initial": [{"shape": "gaussian", "height": 0.02, "radius": 1, "center": [0, 0]}])");
  advance(120);
  EXPECT_EQ(figures().born, 0u);
}

// Body that falls from `height` above a pool's level; arguments: spray amount, shape, height.
constexpr const char* pool_with_a_body = R"({{"version": 1, "meshes": [], "clock": {{"step": 0.0083333333, "seed": 3}},
  "water": [{{"name": "p", "solver": "wave", "cells": [96, 96], "size": [4, 4], "speed": 1.4,
    "spray": {{"count": 60000, "life": [4, 4], "amount": {}, "size": 0.02}}}}],
  "bodies": [{{"name": "b", {}, "density": 400, "position": [0, {}, 0]}}]}})";
constexpr const char* hull_shapes[] = {R"("shape": "sphere", "radius": 0.3)", R"("size": [0.5, 0.5, 0.5])"};

TEST_F(SprayTest, BodiesThatPlungeGiveBirth) {
  for (const char* shape : hull_shapes) {
    double born[3];
    for (const auto& [k, amount] : {std::pair{0, 0}, std::pair{1, 1}, std::pair{2, 2}}) {
      load_text(fmt::format(pool_with_a_body, amount, shape, 1.2));
      advance(90);
      born[k] = figures().born;
    }
    EXPECT_EQ(born[0], 0);
    EXPECT_GT(born[1], 400) << shape;
    EXPECT_NEAR(born[2] / born[1], 2, 0.1) << shape;
    EXPECT_EQ(figures().refused, 0u);
    // All spray is near the body.
    for (const SprayParticle& q : alive()) EXPECT_LT(glm::length(glm::dvec2(q.position.x, q.position.z)), 2.9);
  }
}

TEST_F(SprayTest, BodiesAtRestGiveNone) {
  for (const char* shape : hull_shapes) {
    load_text(fmt::format(pool_with_a_body, 5, shape, 0.05));
    advance(90);
    EXPECT_EQ(figures().born, 0u) << shape;
  }
}

// A sliding box too light to pile up the water has spray at its bow and not behind it.
TEST_F(SprayTest, BowsGiveBirthAhead) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.0083333333, "seed": 3},
    "water": [{"name": "p", "solver": "wave", "cells": [64, 64], "size": [8, 8], "speed": 1.4,
      "spray": {"count": 60000, "life": [4, 4], "size": 0.02}}],
    "bodies": [{"name": "b", "size": [0.8, 0.4, 0.5], "density": 30, "position": [-1, 0.188, 0],
      "velocity": [2.5, 0, 0]}]})");
  advance(12);
  std::size_t ahead = 0, behind = 0;
  for (const SprayParticle& q : alive()) ++(q.position.x > -1 + 2.5f * 0.1f ? ahead : behind);
  EXPECT_GT(ahead, 60u);
  EXPECT_LT(20 * behind, ahead);
}

TEST_F(SprayTest, BodiesGiveTheSameBytesEveryRun) {
  std::vector<SprayParticle> runs[2];
  for (auto& one : runs) {
    load_text(fmt::format(pool_with_a_body, 1, hull_shapes[1], 1.2));
    advance(80);
    one = alive();
  }
  ASSERT_GT(runs[0].size(), 300u);
  ASSERT_EQ(runs[0].size(), runs[1].size());
  EXPECT_EQ(std::memcmp(runs[0].data(), runs[1].data(), runs[0].size() * sizeof(SprayParticle)), 0);
}

TEST_F(SprayTest, ParticlesStayAboveTheGround) {
  const std::filesystem::path scenes = std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes";
  Scene scene =
      load_scene(scenes / "river.json",
                 {{"water.0.cells", "[192, 128]"}, {"water.0.spray.count", "20000"}, {"water.0.spray.amount", "2"}});
  const Heightmap ground = *scene.terrain;
  begin(std::move(scene));
  std::size_t seen = 0;
  for (int i = 0; i < 6; ++i) {
    advance(60);
    for (const SprayParticle& q : alive()) {
      const double y = grid::terrain_height(ground, double(q.position.x), double(q.position.z));
      EXPECT_GE(double(q.position.y), y - 1e-3);
      ++seen;
    }
  }
  EXPECT_GT(seen, 3000u);
}

}  // namespace
}  // namespace undine::test
