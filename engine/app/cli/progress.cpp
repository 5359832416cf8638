#include "engine/app/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "engine/app/session/measure.h"
#include "engine/core/log.h"
#include "engine/core/system.h"

namespace undine::cli {

static constexpr auto between_bars = std::chrono::milliseconds(100);
static std::atomic<bool> process_shows{true};
static std::mutex on_terminal_mutex;
static Progress* on_terminal = nullptr;  // guarded by on_terminal_mutex

// True for a terminal that cannot return to the start of its line.
static bool dumb() {
  const char* kind = std::getenv("TERM");
  return kind && std::string_view(kind) == "dumb";
}

void show_progress(bool shown) { process_shows = shown; }

std::string clock_text(double seconds) {
  const auto all = std::llround(std::clamp(seconds, 0.0, 3.6e9));
  if (all < 3600) return fmt::format("{}:{:02}", all / 60, all % 60);
  return fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

std::string progress_line(std::string_view noun, std::uint64_t done, std::uint64_t total, double seconds, int columns) {
  const double part = total ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 1.0;
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  const std::string before = fmt::format("{} {}/{} ", noun, done, total);
  std::string after = fmt::format(" {:3.0f} %", std::floor(part * 100));
  if (done > 0 && rate > 0)
    after += fmt::format(" {}/s {} left", rate < 1 ? session::rate_text(rate) : fmt::format("{:.1f}", rate),
                         clock_text(static_cast<double>(total - std::min(done, total)) / rate));
  if (columns == 0) return before + after.substr(1);
  const int room = std::min(columns - static_cast<int>(before.size() + after.size()) - 2, 40);
  std::string bar;
  if (room >= 4) {
    const auto full = static_cast<std::size_t>(part * room);
    bar = fmt::format("[{:=<{}}{:{}}]", "", full, "", static_cast<std::size_t>(room) - full);
    if (full < static_cast<std::size_t>(room)) bar[full + 1] = '>';
  }
  return (before + bar + after).substr(0, static_cast<std::size_t>(std::max(columns, 1)));
}

Progress::Progress(std::string_view noun, std::uint64_t total, std::FILE* out, std::optional<bool> terminal,
                   double between_lines)
    : noun_(noun),
      total_(total),
      out_(out),
      shown_(process_shows),
      terminal_(terminal ? *terminal : system::is_terminal(out) && !dumb()),
      between_lines_(between_lines) {
  if (!shown_ || !terminal_) return;
  const std::scoped_lock lock(on_terminal_mutex);
  on_terminal = this;
  log::before_line(make_room);
}

Progress::~Progress() {
  {
    const std::scoped_lock lock(on_terminal_mutex);
    if (on_terminal == this) {
      on_terminal = nullptr;
      log::before_line(nullptr);
    }
  }
  clear();
}

void Progress::make_room() {
  const std::scoped_lock lock(on_terminal_mutex);
  if (on_terminal) on_terminal->clear();
}

void Progress::update(std::uint64_t done) {
  const std::scoped_lock lock(mutex_);
  done_ = done;
  if (!shown_) return;
  const auto now = Clock::now();
  if (terminal_) {
    if (now - drawn_at_ >= between_bars) draw();
    return;
  }
  const std::chrono::duration<double> pause(std::max(between_lines_, seconds() / 20));
  if (now - line_at_ < pause) return;
  line_at_ = now;
  fmt::print(out_, "{}\n", progress_line(noun_, done_, total_, seconds(), 0) + name_);
  std::fflush(out_);
}

void Progress::begin(std::uint64_t done, std::string_view name) {
  {
    const std::scoped_lock lock(mutex_);
    name_ = fmt::format(" {}", name);
    drawn_at_ = {};
  }
  update(done);
}

void Progress::draw() {
  drawn_at_ = Clock::now();
  const int known = system::columns(out_), columns = known > 0 ? known : 80;
  // Leave the last column free: some terminals wrap when it is filled.
  const int room = std::max(columns - 1 - static_cast<int>(name_.size()), std::min(columns - 1, 20));
  const std::string line = progress_line(noun_, done_, total_, seconds(), room) + name_;
  fmt::print(out_, "\r\x1b[K{}", line.substr(0, static_cast<std::size_t>(columns - 1)));
  std::fflush(out_);
  drawn_ = true;
}

void Progress::finish() {
  clear();
  if (!shown_) return;
  fmt::print(out_, "{} {}{} in {}\n", done_, noun_, done_ == 1 ? "" : "s", clock_text(seconds()));
  std::fflush(out_);
}

void Progress::clear() {
  const std::scoped_lock lock(mutex_);
  if (!drawn_) return;
  fmt::print(out_, "\r\x1b[K");
  std::fflush(out_);
  drawn_ = false;
}

}  // namespace undine::cli
