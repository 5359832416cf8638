// Frame rate control: dynamic resolution, clock steps per picture, and simulation lag.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace undine::session {

// Dynamic resolution. The render scale changes in steps. It grows only if the larger pixel count is expected to fit, so
// that constant cost gives a constant scale. Only pictures drawn entirely at the current scale are judged.
class Pace {
 public:
  // fps 0: disabled, share is 1. least_first: starts at the least scale instead of full size.
  explicit Pace(double fps, bool least_first = false);
  static constexpr double least = 0.45;  // render scale of each side; pictures below 0.5 are drafts
  // Reports the time in s since the previous picture.
  void took(double seconds);
  // View::scale of the next picture.
  double share() const;

 private:
  double fps_;
  std::size_t level_ = 0;
  std::uint32_t pictures_ = 0;  // pictures since the last change of scale
  double seconds_ = 0;          // total over the judged pictures
  // Judgements until drafts may end, and after the next fall to drafts, whose time does not scale with pixels.
  std::uint32_t drafts_ = 0, next_drafts_ = 8;
};

// Limits the clock steps per picture when the simulation is the bottleneck. Steps get the time that the picture leaves
// within its budget. If that is little, they get as much time as the picture takes. For pictures over 0.21 s they get
// only enough for two pictures per second, but at least a fifth of the picture's time. A longer step is spread over
// several pictures.
class StepBudget {
 public:
  explicit StepBudget(double fps) : fps_(fps) {}  // 0: unlimited
  // Reports a finished frame's times in s, and its clock steps.
  void measured(double picture, double steps_took, std::uint32_t steps);
  // Returns how many of the due steps the next picture takes.
  std::uint32_t take(std::uint32_t due);

 private:
  double fps_;
  double picture_ = 0, step_ = 0;  // running means, s
  double saved_ = 0;               // s saved by earlier pictures
  std::uint32_t unmeasured_ = 0;   // pictures
};

class RealTime {
 public:
  // Reports that `simulated` of `due` seconds passed within `seconds` of real time.
  void passed(double simulated, double seconds, double due);
  // Simulated seconds per real second, over the last one, if fewer than due.
  std::optional<double> behind() const { return behind_; }

 private:
  double simulated_ = 0, seconds_ = 0, due_ = 0;
  std::optional<double> behind_;
};

}  // namespace undine::session
