// Sub-frame pictures whose mean is one frame of a film.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/scene/scene.h"

namespace undine::cli {

struct SubFrames {
  std::uint32_t samples = 1;  // sub-frame pictures per frame
  double shutter = 0;         // exposure: share of the frame's time, up to its end, covered by the sub-frames
};

// Clock steps of the frame before each sub-frame picture; without a shutter, all of them. Error(Exit::bad_input) if the
// clock has too few steps within the shutter time.
std::vector<std::uint32_t> moments(const SubFrames& asked, const ClockSettings& clock);

}  // namespace undine::cli
