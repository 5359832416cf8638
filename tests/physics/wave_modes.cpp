// Standing modes, dispersion, energy and stability of the wave solver against closed forms (tests/data/wave_*.csv).
#include <cmath>
#include <numbers>

#include "passes/wave/wave_medium.h"
#include "tests/support/csv.h"
#include "tests/support/wave_runner.h"

namespace undine {

namespace {

using std::numbers::pi;

}  // namespace

struct WaveModes : test::WaveTest {
  // Projection of the field onto `shape`.
  static double project(const std::vector<float>& h, const std::vector<double>& shape) {
    double sum = 0, norm = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      sum += h[i] * shape[i];
      norm += shape[i] * shape[i];
    }
    return sum / norm;
  }
  // Frequency of a mode started at rest: its phase near a zero crossing after about ten periods; `guess` selects the
  // crossing.
  double frequency(const std::vector<double>& shape, double guess, double dt, double amplitude) {
    const int steps = static_cast<int>(std::lround((20 * pi + 0.5 * pi) / (guess * dt)));
    advance(dt, steps);
    const double share = project(field("height"), shape) / amplitude;
    EXPECT_LT(std::abs(share), 0.5) << "far from the zero crossing that was expected";
    return (20 * pi + std::acos(std::clamp(share, -1.0, 1.0))) / (steps * dt);
  }
};

TEST_F(WaveModes, StandingModesHaveTheDiscreteFrequency) {
  int tested = 0;
  for (const auto& row : test::rows_of("wave_membrane_modes_analytic.csv")) {
    const bool fixed = row[0].starts_with("fixed");
    const double lx = std::stod(row[1]), lz = std::stod(row[2]), c = std::stod(row[3]), omega = std::stod(row[6]);
    const auto m = static_cast<std::uint32_t>(std::stoul(row[4])), n = static_cast<std::uint32_t>(std::stoul(row[5]));
    SCOPED_TRACE(row[0] + " " + row[1] + " " + row[4] + " " + row[5]);
    wave::WaveSettings s;
    s.cells = {static_cast<std::uint32_t>(61 * lx), 61};  // odd widths, so that the last vec4 is partial
    s.size = {lx, lz};
    s.speed = c;
    const wave::WaveEdge edge = fixed ? wave::WaveEdge::fixed : wave::WaveEdge::wall;
    s.edges = {edge, edge, edge, edge};
    s.initial = {{.kind = wave::WaveShape::Kind::cosine, .height = 0.01, .mode = {m, n}}};
    make(s);
    const double h = lx / s.cells.x, dt = 0.6 * h / c;
    std::vector<double> shape;
    for (std::uint32_t j = 0; j < s.cells.y; ++j) {
      for (std::uint32_t i = 0; i < s.cells.x; ++i) {
        const double u = m * pi * (i + 0.5) / s.cells.x, v = n * pi * (j + 0.5) / s.cells.y;
        shape.push_back(fixed ? std::sin(u) * std::sin(v) : std::cos(u) * std::cos(v));
      }
    }
    const double sx = std::sin(m * pi / (2.0 * s.cells.x)), sz = std::sin(n * pi / (2.0 * s.cells.y));
    const double discrete = 2 / dt * std::asin(c * dt / h * std::sqrt(sx * sx + sz * sz));
    const double got = frequency(shape, discrete, dt, 0.01);
    EXPECT_NEAR(got / discrete, 1, 1e-4);
    EXPECT_NEAR(got / omega, 1, 0.15 * std::pow(omega * h / c, 2) + 1e-4);
    ++tested;
  }
  EXPECT_GE(tested, 40);
}

TEST_F(WaveModes, PlaneWavesHaveTheDispersionOfTheScheme) {
  int tested = 0;
  for (const auto& row : test::rows_of("wave_leapfrog_dispersion.csv")) {
    const double lambda = std::stod(row[0]), points = std::stod(row[1]), angle = std::stod(row[2]) * pi / 180,
                 ratio = std::stod(row[3]);
    if (lambda > std::sqrt(0.5)) continue;  // over the limit: sub-steps, a different scheme
    SCOPED_TRACE(row[0] + " " + row[1] + " " + row[2]);
    auto formula = [&](double kx, double kz) {
      const double sine = lambda * std::hypot(std::sin(kx / 2), std::sin(kz / 2));
      return 2 * std::asin(sine) / (lambda * std::hypot(kx, kz));
    };
    EXPECT_NEAR(formula(2 * pi / points * std::cos(angle), 2 * pi / points * std::sin(angle)), ratio, 1e-6);
    // Nearest wave that fits a periodic grid.
    const std::uint32_t n = 240;
    const double mx = std::round(n / points * std::cos(angle)), mz = std::round(n / points * std::sin(angle));
    const double kx = 2 * pi * mx / n, kz = 2 * pi * mz / n;
    wave::WaveSettings s;
    s.cells = {n, n};
    s.size = {240, 240};
    s.edges = {wave::WaveEdge::periodic, wave::WaveEdge::periodic, wave::WaveEdge::periodic, wave::WaveEdge::periodic};
    const double k = std::hypot(kx, kz);
    s.initial = {{.kind = wave::WaveShape::Kind::plane,
                  .height = 0.01,
                  .angle = std::atan2(kz, kx) * 180 / pi,
                  .wavelength = 2 * pi / k,
                  .center = {-120, -120}}};
    make(s);
    std::vector<double> shape;
    for (std::uint32_t j = 0; j < n; ++j)
      for (std::uint32_t i = 0; i < n; ++i) shape.push_back(std::cos(kx * (i + 0.5) + kz * (j + 0.5)));
    const double expected = formula(kx, kz), got = frequency(shape, expected * k, lambda, 0.01) / k;
    EXPECT_NEAR(got, expected, 1e-4);
    if (angle == 0 && std::fmod(n, points) == 0) {
      EXPECT_NEAR(got, ratio, 1e-3);
    }
    ++tested;
  }
  EXPECT_GE(tested, 100);
}

