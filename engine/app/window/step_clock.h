// Real time to whole clock steps: the picture runs at any rate, the simulation at its own.
#pragma once
#include <algorithm>
#include <cstdint>

namespace undine::window {

class StepClock {
 public:
  explicit StepClock(double step) : step_(step) {}
  // Steps that are due after `elapsed` seconds. A stall (debugger, suspended laptop) is caught up by 0.1 s at most.
  std::uint32_t advance(double elapsed) {
    constexpr double most = 0.1;
    if (!(elapsed > 0)) return 0;
    owed_ = std::min(owed_ + elapsed, std::max(most, step_));
    auto due = static_cast<std::uint32_t>(owed_ / step_);
    owed_ -= due * step_;
    return due;
  }
  void reset() { owed_ = 0; }

 private:
  double step_, owed_ = 0;
};

}  // namespace undine::window
