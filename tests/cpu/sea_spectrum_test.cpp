// Statistics of the sea's components against integrals of its spectra, taken here in polar coordinates.
#include "passes/sea/sea_spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>
#include <sstream>

#include "passes/sea/sea_waves.h"

namespace undine::sea {
namespace {

struct Moments {
  double m0 = 0, m2 = 0;
};

// Moments over the wave numbers [low, high), all directions.
Moments band(const Spectrum& s, const Water& water, double low, double high) {
  constexpr int steps = 20000;
  const double step = std::log(high / low) / steps;
  Moments out;
  for (int i = 0; i < steps; ++i) {
    const double k = low * std::exp((i + 0.5) * step), omega = water.frequency(k);
    const double variance = s.frequency_density(omega) * water.group_velocity(k) * k * step;
    out.m0 += variance;
    out.m2 += variance * omega * omega;
  }
  return out;
}

struct Sums {
  double m0 = 0, m2 = 0;
  std::complex<double> direction{0, 0};
  void add(const std::vector<Component>& components, int n) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const Component& c = components[static_cast<std::size_t>(j) * n + i];
        const double v = 0.5 * std::norm(c.amplitude), omega = 2 * pi * c.frequency;
        m0 += v;
        m2 += v * omega * omega;
        if (v > 0) direction += v * std::polar(1.0, std::atan2(j < n / 2 ? j : j - n, i < n / 2 ? i : i - n));
      }
  }
};

TEST(SeaSpectrum, MomentsAreThoseOfThePublishedTable) {
  std::ifstream file(UNDINE_SOURCE_DIR "/tests/data/jonswap_tma_moments.csv");
  ASSERT_TRUE(file);
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    if (line.empty() || !std::isdigit(line[0])) continue;
    for (char& c : line) c = c == ',' ? ' ' : c;
    std::istringstream in(line);
    double hs, fp, gamma, depth, m0, m1, m2, hm0, tz;
    in >> hs >> fp >> gamma >> depth >> m0 >> m1 >> m2 >> hm0 >> tz;
    SpectrumSettings settings;
    settings.shape = depth > 0 ? SpectrumSettings::Shape::tma : SpectrumSettings::Shape::jonswap;
    settings.height = hs;
    settings.period = 1 / fp;
    settings.gamma = gamma;
    const Water water{.gravity = 9.81, .depth = std::max(depth, 0.0), .tension = 0};
    const Spectrum s(settings, water);
    double sum0 = 0, sum2 = 0;
    constexpr int steps = 100000;
    for (int i = 0; i < steps; ++i) {
      const double f = 0.01 + (i + 0.5) * (8 - 0.01) / steps, omega = 2 * pi * f;
      const double v = s.frequency_density(omega) * 2 * pi * (8 - 0.01) / steps;
      sum0 += v;
      sum2 += v * f * f;
    }
    // The table has an approximation of the depth factor.
    EXPECT_NEAR(sum0, m0, (depth > 0 ? 0.02 : 0.01) * m0) << line;
    EXPECT_NEAR(std::sqrt(sum0 / sum2), tz, 0.01 * tz) << line;
    ++rows;
  }
  EXPECT_GE(rows, 5);
}

struct Case {
  SpectrumSettings::Shape shape;
  double depth, spreading, direction;
};

class SeaStatistics : public testing::TestWithParam<Case> {};

// Mean over seeds of a patch's variance, period, direction and spread against the integrals over its own band.
TEST_P(SeaStatistics, MeanOverSeedsMatchesTheBand) {
  const Case& p = GetParam();
  SpectrumSettings settings;
  settings.shape = p.shape;
  settings.height = 2;
  settings.period = 7;
  settings.spreading = p.spreading;
  settings.direction = p.direction;
  const Water water{.gravity = 9.81, .depth = p.depth};
  const Spectrum s(settings, water);
  constexpr int n = 64, seeds = 256;
  const Patch patch = make_patches(8 * s.peak_length(), 1, n).front();
  Sums sums;
  for (int seed = 0; seed < seeds; ++seed) sums.add(make_components({&s, 1}, water, patch, n, seed, 0, 0), n);
  const Moments expected = band(s, water, patch.low, patch.high);
  EXPECT_NEAR(sums.m0 / seeds, expected.m0, 0.02 * expected.m0);
  EXPECT_NEAR(std::sqrt(sums.m0 / sums.m2), std::sqrt(expected.m0 / expected.m2),
              0.03 * std::sqrt(expected.m0 / expected.m2));
  const double off = std::arg(sums.direction * std::polar(1.0, -p.direction * pi / 180)) * 180 / pi;
  EXPECT_NEAR(off, 0, 2);
  // Mean cosine of cos^2s about its direction: s / (s + 1).
  const double spread = std::sqrt(2 * (1 - std::abs(sums.direction) / sums.m0));
  EXPECT_NEAR(spread, std::sqrt(2 / (p.spreading + 1)), 0.05 * std::sqrt(2 / (p.spreading + 1)));
}

