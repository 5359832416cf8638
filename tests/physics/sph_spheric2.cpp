// Laboratory dam break over a box, short: scenes/spheric2.json up to the end of the first impact.
#include "tests/support/body_runner.h"
#include "tests/support/csv.h"

namespace undine {

struct SphSpheric2 : test::BodyTest {};

// Impulse of readings every 0.01 s, for 0.15 s from the first one over 1 kPa.
static double blow(const std::vector<double>& readings) {
  const auto begin = std::ranges::find_if(readings, [](double p) { return p > 1000; });
  double sum = 0;
  for (auto at = begin; at < begin + 15 && at != readings.end(); ++at) sum += std::max(*at, 0.0);
  return sum;
}

TEST_F(SphSpheric2, WaterArrivesFallsAndPressesAsMeasured) {
  begin(load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/spheric2.json",
                   {{"clock.step", "0.01"},
                    {"water.0.spacing", "0.04545"},  // 7,128 particles: minutes less
                    {"water.0.blocks", "0"},
                    {"water.0.block_iterations", "0"}}));
  EXPECT_NEAR(*water_stats().volume / (1.228 * 0.55), 1, 0.015);       // nothing of the column is left out
  const auto lab = test::numbers_of("spheric_test2_marin_100hz.csv");  // t, P1 ... P8, H1 ... H4
  double arrival = 0, error = 0;
  std::vector<double> pressed[2], measured[2];
  for (std::size_t step = 1; step <= 60; ++step) {
    advance(1);
    const Stats s = water_stats();
    ASSERT_EQ(s.gauges.size(), 12u);
    ASSERT_EQ(s.gauges[1].first, "H2");
    if (arrival == 0 && s.gauges[1].second > 0.02) arrival = 0.01 * static_cast<double>(step);
    if (step <= 56) error += std::abs(s.gauges[3].second - lab[step][12]) / 56;
    for (std::size_t k = 0; k < 2; ++k) {
      pressed[k].push_back(s.gauges[4 + k].second);
      measured[k].push_back(lab[step][1 + k]);
    }
  }
  EXPECT_NEAR(arrival, 0.368, 0.037);  // at H2: 10 %
  EXPECT_LT(error, 0.1 * 0.55);        // mean error of the depth at H4
  // Impulses at P1 and P2 from their own arrivals, which are 0.04 s late at this spacing: a fixed end time would cut
  // off the impact. The gauges include the momentum of particles that the box stops, with and without pressure.
  for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(blow(pressed[k]) / blow(measured[k]), 1, 0.3) << "P" << k + 1;
  RecordProperty("impulses", fmt::format("{:.3f} {:.3f}", blow(pressed[0]) / blow(measured[0]),
                                         blow(pressed[1]) / blow(measured[1])));
}

}  // namespace undine