TEST_F(WaveModes, EnergyStaysForTenThousandSteps) {
  for (wave::WaveEdge edge : {wave::WaveEdge::wall, wave::WaveEdge::fixed, wave::WaveEdge::periodic}) {
    wave::WaveSettings s;
    s.cells = {67, 64};
    s.size = {6.7, 6.4};
    s.edges = {edge, edge, edge, edge};
    s.initial = {{.kind = wave::WaveShape::Kind::gaussian, .height = 0.1, .radius = 0.6, .center = {0.7, -0.9}},
                 {.kind = wave::WaveShape::Kind::dent, .depth = 0.05, .radius = 1.0, .center = {-1.5, 1.2}}};
    make(s);
    advance(0.05, 1);
    const double before = stats().energy;
    advance(0.05, 10000);
    EXPECT_NEAR(stats().energy / before, 1, 1e-5) << "edge " << int(edge);
  }
}

TEST_F(WaveModes, TheGaussianPulseFollowsDAlembert) {
  wave::WaveSettings s;
  s.cells = {512, 4};
  s.size = {2, 4.0 / 256};
  s.initial = {{.kind = wave::WaveShape::Kind::ridge, .height = 1, .radius = 0.05}};
  make(s);
  const auto rows = test::rows_of("wave_dalembert_gaussian.csv");
  const int per = 103;  // courant 0.497
  const double dt = 0.2 / per;
  for (int k = 0; k < 4; ++k) {
    if (k > 0) advance(dt, per);
    const auto h = field("height");
    double worst = 0, peak = 0, peak_x = 0;
    int compared = 0;
    for (const auto& row : rows) {
      if (std::abs(std::stod(row[0]) - 0.2 * k) > 1e-9) continue;
      const double x = std::stod(row[1]), at = (x + 1) * 256 - 0.5;
      const auto i = static_cast<std::size_t>(std::clamp(at, 0.0, 510.0));
      const double f = at - static_cast<double>(i);
      worst = std::max(worst, std::abs(h[i] * (1 - f) + h[i + 1] * f - std::stod(row[2])));
      ++compared;
    }
    for (std::size_t i = 256; i < 512; ++i) {
      if (h[i] > peak) peak = h[i], peak_x = (static_cast<double>(i) + 0.5) / 256 - 1;
    }
    EXPECT_EQ(compared, 81);
    EXPECT_LT(worst, 0.02) << k;
    if (k > 0) {
      EXPECT_NEAR(peak / 0.5, 1, 0.01) << k;
      EXPECT_NEAR(peak_x, 0.2 * k, 1.0 / 256) << k;
    }
  }
}

TEST_F(WaveModes, ACourantOverTheLimitIsSubSteppedAndStable) {
  for (const auto& row : test::rows_of("wave_cfl_growth.csv")) {
    const double courant = std::stod(row[0]);
    SCOPED_TRACE(row[0]);
    wave::WaveSettings s;
    s.cells = {32, 33};
    s.size = {32, 33};
    std::vector<float> checker(32 * 33);
    for (std::size_t i = 0; i < checker.size(); ++i) checker[i] = (i / 32 + i % 32) % 2 ? 0.01f : -0.01f;
    s.initial = {{.kind = wave::WaveShape::Kind::npy, .file = array("checker.npy", 32, 33, checker)}};
    make(s);
    advance(courant, 600);
    EXPECT_LT(test::largest(field("height")), 0.1);  // unstable: beyond all floats
    const auto steps = static_cast<double>(stats().sub_steps);
    EXPECT_LE(courant / steps, std::sqrt(0.5));
    EXPECT_EQ(steps, std::ceil(courant * std::sqrt(2.0) / 0.9995));
  }
}

TEST_F(WaveModes, DampingIsARateAndPopovsViscosityIsOneOfIt) {
  wave::WaveSettings s;
  s.cells = {32, 32};
  s.size = {1, 1};
  s.damping = 0.8;
  s.initial = {{.kind = wave::WaveShape::Kind::cosine, .height = 0.01, .mode = {1, 0}}};
  make(s);
  const double omega = std::sqrt(pi * pi - 0.16), dt = 2 * pi / omega / 400;  // amplitude decays as exp(-g t / 2)
  advance(dt, 2000);
  const auto h = field("height");
  EXPECT_NEAR(h[0] / (0.01 * std::cos(pi / 64)), std::exp(-0.4 * 2000 * dt), 0.01 * std::exp(-0.4 * 2000 * dt));
  // u_next = (2 - vis) u - (1 - vis) u_prev + L: the factor of (u - u_prev) is 1 - vis.
  const double vis = 0.005, g = 2 * vis / ((2 - vis) * 0.01);
  EXPECT_NEAR((1 - 0.5 * g * 0.01) / (1 + 0.5 * g * 0.01), 1 - vis, 1e-12);
}

}  // namespace undine
