// Progress of a run: a bar with the time left on a terminal; elsewhere a line now and then, and one at the end.
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

// One line of at most `columns` characters: "frame 30/120 [=====>        ]  25 % 10.0/s 0:09 left". columns 0: without
// a bar, in full.
std::string progress_line(std::string_view noun, std::uint64_t done, std::uint64_t total, double seconds, int columns);

// For the process: whether there is any (--quiet, --log-level warn and above). At first there is.
void show_progress(bool shown);

// Lines of the log and of clear() take the bar's place on the terminal; update() draws it again.
class Progress {
 public:
  // Without a terminal a line follows the last one after seconds_between_lines, and after a twentieth of the time that
  // has gone by. terminal: nothing asks the stream.
  static constexpr double seconds_between_lines = 20;
  Progress(std::string_view noun, std::uint64_t total, std::FILE* out = stderr, std::optional<bool> terminal = {},
           double between_lines = seconds_between_lines);
  ~Progress();  // ends the line of a bar that did not get to its end
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(std::uint64_t done);  // of total
  // The same, at once on a terminal, with the name of what is at work.
  void begin(std::uint64_t done, std::string_view name);
  void finish();  // "120 frames in 0:12"
  void clear();   // room for other output

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void draw();
  static void make_room();  // of the one on the terminal, before a line of the log

  std::mutex mutex_;
  std::string noun_, name_;
  std::uint64_t total_, done_ = 0;
  std::FILE* out_;
  bool shown_, terminal_, drawn_ = false;
  double between_lines_;
  Clock::time_point start_ = Clock::now(), drawn_at_{}, line_at_ = start_;
};

}  // namespace undine::cli
