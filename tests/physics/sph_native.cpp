// The native twin of bench equals the reference.
#include "passes/sph/sph_native.h"

#include <gtest/gtest.h>

#include <random>

#include "passes/sph/sph_reference.h"

namespace undine {

TEST(SphNative, MatchesTheReference) {
  reference::Sph want;
  want.support = 0.21;
  want.volume = 0.001;
  want.slope_volume = want.volume;
  want.stiffness = 100;
  want.damping = 0.1;
  want.high = {1, 1, 0.6};
  reference::SphNative::Setup setup{
      .high = {1, 1, 0.6}, .support = 0.21f, .volume = 0.001f, .stiffness = 100, .damping = 0.1f, .threads = 2};
  std::mt19937 random(1);
  const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
  for (int k = 0; k < 301; ++k) {
    want.position.push_back(glm::dvec3(unit(), unit(), 0.6 * unit()));
    want.velocity.push_back(glm::dvec3(unit(), unit(), unit()) - 0.5);
  }
  reference::SphNative native(setup, {want.position.begin(), want.position.end()},
                              {want.velocity.begin(), want.velocity.end()});
  native.run(3, 0.001f);
  for (int k = 0; k < 3; ++k) want.step(0.001);
  const auto x = native.position(), v = native.velocity();
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_LT(glm::distance(glm::dvec3(x[i]), want.position[i]), 1e-6) << i;
    EXPECT_LT(glm::distance(glm::dvec3(v[i]), want.velocity[i]), 1e-3) << i;
  }
}

}  // namespace undine
