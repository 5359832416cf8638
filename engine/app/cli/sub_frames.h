// The pictures that one frame of a film is the mean of.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/scene/scene.h"

namespace undine::cli {

struct SubFrames {
  std::uint32_t samples = 1;  // pictures of a frame
  double shutter = 0;         // share of the frame's time, up to its end, over which their moments are spread
};

// Of each picture of a frame, after how many of the frame's clock steps it is taken; without a shutter after all.
// Error(Exit::bad_input) where the clock makes no steps in the shutter's time that they could be spread over.
std::vector<std::uint32_t> moments(const SubFrames& asked, const ClockSettings& clock);

}  // namespace undine::cli
