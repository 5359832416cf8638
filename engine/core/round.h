// Whole numbers rounded up.
#pragma once
#include <type_traits>

namespace undine {

// Workgroups of `size` threads that n threads need: ceil(n / size). Also by component of GLM's vectors.
template <class T>
constexpr T groups_of(T n, std::type_identity_t<T> size) {
  return (n + size - T(1)) / size;
}

// The multiple of `step` that is n or follows it.
template <class T>
constexpr T padded(T n, std::type_identity_t<T> step) {
  return groups_of(n, step) * step;
}

}  // namespace undine
