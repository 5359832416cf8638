// Leaves: tracers on the surface.
#include "passes/agents/leaves_params.h"
#include "tests/support/agent_runner.h"

namespace undine::test {
namespace {

class Leaves : public AgentTest {};

TEST_F(Leaves, AUniformCurrentCarriesThemAtItsSpeed) {
  scene(R"("meshes": [], "water": [{"name": "brook", "solver": "stream", "flow": [0.3, -0.11]}],
    "leaves": [{"count": 20, "size": 0.001, "wind": [0.02, 0.01]}])");
  const auto before = leaves();
  advance(240);
  const auto after = leaves();
  for (std::size_t i = 0; i < before.size(); ++i) {
    glm::dvec3 d(after[i].position - before[i].position);
    for (int axis : {0, 2}) d[axis] -= 8 * std::round(d[axis] / 8);
    EXPECT_NEAR(d.x, 4 * 0.32, 1e-3);
    EXPECT_NEAR(d.z, 4 * -0.10, 1e-3);
    EXPECT_LE(std::abs(after[i].position.x), 4.0f);
    EXPECT_LE(std::abs(after[i].position.z), 4.0f);
  }
}

TEST_F(Leaves, LieOnTheSurfaceAndSlideDownIt) {
  scene(R"("meshes": [], "water": [{"name": "hill", "solver": "stream", "slope": [0.02, -0.01], "periodic": false}],
    "leaves": [{"count": 20, "size": 0.001, "radius": 1}])");
  advance(240);
  for (const Floater& l : leaves()) {
    EXPECT_NEAR(l.position.y, 0.02f * l.position.x - 0.01f * l.position.z, 1e-5f);
    EXPECT_NEAR(l.velocity.x, -9.81f * 0.02f * agents::leaf_response, 1e-4f);
    EXPECT_NEAR(l.velocity.y, 9.81f * 0.01f * agents::leaf_response, 1e-4f);
    EXPECT_NEAR(l.tilt.x, 0.02f, 1e-4f);
    EXPECT_NEAR(l.tilt.y, -0.01f, 1e-4f);
  }
}

TEST_F(Leaves, FollowWithinTheirResponse) {
  scene(R"("meshes": [], "water": [{"name": "hill", "solver": "stream", "slope": [0.02, -0.01], "periodic": false}],
    "leaves": [{"count": 20, "size": 0.001, "radius": 1}])");
  advance(12);
  const double t = 0.2, response = 0.25, reached = response * (1 - std::exp(-t / response));
  for (const Floater& l : leaves()) {
    EXPECT_NEAR(l.velocity.x, -9.81 * 0.02 * reached, 3e-4);
    EXPECT_NEAR(l.velocity.y, 9.81 * 0.01 * reached, 3e-4);
  }
}

// Half the vorticity, reached within 0.8 s; both runs have the same gusts.
TEST_F(Leaves, TurnWithTheWater) {
  std::vector<double> spins[2];
  for (const int turns : {0, 1}) {
    scene(fmt::format(R"("meshes": [], "water": [{{"name": "pond", "solver": "stream", "turn": {}, "periodic": false}}],
      "leaves": [{{"count": 10, "size": 0.01, "radius": 1}}])",
                      0.5 * turns));
    advance(48);
    for (const auto& row : rows<std::array<float, agents::leaf_state_floats>>("leaves.state"))
      spins[turns].push_back(static_cast<double>(row[8]));
  }
  ASSERT_EQ(spins[0].size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(spins[1][i] - spins[0][i], 0.5 * (1 - std::exp(-1.0)), 0.01);
}

TEST_F(Leaves, StayOnTheWavesOfAPool) {
  scene(pool(R"("initial": [{"shape": "gaussian", "height": 0.2, "radius": 0.5, "center": [0.5, 0]}])") +
        R"(, "leaves": [{"count": 60, "radius": 2}])");
  double highest = 0;
  for (int i = 0; i < 10; ++i) {
    advance(12);
    const std::vector<float> level = height();
    for (const Floater& l : leaves()) {
      const glm::vec2 at = (glm::vec2(l.position.x, l.position.z) / 8.0f + 0.5f) * 128.0f - 0.5f;
      const glm::ivec2 low(glm::floor(at));
      const glm::vec2 f = at - glm::vec2(low);
      const auto h = [&](int x, int z) {
        const glm::ivec2 c = glm::clamp(low + glm::ivec2(x, z), 0, 127);
        return level[static_cast<std::size_t>(c.y * 128 + c.x)];
      };
      const float wanted = glm::mix(glm::mix(h(0, 0), h(1, 0), f.x), glm::mix(h(0, 1), h(1, 1), f.x), f.y);
      ASSERT_NEAR(l.position.y, wanted, 2e-4f);  // half-precision surface
      highest = std::max(highest, static_cast<double>(std::abs(wanted)));
    }
  }
  EXPECT_GT(highest, 0.02);  // waves were present
}

TEST_F(Leaves, EdgesAndDryPlacesHoldThem) {
  scene(
      R"("meshes": [], "water": [{"name": "brook", "solver": "stream", "flow": [0.9, 0.25], "dry": 2, "periodic": false}],
    "leaves": [{"count": 80, "size": 0.05}])");
  for (int i = 0; i < 20; ++i) {
    advance(30);
    for (const Floater& l : leaves()) {
      ASSERT_LT(std::max(std::abs(l.position.x), std::abs(l.position.z)), 4.0f);
      ASSERT_FALSE(std::abs(l.position.x) < 1 && std::abs(l.position.z) < 1) << l.position.x << " " << l.position.z;
    }
  }
  // Downstream of everything, leaves do not overlap.
  const auto all = leaves();
  double nearest = 0;
  for (const Floater& a : all) {
    float least = 1e9f;
    for (const Floater& b : all)
      if (&a != &b) least = std::min(least, glm::length(a.position - b.position));
    nearest += static_cast<double>(least) / static_cast<double>(all.size());
  }
  EXPECT_GT(nearest, 0.03);
}

TEST_F(Leaves, AStalkHoldsAgainstTheCurrent) {
  scene(R"("meshes": [], "water": [{"name": "brook", "solver": "stream", "flow": [0.2, 0]}],
    "leaves": [{"shape": "pad", "count": 1, "size": 0.3, "tether": 4}])");
  const glm::vec3 home = leaves().front().position;
  advance(1200);
  const Floater l = leaves().front();
  // At rest the pull of the stalk cancels the current: tether * distance * response = speed.
  EXPECT_NEAR(l.position.x - home.x, 0.2f / (4 * agents::leaf_response), 2e-3f);
  EXPECT_NEAR(glm::length(l.velocity), 0, 1e-3f);
}

}  // namespace
}  // namespace undine::test
