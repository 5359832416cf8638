#include "engine/app/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/app/session/measure.h"
#include "engine/core/system.h"

namespace undine::cli {

static constexpr auto between = std::chrono::milliseconds(100);

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
  const int room = std::min(columns - static_cast<int>(before.size() + after.size()) - 2, 40);
  std::string bar;
  if (room >= 4) {
    const auto full = static_cast<std::size_t>(part * room);
    bar = fmt::format("[{:=<{}}{:{}}]", "", full, "", static_cast<std::size_t>(room) - full);
    if (full < static_cast<std::size_t>(room)) bar[full + 1] = '>';
  }
  return (before + bar + after).substr(0, static_cast<std::size_t>(std::max(columns, 1)));
}

Progress::Progress(std::string_view noun, std::uint64_t total, std::FILE* out, std::optional<bool> terminal)
    : noun_(noun), total_(total), out_(out), terminal_(terminal ? *terminal : system::is_terminal(out)) {}

Progress::~Progress() { clear(); }

void Progress::update(std::uint64_t done) {
  done_ = done;
  if (!terminal_ || Clock::now() - shown_ < between) return;
  shown_ = Clock::now();
  const int known = system::columns(out_), columns = known > 0 ? known : 80;
  // The last column stays free: some terminals wrap when it is filled.
  fmt::print(out_, "\r\x1b[K{}", progress_line(noun_, done_, total_, seconds(), columns - 1));
  std::fflush(out_);
  drawn_ = true;
}

void Progress::finish() {
  clear();
  fmt::print(out_, "{} {}{} in {}\n", done_, noun_, done_ == 1 ? "" : "s", clock_text(seconds()));
  std::fflush(out_);
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(out_, "\r\x1b[K");
  std::fflush(out_);
  drawn_ = false;
}

}  // namespace undine::cli
