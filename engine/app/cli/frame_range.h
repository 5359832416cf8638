// Frames to render of a film: --frames, --first, --part.
#pragma once
#include <cstdint>
#include <string>

#include "engine/app/cli/flags.h"

namespace undine::cli {

struct FrameRange {
  std::uint64_t first = 0, end = 1;  // counted from 0; `end` is excluded
  bool chosen = false;               // the first one was given by number
  std::uint64_t part = 1, parts = 1;
  // Range of this part according to the flags. Error(Exit::bad_input) if it is empty.
  FrameRange made() const;
};
void frame_flags(Flags& flags, FrameRange& frames);

}  // namespace undine::cli
