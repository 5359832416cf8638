// Manning's n as a map: every column decays by its own friction.
#include "engine/files/npy.h"
#include "tests/support/shallow_runner.h"
#include "tests/support/temp_folder.h"

namespace undine {

using shallow::ShallowSettings;

struct ShallowRoughness : test::ShallowTest {
  test::TempFolder folder;
  static constexpr double n_of(std::size_t row) { return std::array{0.0, 0.01, 0.03, 0.06, 0.1, 0.02}[row]; }
};

// Away from the ends of a level channel no slope forms for 10 s: q_t = -g n^2 q^2 / h^(7/3).
TEST_F(ShallowRoughness, EveryRowDecaysByItsOwnFriction) {
  const std::size_t nx = 240, nz = 6;
  const double depth = 0.8, speed = 0.6, seconds = 8;
  std::vector<float> n;
  for (std::size_t j = 0; j < nz; ++j) n.insert(n.end(), 60, static_cast<float>(n_of(j)));
  const std::uint32_t shape[] = {nz, 60};
  files::write_npy(folder.file("n.npy"), shape, n);
  ShallowSettings s;
  s.cells = {nx, nz};
  s.size = {240, 6};
  s.velocity.x = speed;
  s.manning = 0.5;  // the map replaces it
  s.manning_map = folder.file("n.npy");
  shallow(s, std::vector<double>(nx * nz, 0), std::vector<double>(nx * nz, depth));
  run_for(seconds, 160);
  const auto discharge = part("discharge", 0), across = part("discharge", 1);
  for (std::size_t j = 0; j < nz; ++j) {
    const double q0 = depth * speed, n2 = n_of(j) * n_of(j);
    const double want = q0 / (1 + 9.81 * n2 * q0 * seconds / std::pow(depth, 7.0 / 3));
    EXPECT_NEAR(discharge[j * nx + nx / 2] / want, 1, 0.002) << j;
    EXPECT_NEAR(across[j * nx + nx / 2], 0, 1e-4) << j;
  }
  EXPECT_LT(discharge[4 * nx + nx / 2], 0.8 * discharge[nx / 2]) << "friction counts";
}

// A map of one number is that number, also for eddies by the ground's friction; 1/32 is exact in a float.
TEST_F(ShallowRoughness, UniformMapsEqualTheNumber) {
  const std::uint32_t shape[] = {3, 5};
  files::write_npy(folder.file("n.npy"), shape, std::vector<float>(15, 0.03125f));
  std::vector<double> bed, water;
  for (std::size_t i = 0; i < 24 * 18; ++i) {
    bed.push_back(0.4 * random(1, i));
    water.push_back(0.2 + 0.3 * random(2, i));
  }
  const auto run = [&](bool map) {
    ShallowSettings s;
    s.cells = {24, 18};
    s.size = {12, 9};
    s.velocity = {0.8, -0.3};
    s.manning = map ? 0 : 0.03125;
    if (map) s.manning_map = folder.file("n.npy");
    s.eddies.model = shallow::Eddies::Model::depth;
    shallow(s, bed, water);
    run_for(2, 40);
    return values("discharge");
  };
  const std::vector<double> number = run(false), map = run(true);
  for (std::size_t i = 0; i < number.size(); ++i) EXPECT_NEAR(map[i], number[i], 1e-6) << i;
}

// A PNG scales the water's own n, so changes of it and of gravity restart a water with a map.
TEST_F(ShallowRoughness, ChangesOfTheNumberRestartMaps) {
  files::write_npy(folder.file("n.npy"), std::array<std::uint32_t, 2>{1, 1}, std::vector<float>{0.02f});
  for (const bool map : {false, true}) {
    ShallowSettings s;
    s.cells = {4, 4};
    s.manning = 0.01;
    if (map) s.manning_map = folder.file("n.npy");
    graph::State state;
    const SceneContext context{.name = "w", .gravity = 9.81};
    const std::unique_ptr<Solver> solver = s.create(state, context);
    ShallowSettings next = s;
    EXPECT_TRUE(solver->retune(next, context));
    next.manning = 0.05;
    EXPECT_EQ(solver->retune(next, context), !map);
    EXPECT_EQ(solver->retune(s, {.name = "w", .gravity = 1.6}), !map);
  }
}

}  // namespace undine
