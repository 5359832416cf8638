// The laboratory's dam break over a box, short: scenes/spheric2.json up to the end of the first blow.
#include "tests/support/body_runner.h"
#include "tests/support/csv.h"

namespace undine {

struct SphSpheric2 : test::BodyTest {};

TEST_F(SphSpheric2, WaterArrivesFallsAndPressesAsMeasured) {
  begin(load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/spheric2.json", {{"clock.step", "0.01"}}));
  EXPECT_NEAR(water_stats().volume / (1.228 * 0.55), 1, 0.015);        // nothing of the column is left out
  const auto lab = test::numbers_of("spheric_test2_marin_100hz.csv");  // t, P1 ... P8, H1 ... H4
  double arrival = 0, error = 0, blow[2] = {0, 0}, measured[2] = {0, 0};
  for (std::size_t step = 1; step <= 56; ++step) {
    advance(1);
    const Stats s = water_stats();
    ASSERT_EQ(s.gauges.size(), 12u);
    ASSERT_EQ(s.gauges[1].first, "H2");
    if (arrival == 0 && s.gauges[1].second > 0.02) arrival = 0.01 * static_cast<double>(step);
    error += std::abs(s.gauges[3].second - lab[step][12]) / 56;
    for (std::size_t k = 0; k < 2; ++k) {
      blow[k] += s.gauges[4 + k].second;
      measured[k] += std::max(lab[step][1 + k], 0.0);
    }
  }
  EXPECT_NEAR(arrival, 0.368, 0.037);  // at H2: 10 %
  EXPECT_LT(error, 0.1 * 0.55);        // of H4
  // Impulses at P1 and P2: what the box stops counts, with and without a pressure.
  EXPECT_NEAR(blow[0] / measured[0], 1, 0.3);
  EXPECT_NEAR(blow[1] / measured[1], 1, 0.3);
  RecordProperty("impulses", fmt::format("{:.3f} {:.3f}", blow[0] / measured[0], blow[1] / measured[1]));
}

}  // namespace undine
