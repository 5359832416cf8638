// Gauges in particle water at rest, against known values.
#include "engine/scene/scene.h"
#include "passes/sph/sph_settings.h"
#include "tests/support/csv.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct SphGauges : test::WaveTest {
  static constexpr double side = 0.25, height = 0.5, dx = height / 12;
  // Column between walls of the domain; `block`: one of them is a solid.
  void column(sph::SphModel model, bool settled, bool block) {
    sph::SphSettings s;
    s.model = model;
    s.spacing = dx;
    s.damping = 0.3;
    if (model == sph::SphModel::incompressible) {
      s.xsph = 20;
      s.iterations = 12;
    }
    s.fluid = {sph::SphFluid{.box = sph::SphBox{{0, 0, 0}, {side, height, side}}, .settled = settled}};
    s.domain = {{block ? -0.15 : 0, 0, 0}, {side, 0.8, side}};
    for (const auto& row : rows()) {
      gauge(s, "middle", {0.5 * side, row[3], 0.5 * side});
      gauge(s, "wall", {0, row[3], 0.5 * side});
    }
    gauge(s, "edge", {side, 0.5 * height, 0});
    s.gauges.push_back({"height", sph::SphGauge::Measures::height, {0.5 * side, 0, 0.5 * side}});
    s.gauges.push_back({"corner", sph::SphGauge::Measures::height, {side, 0, side}});
    SceneContext context;
    if (block) {
      s.collide = sph::SphCollide::scene;
      scene_ = std::make_unique<Scene>(parse_scene(
          R"({"version": 1, "meshes": [{"shape": "box", "size": [0.3, 2, 1], "translate": [-0.15, 0.5, 0.1]}]})",
          "test.json"));
      context.scene = scene_.get();
    }
    make(s, context);
  }
  static std::vector<std::vector<double>> rows() {  // rho, g, H, z, p
    std::vector<std::vector<double>> out;
    for (const auto& row : test::numbers_of("hydrostatic_column.csv"))
      if (row[2] == height && row[3] < height) out.push_back(row);
    return out;
  }
  // Mean readings over `steps` steps, in the order of the gauges.
  std::vector<double> mean(double dt, int steps) {
    std::vector<double> out;
    for (int i = 0; i < steps; ++i) {
      advance(dt, 1);
      const Stats now = stats();
      out.resize(now.gauges.size());
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += now.gauges[k].second / steps;
    }
    return out;
  }

 private:
  static void gauge(sph::SphSettings& s, const char* name, const glm::dvec3& at) {
    s.gauges.push_back({name, sph::SphGauge::Measures::pressure, at});
  }
  std::unique_ptr<Scene> scene_;
};

// Tolerances: pressures at the center, at a wall and in an edge 5 % of rho g (H - z) or a quarter of a spacing of
// water, heights half a spacing. Beside a solid, where residual motion remains, 10 %.
TEST_F(SphGauges, ReadWhatAColumnAtRestWeighs) {
  for (bool block : {false, true}) {
    for (sph::SphModel model : {sph::SphModel::compressible, sph::SphModel::incompressible}) {
      column(model, true, block);
      advance(0.01, 70);
      const std::vector<double> got = mean(0.01, 20);
      const double part = block ? 0.1 : 0.05;
      const auto near = [&](std::size_t k, double exact) {
        EXPECT_NEAR(got[k], exact, std::max(part * exact, 0.25 * 1000 * 9.81 * dx))
            << k << ' ' << block << static_cast<int>(model);
      };
      std::size_t k = 0;
      for (const auto& row : rows()) {
        near(k++, row[4]);
        near(k++, row[4]);
      }
      near(k++, 1000 * 9.81 * 0.5 * height);
      for (; k < got.size(); ++k) EXPECT_NEAR(got[k], height, 0.5 * dx) << block << static_cast<int>(model);
    }
  }
}

// A settled column is at rest from the start; another one falls until its pressure has built up, and oscillates.
TEST_F(SphGauges, SettledWaterDoesNotRing) {
  double most[2] = {0, 0};
  for (bool settled : {false, true}) {
    column(sph::SphModel::compressible, settled, false);
    for (int i = 0; i < 40; ++i) {
      const double at_floor = mean(0.005, 1)[0];
      most[settled] = std::max(most[settled], std::abs(at_floor / (1000 * 9.81 * height) - 1));
    }
  }
  EXPECT_GT(most[0], 0.5);
  EXPECT_LT(most[1], 0.1);
}

}  // namespace undine
