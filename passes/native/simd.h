// SIMD vectors of eight floats for the native twins: AVX2 on x86-64, elsewhere as the compiler lowers them.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#define UNDINE_SIMD __attribute__((target("avx2,fma")))
#else
#define UNDINE_SIMD
#endif

namespace undine::reference {

constexpr std::size_t lanes = 8;

typedef float SimdFloat __attribute__((vector_size(4 * lanes), aligned(4), may_alias));
typedef std::int32_t SimdInt __attribute__((vector_size(4 * lanes), aligned(4), may_alias));

UNDINE_SIMD inline SimdFloat at(const float* p) { return *reinterpret_cast<const SimdFloat*>(p); }
UNDINE_SIMD inline SimdFloat root(SimdFloat a) {
#if defined(__x86_64__)
  return _mm256_sqrt_ps(a);
#else
  SimdFloat out = a;
  for (std::size_t i = 0; i < lanes; ++i) out[i] = std::sqrt(a[i]);
  return out;
#endif
}

UNDINE_SIMD inline void put(float* p, SimdFloat v) { *reinterpret_cast<SimdFloat*>(p) = v; }
UNDINE_SIMD inline SimdFloat lower(SimdFloat a, SimdFloat b) { return a < b ? a : b; }
UNDINE_SIMD inline SimdFloat upper(SimdFloat a, SimdFloat b) { return a > b ? a : b; }
UNDINE_SIMD inline SimdFloat size_of(SimdFloat a) { return upper(a, -a); }

// a^(-7/3): a guess from the bits of a, mended by the series of (1 - r)^(-7/3).
UNDINE_SIMD inline SimdFloat roughness(SimdFloat a) {
  SimdInt bits;
  std::memcpy(&bits, &a, sizeof a);
  const SimdInt guess =
      1419900000 - __builtin_convertvector(0.33333333f * __builtin_convertvector(bits, SimdFloat), SimdInt);
  SimdFloat y;
  std::memcpy(&y, &guess, sizeof y);
  const SimdFloat y3 = y * y * y, r = 1.0f - a * y3;
  const SimdFloat s =
      ((((((11.595184f * r + 9.7382f) * r + 7.4897119f) * r + 5.6159768f) * r + 3.8888889f) * r + 2.3333333f) * r) +
      1.0f;
  return y3 * y3 * y * s;
}

}  // namespace undine::reference
