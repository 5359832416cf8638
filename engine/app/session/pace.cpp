#include "engine/app/session/pace.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace undine::session {
namespace {

constexpr std::array shares{1.0, 0.85, 0.7, 0.6, 0.5, Pace::least};
// The first pictures after a change allocate memory, plans and pipelines, and pictures at the old scale are in flight.
constexpr std::uint32_t unjudged = 3, judged = 4;
constexpr double late = 1.05, early = 0.9;  // relative to the time budget of a picture

constexpr double recent = 0.3;              // weight of the last frame in running means
constexpr double filled = 0.95;             // share of a picture's time budget in use
constexpr double slowest = 0.42;            // s between pictures, if the picture alone takes less
constexpr std::uint32_t without_times = 8;  // pictures, after which the device is assumed to lack timestamps

constexpr double enough = 0.95;  // fraction of the due simulated time

double pixels(std::size_t level) { return shares[level] * shares[level]; }
constexpr std::size_t draft = shares.size() - 1;
constexpr std::uint32_t most_drafts = 256;  // judgements

}  // namespace

Pace::Pace(double fps, bool least_first) : fps_(fps), level_(fps > 0 && least_first ? draft : 0) {}

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
    while (next < draft && at(next) > allowed) ++next;
  else if (level_ == draft)
    next -= drafts_ == 0 && at(draft - 1) < early * allowed;
  else
    while (next > 0 && at(next - 1) < early * allowed) --next;
  if (drafts_ > 0) --drafts_;
  if (next == draft && level_ != draft) {
    drafts_ = next_drafts_;
    next_drafts_ = std::min(2 * next_drafts_, most_drafts);
  }
  seconds_ = 0;
  pictures_ = next == level_ ? unjudged : 0;
  level_ = next;
}

void StepBudget::measured(double picture, double steps_took, std::uint32_t steps) {
  const auto mean = [](double& of, double now) { of = of > 0 ? of + recent * (now - of) : now; };
  mean(picture_, picture);
  if (steps > 0) mean(step_, steps_took / steps);
}

std::uint32_t StepBudget::take(std::uint32_t due) {
  if (!(fps_ > 0) || due == 0) return due;
  if (!(step_ > 0)) return ++unmeasured_ > without_times ? due : 1;
  const double share = std::max({filled / fps_ - picture_, std::min(picture_, slowest - picture_), 0.2 * picture_});
  saved_ = std::min(saved_ + share, share + step_);
  const auto taken = static_cast<std::uint32_t>(std::min<double>(due, saved_ / step_ + 1e-6));
  saved_ = std::max(0.0, saved_ - taken * step_);
  return taken;
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
