// Tells which of a set of files changed, by a look at them four times a second: write time and size say all that is
// asked of a file system, on any disk.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

namespace undine::files {

class FileWatch {
 public:
  // How long a burst of writes must be over before it counts: editors write in several steps.
  static constexpr std::chrono::milliseconds settle{60};
  explicit FileWatch(std::chrono::milliseconds quiet = settle) : quiet_(quiet) {}

  // What is watched from now on. A file need not exist.
  void watch(const std::set<std::filesystem::path>& files);
  // Also reports files beside the watched ones that change from now on, as after a failure for want of a file.
  void report_neighbours(bool on);
  // Files that changed, appeared or vanished and have been quiet for a moment since. Never blocks; looks once in four
  // times `quiet`, and with many neighbours so seldom that looking takes a twentieth of the time.
  std::vector<std::filesystem::path> changed();

 private:
  using Clock = std::chrono::steady_clock;
  struct Stamp {
    std::filesystem::file_time_type time{};
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  struct Seen {
    Stamp told, last;  // when it was reported or first seen; at the last look
    Clock::time_point since{};
    bool stirred() const { return told != last; }
  };
  using Files = std::map<std::filesystem::path, Seen>;
  static Stamp stamp(const std::filesystem::path& file);  // of none that is there: all zero
  bool look();                                            // whether a watched file is in a burst
  void look_beside(Clock::time_point now);

  std::chrono::milliseconds quiet_;
  bool beside_ = false;
  Files files_, neighbours_;
  Clock::time_point next_look_{};
};

}  // namespace undine::files
