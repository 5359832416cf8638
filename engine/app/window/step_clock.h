// Converts real time to whole clock steps: picture rate and simulation rate are independent.
#pragma once
#include <algorithm>
#include <cstdint>

namespace undine::window {

class StepClock {
 public:
  explicit StepClock(double step) : step_(step) {}
  // Steps due after `elapsed` seconds. Limits the catch-up after a stall (debugger, suspended laptop) to 0.1 s.
  std::uint32_t advance(double elapsed) {
    constexpr double most = 0.1;
    if (!(elapsed > 0)) return 0;
    pending_ = std::min(pending_ + elapsed, std::max(most, step_));
    auto due = static_cast<std::uint32_t>(pending_ / step_);
    pending_ -= due * step_;
    return due;
  }
  void reset() { pending_ = 0; }

 private:
  double step_, pending_ = 0;
};

}  // namespace undine::window
