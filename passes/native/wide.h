// Eight floats at a time for the native twins: AVX2 where there is any, else what the compiler makes of it.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#define UNDINE_WIDE __attribute__((target("avx2,fma")))
#else
#define UNDINE_WIDE
#endif

namespace undine::reference {

constexpr std::size_t lanes = 8;

typedef float Wide __attribute__((vector_size(4 * lanes), aligned(4), may_alias));
typedef std::int32_t Ints __attribute__((vector_size(4 * lanes), aligned(4), may_alias));

UNDINE_WIDE inline Wide at(const float* p) { return *reinterpret_cast<const Wide*>(p); }
UNDINE_WIDE inline Wide root(Wide a) {
#if defined(__x86_64__)
  return _mm256_sqrt_ps(a);
#else
  Wide out = a;
  for (std::size_t i = 0; i < lanes; ++i) out[i] = std::sqrt(a[i]);
  return out;
#endif
}

UNDINE_WIDE inline void put(float* p, Wide v) { *reinterpret_cast<Wide*>(p) = v; }
UNDINE_WIDE inline Wide lower(Wide a, Wide b) { return a < b ? a : b; }
UNDINE_WIDE inline Wide upper(Wide a, Wide b) { return a > b ? a : b; }
UNDINE_WIDE inline Wide size_of(Wide a) { return upper(a, -a); }

// a^(-7/3): a guess from the bits of a, mended by the series of (1 - r)^(-7/3).
UNDINE_WIDE inline Wide roughness(Wide a) {
  Ints bits;
  std::memcpy(&bits, &a, sizeof a);
  const Ints guess = 1419900000 - __builtin_convertvector(0.33333333f * __builtin_convertvector(bits, Wide), Ints);
  Wide y;
  std::memcpy(&y, &guess, sizeof y);
  const Wide y3 = y * y * y, r = 1.0f - a * y3;
  const Wide s =
      ((((((11.595184f * r + 9.7382f) * r + 7.4897119f) * r + 5.6159768f) * r + 3.8888889f) * r + 2.3333333f) * r) +
      1.0f;
  return y3 * y3 * y * s;
}

}  // namespace undine::reference
