// Tells which of a set of files changed: by inotify on their folders, so that editors that put a new file in the old
// one's place are seen, and by a look at all files now and then, which also serves where inotify does not.
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
  explicit FileWatch(bool notify = true, std::chrono::milliseconds quiet = settle);  // notify false: only looks
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  // What is watched from now on. A file need not exist.
  void watch(const std::set<std::filesystem::path>& files);
  // Also reports files beside the watched ones, as after a failure for want of a file.
  void report_neighbours(bool on) { neighbours_ = on; }
  // Files that changed, appeared or vanished and have been quiet for a moment since. Never blocks.
  std::vector<std::filesystem::path> changed();

 private:
  using Clock = std::chrono::steady_clock;
  struct Stamp {
    std::int64_t time = 0;
    std::uint64_t size = 0, inode = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp(const std::filesystem::path& file);  // all zero: not there
  void listen();
  void look();

  int notify_ = -1;
  bool neighbours_ = false;
  std::chrono::milliseconds quiet_;
  std::map<std::filesystem::path, Stamp> files_;
  std::map<std::filesystem::path, int> folders_;
  std::map<std::filesystem::path, Clock::time_point> stirred_;  // when last touched
  Clock::time_point looked_ = Clock::now();
};

}  // namespace undine::files
