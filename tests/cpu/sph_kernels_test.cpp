// Kernels of the particle solver against closed forms and tables.
#include "passes/solids/sph_kernels.h"

#include <gtest/gtest.h>

#include <functional>

#include "passes/sph/sph_fill.h"
#include "passes/sph/sph_params.h"
#include "tests/support/csv.h"

namespace undine {

using test::numbers_of;

TEST(SphKernels, MatchTheTable) {
  const auto rows = numbers_of("sph_kernels_h1.csv");
  ASSERT_EQ(rows.size(), 21u);
  for (const auto& row : rows)
    for (float h : {1.0f, 0.07f}) {
      SCOPED_TRACE(row[0]);
      const float r = static_cast<float>(row[0]) * h;
      const double h3 = std::pow(h, 3);
      EXPECT_NEAR(solids::sph_poly6(r * r, h) * h3, row[1], 3e-6);
      EXPECT_NEAR(solids::sph_spiky(r, h) * h3, row[2], 1e-5);
      EXPECT_NEAR(solids::sph_spiky_slope(r, h) * h3 * h, row[3], 3e-5);
      EXPECT_NEAR(solids::sph_viscosity_laplacian(r, h) * h3 * h * h, row[4], 3e-5);
      EXPECT_NEAR(solids::sph_cubic(r, h) * h3, row[5], 3e-6);
    }
}

// Midpoint rule on 60^3 cells over the support.
double integral(const std::function<double(double)>& w, float h) {
  const int n = 60;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) sum += w(h * glm::length(glm::dvec3(i + 0.5, j + 0.5, k + 0.5) * (2.0 / n) - 1.0));
  return sum * std::pow(2.0 * h / n, 3);
}

TEST(SphKernels, IntegrateToOne) {
  for (float h : {1.0f, 0.3f}) {
    EXPECT_NEAR(integral([h](double r) { return solids::sph_poly6(static_cast<float>(r * r), h); }, h), 1, 1e-4);
    EXPECT_NEAR(integral([h](double r) { return solids::sph_cubic(static_cast<float>(r), h); }, h), 1, 1e-4);
    EXPECT_NEAR(integral([h](double r) { return solids::sph_spiky(static_cast<float>(r), h); }, h), 1, 2e-4);
    // Gradient times distance: -3 times the integral of the kernel, by parts.
    EXPECT_NEAR(integral([h](double r) { return r * solids::sph_cubic_slope(static_cast<float>(r), h); }, h), -3, 3e-4);
    EXPECT_NEAR(integral([h](double r) { return r * solids::sph_spiky_slope(static_cast<float>(r), h); }, h), -3, 6e-4);
  }
}

TEST(SphKernels, SlopesAreDerivatives) {
  const float h = 0.8f;
  for (double r = 0.02; r < 0.79; r += 0.03) {
    const auto at = [](double x) { return static_cast<float>(x); };
    EXPECT_NEAR((solids::sph_cubic(at(r + 1e-3), h) - solids::sph_cubic(at(r - 1e-3), h)) / 2e-3,
                solids::sph_cubic_slope(at(r), h), 5e-3);
    EXPECT_NEAR((solids::sph_spiky(at(r + 1e-3), h) - solids::sph_spiky(at(r - 1e-3), h)) / 2e-3,
                solids::sph_spiky_slope(at(r), h), 2e-2);
  }
}

TEST(SphKernels, LatticesMatchTheTable) {
  for (const auto& row : numbers_of("sph_cubic_lattice_density.csv")) {
    SCOPED_TRACE(row[0]);
    // The table excludes neighbors exactly at the support radius.
    const sph::SphLattice poly6 = sph::sph_lattice(sph::SphKernel::poly6_spiky, row[0]),
                          cubic = sph::sph_lattice(sph::SphKernel::cubic, row[0]);
    EXPECT_EQ(poly6.neighbors, static_cast<int>(row[1]));
    EXPECT_NEAR(poly6.density, row[2], 1e-5 * row[2]);
    EXPECT_NEAR(cubic.density, row[3], 1e-5 * row[3]);
  }
}

TEST(SphKernels, ElasticEnergyIsTheWorkOfThePressure) {
  for (double d = 1.001; d < 1.2; d *= 1.01)
    EXPECT_NEAR(sph::sph_elastic(static_cast<float>(d)), std::log(d) + 1 / d - 1,
                0.01 * (std::log(d) + 1 / d - 1) + 1e-9);
  EXPECT_EQ(sph::sph_elastic(0.5f), 0);
}

}  // namespace undine