using Shape = SpectrumSettings::Shape;
INSTANTIATE_TEST_SUITE_P(Seas, SeaStatistics,
                         testing::Values(Case{Shape::jonswap, 0, 8, 30}, Case{Shape::tma, 5, 4, -120},
                                         Case{Shape::tma, 20, 8, 170}, Case{Shape::pierson_moskowitz, 0, 2, 0},
                                         Case{Shape::swell, 0, 60, 75}));

TEST(SeaSpectrum, OctavesHoldTheirVariance) {
  const Water water{};
  SpectrumSettings settings;
  settings.wind = 12;
  const Spectrum s(settings, water);
  constexpr int n = 128, seeds = 64;
  const std::vector<Patch> patches = make_patches(10 * s.peak_length(), 2, n);
  for (std::size_t c = 0; c < patches.size(); ++c)
    for (double low = std::max(1.31 * patches[c].low, 0.7 * 2 * pi / s.peak_length()); 2 * low < patches[c].high;
         low *= 2) {
      double sum = 0;
      for (int seed = 0; seed < seeds; ++seed) {
        const auto all = make_components({&s, 1}, water, patches[c], n, seed, static_cast<int>(c), 0);
        for (const Component& one : all) {
          const double omega = 2 * pi * one.frequency;
          if (omega >= water.frequency(low) && omega < water.frequency(2 * low)) sum += 0.5 * std::norm(one.amplitude);
        }
      }
      const double expected = band(s, water, low, 2 * low).m0;
      EXPECT_NEAR(sum / seeds, expected, 0.05 * expected) << "patch " << c << ", from " << low << "/m";
    }
}

TEST(SeaSpectrum, BandsOfPatchesJoin) {
  for (int n : {64, 128, 256, 512})
    for (int count = 1; count <= 4; ++count) {
      const std::vector<Patch> patches = make_patches(900, count, n);
      ASSERT_EQ(patches.size(), static_cast<std::size_t>(count));
      for (std::size_t c = 0; c < patches.size(); ++c) {
        EXPECT_LT(patches[c].low, patches[c].high);
        EXPECT_LE(patches[c].high, pi * n / patches[c].length);  // its Nyquist wave number
        if (c > 0) {
          EXPECT_EQ(patches[c - 1].high, patches[c].low);
        }
      }
    }
}

TEST(SeaSpectrum, TheSeaDoesNotDependOnTheTexels) {
  SpectrumSettings settings;
  const Water water{};
  const Spectrum s(settings, water);
  const Patch patch{.length = 500, .low = 0.01, .high = 0.3};
  const auto few = make_components({&s, 1}, water, patch, 64, 7, 0, 0),
             many = make_components({&s, 1}, water, patch, 256, 7, 0, 0);
  for (int j = -20; j <= 20; ++j)
    for (int i = -20; i <= 20; ++i)
      EXPECT_EQ(few[((j + 64) % 64) * 64 + (i + 64) % 64].amplitude,
                many[((j + 256) % 256) * 256 + (i + 256) % 256].amplitude);
}

TEST(SeaSpectrum, WithoutWindOrHeightItIsFlat) {
  SpectrumSettings settings;
  settings.wind = 0;
  EXPECT_EQ(Spectrum(settings, {}).peak(), 0);
  settings.shape = Shape::swell;
  EXPECT_EQ(Spectrum(settings, {}).peak(), 0);
  SeaSettings sea;
  sea.spectra = {settings};
  sea.texels = 64;
  EXPECT_EQ(SeaWaves(sea, 9.81, 1).state().significant_height, 0);
}

TEST(SeaSpectrum, PhaseAndGroupVelocityAreConsistent) {
  for (double depth : {0.0, 0.3, 20.0})
    for (double k : {0.01, 0.3, 4.0, 300.0}) {
      const Water water{.depth = depth};
      const double step = 1e-5 * k, slope = (water.frequency(k + step) - water.frequency(k - step)) / (2 * step);
      EXPECT_NEAR(water.group_velocity(k), slope, 1e-6 * slope) << depth << " " << k;
    }
}

}  // namespace
}  // namespace undine::sea
