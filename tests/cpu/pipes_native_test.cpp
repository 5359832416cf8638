// The native twin of the pipe step equals the reference: bench compares the same work.
#include "passes/pipes/pipes_native.h"

#include <gtest/gtest.h>

#include <cmath>

#include "passes/grid/random.h"
#include "passes/pipes/pipes_reference.h"
#include "passes/wave/wave_medium.h"

namespace undine {

struct PipesNativeTest : testing::Test {
  static double random(std::uint64_t seed, std::size_t i) { return grid::uniform_random(seed, i, 3); }

  void compare(std::uint32_t nx, std::uint32_t nz, unsigned threads, bool dry) {
    SCOPED_TRACE(testing::Message() << nx << " x " << nz << ", threads " << threads << ", dry " << dry);
    reference::Pipes want;
    want.nx = static_cast<int>(nx);
    want.nz = static_cast<int>(nz);
    want.dx = 0.5;
    want.dz = 0.6;
    want.friction = 0.1;
    want.manning = 0.03;
    std::vector<float> bed, depth;
    for (std::size_t i = 0; i < std::size_t{nx} * nz; ++i) {
      bed.push_back(static_cast<float>((dry ? 0.5 : 0.05) * random(1, i)));
      depth.push_back(dry && random(2, i) < 0.4 ? 0.0f : static_cast<float>(0.6 + 0.2 * random(3, i)));
    }
    want.bed.assign(bed.begin(), bed.end());
    want.depth.assign(depth.begin(), depth.end());
    want.start();
    reference::PipesNative native(
        {.nx = nx, .nz = nz, .dx = 0.5f, .dz = 0.6f, .friction = 0.1f, .manning = 0.03f, .threads = threads}, bed,
        depth);
    const double before = native.volume();
    const int steps = dry ? 6 : 40;
    native.run(steps, 0.04f);
    for (int i = 0; i < steps; ++i) want.step(0.04f);
    const auto h = native.depth();
    double worst = 0;
    for (std::size_t i = 0; i < h.size(); ++i) worst = std::max(worst, std::abs(h[i] - want.depth[i]));
    EXPECT_LT(worst, 3e-5);
    EXPECT_NEAR(native.volume(), before, 1e-9 * before);
  }
};

TEST_F(PipesNativeTest, it_is_the_reference_at_any_size) {
  for (unsigned threads : {1u, 2u, 3u})
    for (auto [nx, nz] : {std::pair{1u, 1u}, {3u, 3u}, {27u, 27u}, {64u, 64u}, {1u, 5u}, {6u, 1u}, {130u, 7u}})
      for (bool dry : {false, true}) compare(nx, nz, threads, dry);
}

}  // namespace undine
