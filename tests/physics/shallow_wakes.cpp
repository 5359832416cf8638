// Wake of a pier in a channel, with the shallow-water solver and with pipes.
#include <numbers>

#include "passes/pipes/pipes_settings.h"
#include "tests/support/shallow_runner.h"

namespace undine {

using columns::Edge;
using shallow::ShallowSettings;

struct ShallowWakes : test::ShallowTest {
  static constexpr std::uint32_t nx = 100, nz = 50;
  static constexpr double cell = 0.1, depth = 0.4, speed = 0.5, width = 0.8;
  std::vector<double> bed, water;
  // Pier a little off the center line, 2.4 m from the inflow.
  void pier() {
    for (std::uint32_t j = 0; j < nz; ++j)
      for (std::uint32_t i = 0; i < nx; ++i) {
        const bool stands = i >= 24 && i < 32 && j >= 22 && j < 30;
        bed.push_back(stands ? 2 : 0);
        water.push_back(stands ? 0 : depth);
      }
  }
  // Transverse velocity three widths behind the pier, in steps of `dt`.
  std::vector<double> across(double dt, int steps) {
    std::vector<double> out;
    for (int k = 0; k < steps; ++k) {
      advance(dt, 1);
      out.push_back(field("velocity")[2 * (26 * nx + 56) + 1]);
    }
    return out;
  }
};

// Takes minutes.
TEST_F(ShallowWakes, APierShedsVorticesAsPipesDoNot) {
  pier();
  ShallowSettings s;
  s.cells = {nx, nz};
  s.size = {nx * cell, nz * cell};
  s.manning = 0.01;
  s.velocity.x = speed;
  s.eddies = {.model = shallow::Eddies::Model::smagorinsky, .coefficient = 0.1};
  s.edges.west = Edge::discharge;
  s.edges.discharge.x = speed * depth;
  s.edges.east = Edge::level;
  shallow(s, bed, water);
  const double dt = 0.1;
  const auto w = across(dt, 1000);
  double first = -1, last = -1, most = 0;
  int crossings = 0;
  for (std::size_t k = 500; k < w.size(); ++k) {
    most = std::max(most, std::abs(w[k]));
    if ((w[k] < 0) == (w[k - 1] < 0)) continue;
    last = (double(k) - w[k] / (w[k] - w[k - 1])) * dt;
    if (crossings++ == 0) first = last;
  }
  const double frequency = crossings > 1 ? (crossings - 1) / (2 * (last - first)) : 0;
  fmt::print("wake: {:.4f} Hz, Strouhal {:.4f}, {} crossings, {:.3f} m/s\n", frequency, frequency * width / speed,
             crossings, most);
  EXPECT_GT(most, 0.1 * speed);
  EXPECT_GT(frequency * width / speed, 0.1);
  EXPECT_LT(frequency * width / speed, 0.3);

  pipes::PipesSettings p;
  p.cells = s.cells;
  p.size = s.size;
  p.manning = s.manning;
  p.horizontal_viscosity = 0.05;  // without it grid-scale ripples persist
  p.edges.east = Edge::level;
  p.traces = {.foam = {.amount = 0}, .drying = 0};
  p.sources = {{.region = {.center = {-0.5 * nx * cell + 0.05, 0}, .size = {0.1, nz * cell}},
                .rate = speed * depth * nz * cell}};
  p.initial = {{.kind = columns::Shape::Kind::npy, .file = array("depth.npy", nx, nz, water)}};
  SceneContext context;
  context.terrain = Heightmap{.nx = nx, .nz = nz, .size = {(nx - 1) * cell, (nz - 1) * cell}};
  context.terrain->height.assign(bed.begin(), bed.end());
  make(p, context);
  const auto none = across(dt, 1000);
  double low = 1, high = -1;
  for (std::size_t k = 800; k < none.size(); ++k) {
    low = std::min(low, none[k]);
    high = std::max(high, none[k]);
  }
  fmt::print("pipes: between {:.4f} and {:.4f} m/s\n", low, high);
  EXPECT_LT(high - low, 0.1 * speed);
}

}  // namespace undine
