#pragma once
#include <cstdint>

namespace undine::grid {

// Random number uniform in [0, 1), a pure function of its arguments.
double uniform_random(std::uint64_t seed, std::uint64_t step, std::uint64_t index);

}  // namespace undine::grid
