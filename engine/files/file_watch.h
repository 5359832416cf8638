// Reports changed files of a set by polling write time and size four times a second, which works on any file system.
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
  // Time without writes after which a burst is over: editors write in several steps.
  static constexpr std::chrono::milliseconds settle{60};
  explicit FileWatch(std::chrono::milliseconds quiet = settle) : quiet_(quiet) {}

  // Replaces the set of watched files. A file need not exist.
  void watch(const std::set<std::filesystem::path>& files);
  // Also reports changes of files beside the watched ones, as needed after a failure for lack of a file.
  void report_neighbors(bool on);
  // Returns files that changed, appeared or vanished and have been stable for `quiet`. Never blocks. Polls once in four
  // times `quiet`; with many neighbors, polling takes at most a twentieth of the time.
  std::vector<std::filesystem::path> changed();

 private:
  using Clock = std::chrono::steady_clock;
  struct Stamp {
    std::filesystem::file_time_type time{};
    std::uintmax_t size = 0;
    bool operator==(const Stamp&) const = default;
  };
  struct Seen {
    Stamp told, last;  // stamps at the last report or first poll; at the last poll
    Clock::time_point since{};
    bool stirred() const { return told != last; }
  };
  using Files = std::map<std::filesystem::path, Seen>;
  static Stamp stamp(const std::filesystem::path& file);  // zero for a missing file
  bool look();                                            // true: a watched file is in a burst
  void look_beside(Clock::time_point now);

  std::chrono::milliseconds quiet_;
  bool beside_ = false;
  Files files_, neighbors_;
  Clock::time_point next_look_{};
};

}  // namespace undine::files
