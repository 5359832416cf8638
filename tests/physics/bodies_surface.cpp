// Bodies on a surface that does not come from a solver of the project: a sloping, flowing plane.
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

glm::dvec2 slope, stream;  // set by the current test

class Ramp : public Solver {
 public:
  void start(graph::Graph&) override {}
  void step(graph::Graph&, const StepInfo&) override {}
  SurfaceField surface(graph::Graph& g) override {
    auto scope = g.scope("ramp");
    constexpr std::uint32_t nx = 60, nz = 20;
    std::vector<glm::vec4> texels;
    std::vector<glm::vec2> flows(nx * nz, glm::vec2(stream));
    for (std::uint32_t j = 0; j < nz; ++j)
      for (std::uint32_t i = 0; i < nx; ++i) {
        const glm::dvec2 at{(i + 0.5) - 0.5 * nx, (j + 0.5) - 0.5 * nz};
        texels.push_back(glm::vec4(glm::dot(at, slope), glm::vec2(slope), 1));
      }
    SurfaceField f;
    f.cells = {nx, nz};
    f.size = {nx, nz};
    f.origin = {0, 5, 0};
    f.surface = g.image("ramp/surface", {.extent = {nx, nz, 1}, .format = graph::Format::rgba32_float});
    f.flow = g.image("ramp/flow", {.extent = {nx, nz, 1}, .format = graph::Format::rg32_float});
    g.upload("slope", f.surface, texels);
    g.upload("flow", f.flow, flows);
    return f;
  }
  std::vector<Field> fields() override { return {}; }
  void stats(graph::Graph&, std::function<void(const Stats&)>) override {}
  Cost cost() const override { return {}; }
};

struct RampSettings : SolverSettings {
  void describe(settings::Visitor&) override {}
  std::unique_ptr<Solver> create(graph::State&, const SceneContext&) const override { return std::make_unique<Ramp>(); }
};

class BodiesSurface : public test::BodyTest {
 protected:
  BodiesSurface() {
    static const bool once = [] {
      add_solver({"ramp", "for a test", [] { return std::make_unique<RampSettings>(); }});
      return true;
    }();
    (void)once;
  }
  void float_crate(double x) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
      "water": [{{"name": "ramp", "solver": "ramp"}}], "bodies": [{{"size": [1, 0.5, 1], "density": 500,
      "position": [{}, {}, 0], "water": "ramp", "drag": {{"normal": 1, "tangential": 0.2}}}}]}})",
                          x, 5 + x * slope.x));
  }
};

TEST_F(BodiesSurface, ACurrentCarriesACrateAtItsOwnSpeed) {
  slope = {0, 0};
  stream = {1.5, -0.5};
  float_crate(-20);
  advance(1500);
  const bodies::BodyState s = state();
  EXPECT_NEAR(s.velocity.x, 1.5, 0.03);
  EXPECT_NEAR(s.velocity.z, -0.5, 0.03);
  EXPECT_NEAR(s.position.y, 5, 0.005);
}

TEST_F(BodiesSurface, ASlopeTurnsACrateAndPullsItAheadOfTheStream) {
  slope = {-0.05, 0};
  stream = {1, 0};
  float_crate(-22);
  advance(1500);
  const bodies::BodyState s = state();
  const double v = static_cast<double>(s.velocity.x);
  // Gravity along the slope against drag: m g slope = rho/2 (C_n A_n + C_t A_t) (u + creep) u. At a draft of 0.25 m
  // two sides are across the flow, the bottom and two sides along it.
  const double weight = 250 * 9.81 * 0.05, k = 500 * (1.0 * 0.5 + 0.2 * 1.5);
  const double u = 0.5 * (-0.1 + std::sqrt(0.01 + 4 * weight / k));
  EXPECT_NEAR(v - 1, u, 0.05 * u + 0.02);
  EXPECT_NEAR(s.position.y, 5 - 0.05 * static_cast<double>(s.position.x), 0.01);
  // Drag acts about 0.18 m below the center of mass and tilts it further: m g slope 0.18 = m g GM turn.
  EXPECT_NEAR(2 * std::asin(static_cast<double>(s.rotation.z)), -0.05 * (1 + 0.18 / 0.2083), 0.012);
  EXPECT_NEAR(static_cast<double>(s.velocity.y), -0.05 * v, 0.01);
}

}  // namespace
}  // namespace undine
