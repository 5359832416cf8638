// Frame rate control: dynamic resolution, clock steps a picture, and the lag of the simulation behind real time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace undine::session {

// Shares of each side of a picture are tried in steps: a larger one only if it would fit by the number of its pixels,
// so that a picture of steady cost has one share. A second share is judged by pictures that were drawn with it alone.
class Pace {
 public:
  // fps 0: holds none, and the share is 1. least_first: begins with the least share instead of the whole size.
  explicit Pace(double fps, bool least_first = false);
  static constexpr double least = 0.45;  // share of each side; below 0.5 pictures are drafts
  // That a picture is there so many seconds after the one before.
  void took(double seconds);
  // View::scale of the next one.
  double share() const;

 private:
  double fps_;
  std::size_t level_ = 0;
  std::uint32_t pictures_ = 0;  // since the share changed
  double seconds_ = 0;          // of those that are judged
  // Judgements until drafts may end, and after the next fall to them: time by pixels does not hold there.
  std::uint32_t drafts_ = 0, next_drafts_ = 8;
};

// Limits the clock steps of a picture where the simulation is the bottleneck. Steps get what the picture leaves of its
// time; if that is little, as long as the picture takes, but of pictures over 0.21 s only so long that two a second
// come, and a fifth of the picture's time at least. A step that takes longer waits for several pictures.
class StepBudget {
 public:
  explicit StepBudget(double fps) : fps_(fps) {}  // 0: does not limit
  // Times of a finished frame with so many clock steps, in s.
  void measured(double picture, double steps_took, std::uint32_t steps);
  // Returns how many of the due steps the next picture takes.
  std::uint32_t take(std::uint32_t due);

 private:
  double fps_;
  double picture_ = 0, step_ = 0;  // running means, s
  double saved_ = 0;               // s that earlier pictures left
  std::uint32_t unmeasured_ = 0;   // pictures
};

class RealTime {
 public:
  // That `simulated` seconds of `due` ones passed in `seconds` on the wall.
  void passed(double simulated, double seconds, double due);
  // Simulated seconds for a second on the wall, over the last one, where they were fewer than were due.
  std::optional<double> behind() const { return behind_; }

 private:
  double simulated_ = 0, seconds_ = 0, due_ = 0;
  std::optional<double> behind_;
};

}  // namespace undine::session
