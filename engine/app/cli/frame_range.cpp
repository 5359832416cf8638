#include "engine/app/cli/frame_range.h"

#include <fmt/format.h>

#include <cinttypes>
#include <cstdio>
#include <stdexcept>

#include "engine/core/error.h"

namespace undine::cli {

namespace {

constexpr std::uint64_t most = std::uint64_t{1} << 40;

void read_frames(const std::string& text, FrameRange& frames) {
  std::uint64_t a = 0, b = 0;
  char rest = 0;
  const bool digits = text.find_first_not_of("0123456789.") == std::string::npos && text.size() < 40;
  if (digits && std::sscanf(text.c_str(), "%" SCNu64 "..%" SCNu64 "%c", &a, &b, &rest) == 2 && a <= b && b < most) {
    frames.first = a;
    frames.end = b + 1;
    frames.chosen = true;
  } else if (digits && std::sscanf(text.c_str(), "%" SCNu64 "%c", &a, &rest) == 1 && a >= 1 && a <= most) {
    frames.end = a;
  } else {
    throw std::invalid_argument(fmt::format(
        "{} is neither a whole number from 1 to {} nor A..B, the first frame and the last one", text, most));
  }
}

void read_part(const std::string& text, FrameRange& frames) {
  unsigned part = 0, parts = 0;
  char rest = 0;
  if (text.find_first_not_of("0123456789/") != std::string::npos || text.size() > 15 ||
      std::sscanf(text.c_str(), "%u/%u%c", &part, &parts, &rest) != 2 || part < 1 || part > parts)
    throw std::invalid_argument(text + " is not K/N: part K, from 1 to N");
  frames.part = part;
  frames.parts = parts;
}

}  // namespace

FrameRange FrameRange::made() const {
  if (first >= end)
    throw Error(Exit::bad_input, "--first " + std::to_string(first), "skips all frames",
                "allowed: 0 to " + std::to_string(end - 1) + ", frames count from 0");
  const std::uint64_t count = end - first;
  FrameRange out = *this;
  out.first = first + count * (part - 1) / parts;
  out.end = first + count * part / parts;
  out.chosen = chosen || parts > 1;
  if (out.first == out.end)
    throw Error(Exit::bad_input, fmt::format("--part {}/{}", part, parts),
                fmt::format("contains none of the {} frames", count), fmt::format("allowed: up to {} parts", count));
  return out;
}

void frame_flags(Flags& flags, FrameRange& frames) {
  flags.add("--frames", [&frames](const std::string& text) { read_frames(text, frames); },
            "number of frames; or A..B, the first one and the last one that are written: they count from 0 [1]",
            {.as = "N|A..B"});
  const auto first = [&frames](const std::string& text) {
    std::uint64_t a = 0;
    char rest = 0;
    if (text.find_first_not_of("0123456789") != std::string::npos || text.size() > 13 ||
        std::sscanf(text.c_str(), "%" SCNu64 "%c", &a, &rest) != 1 || a > most)
      throw std::invalid_argument(fmt::format("{} is not a whole number from 0 to {}", text, most));
    frames.first = a;
    frames.chosen = true;
  };
  flags.add("--first", first, "first frame to write, counted from 0 [0]", {.as = "N"});
  flags.add("--part", [&frames](const std::string& text) { read_part(text, frames); },
            "write the Kth of N parts of the frames: all parts together write each frame once, with the same bytes as "
            "in one piece",
            {.as = "K/N"});
}

}  // namespace undine::cli
