// The laboratory's dam break over a box, coarse and short: scenes/spheric2.json with 3960 particles.
#include "tests/support/body_runner.h"
#include "tests/support/csv.h"

namespace undine {

struct SphSpheric2 : test::BodyTest {};

TEST_F(SphSpheric2, WaterArrivesAndFallsAsMeasured) {
  begin(load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/spheric2.json",
                   {{"water.0.spacing", "0.055"}, {"clock.step", "0.01"}}));
  const auto lab = test::numbers_of("spheric_test2_marin_100hz.csv");  // t, P1 ... P8, H1 ... H4
  double arrival = 0, error = 0, peak = 0;
  for (std::size_t step = 1; step <= 45; ++step) {
    advance(1);
    const Stats s = water_stats();
    ASSERT_EQ(s.gauges.size(), 12u);
    ASSERT_EQ(s.gauges[1].first, "H2");
    if (arrival == 0 && s.gauges[1].second > 0.02) arrival = 0.01 * static_cast<double>(step);
    error += std::abs(s.gauges[3].second - lab[step][12]) / 45;
    peak = std::max(peak, s.gauges[4].second);
  }
  EXPECT_NEAR(arrival, 0.368, 0.037);  // at H2: 10 %
  EXPECT_LT(error, 0.1 * 0.55);        // of H4
  EXPECT_GT(peak, 5000);               // the front has hit the box at P1: measured 11239 Pa
}

}  // namespace undine
