// Which frames of a film are made: --frames, --first, --part.
#pragma once
#include <cstdint>
#include <string>

#include "engine/app/cli/flags.h"

namespace undine::cli {

struct FrameRange {
  std::uint64_t first = 0, end = 1;  // counted from 0; `end` is not made
  bool chosen = false;               // the first one was asked for by its number
  std::uint64_t part = 1, parts = 1;
  // Of the flags as they were given: what this part makes. Error(Exit::bad_input) where that is no frame.
  FrameRange made() const;
};
void frame_flags(Flags& flags, FrameRange& frames);

}  // namespace undine::cli
