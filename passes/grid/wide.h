// Eight floats at a time for the native twins: AVX2 where there is any, else what the compiler makes of it.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
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

}  // namespace undine::reference
