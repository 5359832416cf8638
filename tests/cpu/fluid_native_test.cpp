// The native twin of the flow step does the work of the comparison: its result is free of divergence.
#include "passes/fluid/fluid_native.h"

#include <gtest/gtest.h>

namespace undine::test {
namespace {

TEST(FluidNative, ProjectsWhatItCarries) {
  reference::FluidNative fluid(64);
  const double before = fluid.divergence();
  EXPECT_GT(before, 3);
  fluid.step(1.0 / 64);
  EXPECT_LT(fluid.divergence(), 0.02 * before);
  const double first = fluid.divergence();
  for (int k = 0; k < 5; ++k) fluid.step(1.0 / 64);
  EXPECT_LT(fluid.divergence(), 2 * first + 0.05);
}

}  // namespace
}  // namespace undine::test
