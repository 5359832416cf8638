// Queue of pointer actions with a duration (a push, a pour). A clock step consumes its own duration from the front,
// so the result does not depend on the frame rate.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/scene/solver.h"

namespace undine::grid {

class PointerQueue {
 public:
  void take(const Disturbance& d) {
    if (waiting_.size() < most) waiting_.push_back({d, std::max(d.seconds, 0.0)});
  }
  void forget() { waiting_.clear(); }
  // act(disturbance, seconds of it, share of its whole time). One that came without time is whole in one step.
  template <class Act>
  void step(double dt, Act&& act) {
    const double rounding = 1e-9 * dt;
    for (double left = dt; !waiting_.empty() && (left > rounding || waiting_.front().left <= rounding);) {
      Waiting& first = waiting_.front();
      const double seconds = std::min(left, first.left);
      act(first.d, seconds, first.d.seconds > rounding ? seconds / first.d.seconds : 1.0);
      left -= seconds;
      first.left -= seconds;
      if (first.left <= rounding) waiting_.erase(waiting_.begin());
    }
  }

 private:
  static constexpr std::size_t most = 64;
  struct Waiting {
    Disturbance d;
    double left = 0;
  };
  std::vector<Waiting> waiting_;
};

}  // namespace undine::grid
