// Plane waves around a round solid mesh in the water, against the exact solution of the Helmholtz equation around a
// cylinder [MacCamy & Fuchs 1954].
#include <cmath>
#include <complex>
#include <numbers>

#include "engine/scene/scene.h"
#include "tests/support/wave_runner.h"

namespace undine::test {

namespace {

using Complex = std::complex<double>;

double bessel(int n, double x) { return n < 0 ? -std::cyl_bessel_j(-n, x) : std::cyl_bessel_j(n, x); }
double neumann(int n, double x) { return n < 0 ? -std::cyl_neumann(-n, x) : std::cyl_neumann(n, x); }
// Hankel functions of the first kind and their derivatives; order -1 is the negative of order 1.
Complex hankel(int n, double x) { return {bessel(n, x), neumann(n, x)}; }
double bessel_slope(int n, double x) { return 0.5 * (bessel(n - 1, x) - bessel(n + 1, x)); }
Complex hankel_slope(int n, double x) { return 0.5 * (hankel(n - 1, x) - hankel(n + 1, x)); }

// Relative amplitude for waves from -x, at distance r and angle from +x.
double diffracted(double k, double a, double r, double angle) {
  Complex sum = 0;
  Complex turn = 1;
  for (int n = 0; n < 30; ++n) {
    const double twice = n == 0 ? 1 : 2;
    sum += twice * turn * std::cos(n * angle) *
           (bessel(n, k * r) - bessel_slope(n, k * a) / hankel_slope(n, k * a) * hankel(n, k * r));
    turn *= Complex(0, 1);
  }
  return std::abs(sum);
}

}  // namespace

class SolidsWaves : public WaveTest {
 protected:
  static constexpr double a = 1;  // radius of the cylinder; the wave speed is 1 m/s

  // Amplitudes of all cells over a period, for waves of wave number k. The cylinder's center is on the wall at -z, so
  // that symmetry halves the domain. `cells`: per radius.
  std::vector<double> amplitudes(double k, std::uint32_t cells, bool standing) {
    Scene scene;
    if (standing) {
      MeshSettings m{.shape = MeshSettings::Shape::cylinder, .size = {2 * a, 2, 2 * a}, .translate = {0, 0, 0}};
      m.solid = true;
      scene.meshes = {m};
    }
    const double period = 2 * std::numbers::pi / k;
    wave::WaveSettings s;
    s.cells = {22 * cells, 18 * cells};
    s.size = {22 * a, 18 * a};
    s.origin = {2 * a, 0, 9 * a};
    s.speed = 1;
    s.edges.west = s.edges.east = wave::WaveEdge::absorb;
    s.makers = {{.center = {-10 * a, 0}, .length = 100 * a, .radius = 0.5 * a, .height = 0.1, .period = period}};
    SceneContext context;
    context.scene = &scene;
    make(s, context);
    const int parts = 32;
    const auto steps = static_cast<int>(std::ceil(period / parts * static_cast<double>(cells) * 1.5));
    const double dt = period / parts / steps;
    // The waves start 8 radii away; a reflection from the wall at +z travels 34.
    const auto wait = static_cast<int>(std::ceil((8 * a + 3 * period) / (dt * steps)));
    advance(dt, wait * steps);
    std::vector<Complex> sum(std::size_t{s.cells.x} * s.cells.y);
    for (int i = 0; i < parts; ++i) {
      const auto height = field("height");
      const Complex turn = std::polar(2.0 / parts, 2 * std::numbers::pi * i / parts);
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += turn * static_cast<double>(height[c]);
      advance(dt, steps);
    }
    std::vector<double> out;
    for (const Complex& c : sum) out.push_back(std::abs(c));
    return out;
  }
};

TEST_F(SolidsWaves, BendAroundACylinderAsTheyShould) {
  const double k = 1;
  const std::uint32_t cells = 24, nx = 22 * cells;
  const auto around = amplitudes(k, cells, true), open = amplitudes(k, cells, false);
  for (const double radius : {1.25, 1.75, 2.5}) {
    double worst = 0, square = 0;
    int count = 0;
    for (std::size_t i = 0; i < around.size(); ++i) {
      const double x = (static_cast<double>(i % nx) + 0.5) / cells - 9, z = (static_cast<double>(i / nx) + 0.5) / cells;
      const double r = std::hypot(x, z);
      if (std::abs(r - radius) > 0.5 / cells) continue;
      const double exact = diffracted(k, a, r, std::atan2(z, x));
      const double off = around[i] / open[i] / exact - 1;
      worst = std::max(worst, std::abs(off));
      square += off * off;
      ++count;
    }
    EXPECT_GT(count, 50);
    EXPECT_LT(worst, 0.03) << radius;
    std::printf("radius %.2f: worst %.4f, mean %.4f of %d cells\n", radius, worst, std::sqrt(square / count), count);
  }
}

}  // namespace undine::test
