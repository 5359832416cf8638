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

}  // namespace undine
