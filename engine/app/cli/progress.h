// How far a run is: a bar with the time left on a terminal; elsewhere only one line at the end.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace undine::cli {

std::string clock_text(double seconds);  // "0:07", "12:05", "3:00:00"

// One line of at most `columns` characters: "frame 30/120 [=====>        ]  25 % 10.0/s 0:09 left".
std::string progress_line(std::string_view noun, std::uint64_t done, std::uint64_t total, double seconds, int columns);

class Progress {
 public:
  // terminal: nothing asks the stream.
  Progress(std::string_view noun, std::uint64_t total, std::FILE* out = stderr, std::optional<bool> terminal = {});
  ~Progress();  // ends the line of a bar that did not get to its end
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(std::uint64_t done);  // of total
  void finish();                    // "120 frames in 0:12"

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void clear();

  std::string noun_;
  std::uint64_t total_, done_ = 0;
  std::FILE* out_;
  bool terminal_, drawn_ = false;
  Clock::time_point start_ = Clock::now(), shown_{};
};

}  // namespace undine::cli
