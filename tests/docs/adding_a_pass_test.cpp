// Pass of docs/adding_a_pass.md in use: the page's own files and changes, built into a program.
#include <cmath>

#include "passes/grid/grid_file.h"
#include "tests/docs/pages.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

TEST(AddingAPass, WavesListTheirSteepness) {
  const auto fields = test::undine({"fields", test::project_file("scenes/basin_mode.json")});
  ASSERT_EQ(fields.code, 0) << fields.text();
  EXPECT_NE(fields.out.find("basin.steepness"), std::string::npos) << fields.out;
}

TEST(AddingAPass, TheDumpIsTheSlopeOfTheDumpedHeight) {
  const test::TempFolder folder;
  const std::string height = folder.file("h.npy"), steep = folder.file("s.npy");
  const auto run =
      test::page_program({"simulate", test::project_file("scenes/basin_mode.json"), "--steps", "3", "--validation",
                          "--dump", "basin.height=" + height, "--dump", "basin.steepness=" + steep});
  ASSERT_EQ(run.code, 0) << run.text();
  const grid::GridFile h = grid::read_grid(height, "height"), s = grid::read_grid(steep, "steepness");
  const int nx = static_cast<int>(h.nx), nz = static_cast<int>(h.nz);
  ASSERT_EQ(glm::ivec2(s.nx, s.nz), glm::ivec2(nx, nz));
  const auto at = [&](const grid::GridFile& f, int i, int j) {
    const int cell = std::clamp(j, 0, nz - 1) * nx + std::clamp(i, 0, nx - 1);
    return static_cast<double>(f.value[static_cast<std::size_t>(cell)]);
  };
  double most = 0;
  for (int j = 0; j < nz; ++j)
    for (int i = 0; i < nx; ++i) {
      const double x = (at(h, i + 1, j) - at(h, i - 1, j)) * nx / (2 * 2.0);
      const double z = (at(h, i, j + 1) - at(h, i, j - 1)) * nz / (2 * 1.0);
      const double wanted = std::min(1.0, std::hypot(x, z) / 0.5);
      most = std::max(most, wanted);
      EXPECT_NEAR(at(s, i, j), wanted, 1e-3 * wanted + 1e-6) << i << " " << j;  // slopes are half floats
    }
  EXPECT_GT(most, 0.2);
}

}  // namespace
}  // namespace undine
