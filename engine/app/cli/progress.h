// Progress of a run: a bar with the remaining time on a terminal, otherwise occasional lines and a final one.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace undine::cli {

std::string clock_text(double seconds);  // "0:07", "12:05", "3:00:00"

// One line of at most `columns` characters: "frame 30/120 [=====>        ]  25 % 10.0/s 0:09 left". columns 0: in full,
// without a bar.
std::string progress_line(std::string_view noun, std::uint64_t done, std::uint64_t total, double seconds, int columns);

// Enables progress of the process (disabled by --quiet, --log-level warn and above). Initially enabled.
void show_progress(bool shown);

// Lines of the log and of clear() replace the bar on the terminal; update() redraws it.
class Progress {
 public:
  // Without a terminal, a line follows the last one after seconds_between_lines, and after a twentieth of the elapsed
  // time. terminal: overrides the check of the stream.
  static constexpr double seconds_between_lines = 20;
  Progress(std::string_view noun, std::uint64_t total, std::FILE* out = stderr, std::optional<bool> terminal = {},
           double between_lines = seconds_between_lines);
  ~Progress();  // ends the line of an unfinished bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(std::uint64_t done);  // done: of total
  // Likewise, drawn immediately on a terminal, with the name of the current work.
  void begin(std::uint64_t done, std::string_view name);
  void finish();  // "120 frames in 0:12"
  void clear();   // makes room for other output

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void draw();
  static void make_room();  // clears the terminal's bar before a line of the log

  std::mutex mutex_;
  std::string noun_, name_;
  std::uint64_t total_, done_ = 0;
  std::FILE* out_;
  bool shown_, terminal_, drawn_ = false;
  double between_lines_;
  Clock::time_point start_ = Clock::now(), drawn_at_{}, line_at_ = start_;
};

}  // namespace undine::cli
