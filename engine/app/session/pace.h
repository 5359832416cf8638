// How large pictures are drawn so that so many a second come, and how far the simulation keeps up with the clock on the
// wall.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace undine::session {

// Shares of each side of a picture are tried in steps: a larger one only if it would fit by the number of its pixels,
// so that a picture of steady cost has one share. A second share is judged by pictures that were drawn with it alone.
class Pace {
 public:
  explicit Pace(double fps) : fps_(fps) {}  // 0: holds none, and the share is 1
  static constexpr double least = 0.5;      // share of each side
  // That a picture is there so many seconds after the one before.
  void took(double seconds);
  // View::scale of the next one.
  double share() const;
  double fps() const { return fps_; }

 private:
  double fps_;
  std::size_t level_ = 0;
  std::uint32_t pictures_ = 0;  // since the share changed
  double seconds_ = 0;          // of those that are judged
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
