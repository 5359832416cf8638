#include "engine/app/session/pace.h"

#include <array>
#include <cstddef>

namespace undine::session {
namespace {

constexpr std::array shares{1.0, 0.85, 0.7, 0.6, Pace::least};
// After a change the first pictures make room, plans and pipelines, and the last ones of the old share are under way.
constexpr std::uint32_t unjudged = 3, judged = 4;
constexpr double late = 1.05, early = 0.9;  // of the time that a picture may take

constexpr double enough = 0.95;  // of the simulated time that was due

double pixels(std::size_t level) { return shares[level] * shares[level]; }

}  // namespace

double Pace::share() const { return shares[level_]; }

void Pace::took(double seconds) {
  if (!(fps_ > 0)) return;
  if (++pictures_ <= unjudged) return;
  seconds_ += seconds;
  if (pictures_ < unjudged + judged) return;
  const double mean = seconds_ / judged, allowed = 1 / fps_;
  const auto at = [&](std::size_t level) { return mean * pixels(level) / pixels(level_); };
  std::size_t next = level_;
  if (mean > late * allowed)
    while (next + 1 < shares.size() && at(next) > allowed) ++next;
  else
    while (next > 0 && at(next - 1) < early * allowed) --next;
  seconds_ = 0;
  pictures_ = next == level_ ? unjudged : 0;
  level_ = next;
}

void RealTime::passed(double simulated, double seconds, double due) {
  simulated_ += simulated;
  seconds_ += seconds;
  due_ += due;
  if (seconds_ < 1) return;
  behind_.reset();
  if (simulated_ < enough * due_) behind_ = simulated_ / seconds_;
  simulated_ = seconds_ = due_ = 0;
}

}  // namespace undine::session
