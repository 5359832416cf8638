// Rounding of integers.
#pragma once
#include <type_traits>

namespace undine {

// Workgroups of `size` threads for n threads: ceil(n / size). Per component for GLM's vectors.
template <class T>
constexpr T groups_of(T n, std::type_identity_t<T> size) {
  return (n + size - T(1)) / size;
}

// Smallest multiple of `step` that is at least n.
template <class T>
constexpr T padded(T n, std::type_identity_t<T> step) {
  return groups_of(n, step) * step;
}

}  // namespace undine
