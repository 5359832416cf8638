// Discrete Fourier transform of two-dimensional arrays of complex numbers: passes of radix 8 and 16 after Stockham,
// which leave the result in natural order. Each pass is a dispatch over whole vec4s, without shared memory.
//   forward  X[k] = sum over n of x[n] exp(-2 pi i k n / N); inverse with +, without a factor
//   sources  [Govindaraju et al. 2008]
#pragma once
#include <cstdint>
#include <vector>

#include "engine/graph/graph.h"
#include "passes/fourier/fourier_params.h"

namespace undine::fourier {

enum class Direction : std::int32_t { inverse = 0, forward = 1 };

// Radices of the passes over `length`, a power of two from 64 to 1024; their product is the length.
std::vector<int> radices(std::uint32_t length);

// exp(2 pi i t / length), two in a vec4, for a buffer of 8 * length bytes.
std::vector<glm::vec2> twiddles(std::uint32_t length);

// Arrays that passes read and write.
struct Arrays {
  std::uint32_t rows = 0, columns = 0, slabs = 1;
  std::uint32_t slabs_each = 1;
  glm::ivec4 reach{1 << 20};  // PassParams::reach
  std::uint64_t bytes() const { return std::uint64_t{8} * rows * columns * slabs; }
};

// One pass over rows. turned: `from` is transposed, slabs of columns x rows.
void pass(graph::Graph& g, graph::Buffer from, graph::Buffer to, graph::Buffer twiddles, const Arrays& arrays,
          int radix, int done, Direction direction, bool turned);

}  // namespace undine::fourier
