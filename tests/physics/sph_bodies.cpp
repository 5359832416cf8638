// Rigid bodies among particles: momentum, draft, and transport.
#include "tests/support/body_runner.h"

namespace undine {

struct SphBodiesTest : test::BodyTest {
  static constexpr double spacing = 0.05, mass = 1000 * spacing * spacing * spacing;
  glm::dvec3 water_momentum() {
    glm::dvec3 sum(0);
    const auto v = field(".velocity");
    for (std::size_t i = 0; i < v.size(); i += 3) sum += mass * glm::dvec3(v[i], v[i + 1], v[i + 2]);
    return sum;
  }
  void scene(const std::string& water, const std::string& bodies, double gravity = 9.81) {
    load_text(fmt::format(R"({{"version": 1, "gravity": {}, "meshes": [], "clock": {{"step": 0.005}},
      "water": [{{"name": "w", "solver": "sph", "spacing": 0.05, {}}}], "bodies": [{}]}})",
                          gravity, water, bodies));
  }
};

// A box, and a ball, hit a drop at rest without gravity: total momentum is conserved.
TEST_F(SphBodiesTest, MomentumGoesFromOneToTheOther) {
  struct Case {
    const char* model;
    double stiffness, speed;  // the soft case lets particles penetrate to the body itself
  };
  for (const Case& c : {Case{"compressible", 225, 2}, Case{"compressible", 1, 8}, Case{"incompressible", 0, 2}})
    for (bool box : {true, false}) {
      scene(fmt::format(R"("model": "{}", "stiffness": {}, "domain": {{"min": [-2, -1, -1], "max": [2, 1, 1]}},
              "fluid": [{{"sphere": {{"center": [0, 0, 0], "radius": 0.2}}}}])",
                        c.model, c.stiffness),
            fmt::format(R"({{{}, "density": 700, "position": [-0.45, 0.04, 0.02], "velocity": [{}, 0, 0.1]}})",
                        box ? R"("shape": "box", "size": [0.2, 0.3, 0.25])" : R"("shape": "sphere", "radius": 0.14)",
                        c.speed),
            1e-9);
      const double weight = 700 * (box ? 0.2 * 0.3 * 0.25 : 4.0 / 3 * 3.14159265 * std::pow(0.14, 3));
      const glm::dvec3 first = water_momentum() + weight * glm::dvec3(c.speed, 0, 0.1);
      advance(static_cast<int>(80 / c.speed));
      const bodies::BodyState s = state();
      const glm::dvec3 after = water_momentum() + weight * glm::dvec3(s.velocity);
      EXPECT_LT(s.velocity.x, 0.8 * c.speed) << c.model << box;  // it has hit the water
      EXPECT_LT(glm::distance(after, first), 2e-4 * glm::length(first)) << c.model << box;
    }
}

// Half the density of water: half of it is submerged, to a third of a spacing.
TEST_F(SphBodiesTest, BoxesFloatAtTheirDraft) {
  for (const char* model : {"compressible", "incompressible"}) {
    scene(fmt::format(R"("model": "{}", "damping": 0.2, "compressibility": 0.02,
            "domain": {{"min": [-0.35, 0, -0.35], "max": [0.35, 0.9, 0.35]}},
            "fluid": [{{"box": {{"min": [-0.35, 0, -0.35], "max": [0.35, 0.3, 0.35]}}}}])",
                      model),
          R"({"shape": "box", "size": [0.3, 0.2, 0.3], "density": 500, "position": [0, 0.3, 0]})");
    advance(80);
    double height = 0;
    for (int i = 0; i < 40; ++i) {
      advance(2);
      height += static_cast<double>(state().position.y) / 40;
    }
    const std::size_t count = field(".position").size() / 3;
    const double level = (static_cast<double>(count) * spacing * spacing * spacing + 0.3 * 0.3 * 0.1) / (0.7 * 0.7);
    RecordProperty(model, std::to_string((height - level) / spacing) + " spacings too high");
    EXPECT_NEAR(height, level, spacing / 3) << model;
    EXPECT_LT(test::tilt(state()), 0.1) << model;
  }
}

// A dam break carries a crate away; two runs give the same bytes.
TEST_F(SphBodiesTest, CratesAreCarriedByADam) {
  float end[2];
  for (float& x : end) {
    scene(R"("model": "incompressible", "domain": {"min": [-1, 0, -0.2], "max": [1, 1, 0.2]},
             "fluid": [{"box": {"min": [-1, 0, -0.2], "max": [-0.5, 0.6, 0.2]}}])",
          R"({"shape": "box", "size": [0.15, 0.15, 0.15], "density": 400, "position": [-0.2, 0.075, 0]})");
    EXPECT_NEAR(state().position.x, -0.2f, 1e-6f);
    advance(100);
    x = state().position.x;
    EXPECT_GT(x, 0.1f);
    EXPECT_LT(x, 1.0f);
    EXPECT_GT(state().position.y, 0.0f);
  }
  EXPECT_EQ(end[0], end[1]);
}

}  // namespace undine
