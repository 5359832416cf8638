// Constants of the tests.
#pragma once
#include <numbers>

namespace undine::test {

inline constexpr double gravity = 9.81;  // m/s²

}  // namespace undine::test
