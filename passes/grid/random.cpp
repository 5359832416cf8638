#include "passes/grid/random.h"

namespace undine::grid {

double uniform_random(std::uint64_t seed, std::uint64_t step, std::uint64_t index) {
  std::uint64_t x =
      seed * 0x9e3779b97f4a7c15ull ^ (step + 1) * 0xd1b54a32d192ed03ull ^ (index + 1) * 0x8cb92ba72f3d8dd7ull;
  for (int i = 0; i < 2; ++i) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    x ^= x >> 31;
  }
  return static_cast<double>(x >> 11) * 0x1.0p-53;
}

}  // namespace undine::grid
