#include "engine/app/cli/sub_frames.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/core/error.h"

namespace undine::cli {

std::vector<std::uint32_t> moments(const SubFrames& asked, const ClockSettings& clock) {
  const std::uint32_t steps = clock.steps_per_frame;
  std::vector<std::uint32_t> out(asked.samples, steps);
  if (asked.shutter == 0) return out;
  const std::string flag = fmt::format("--shutter {}", asked.shutter);
  if (asked.samples < 2)
    throw Error(Exit::bad_input, flag, "a single sample cannot be spread over time", "give --samples 2 or more");
  const double exact = asked.shutter * steps;
  const auto open = static_cast<std::uint32_t>(std::lround(exact));
  if (open < 2 || std::abs(exact - open) > 1e-6 * steps)
    throw Error(Exit::bad_input, flag,
                fmt::format("the shutter is open for {:.6g} of {} clock steps per picture", exact, steps),
                "a whole number of steps, 2 or more: set clock.steps_per_frame, and clock.step to match");
  for (std::uint32_t i = 0; i < asked.samples; ++i)
    out[i] = steps - open + 1 +
             static_cast<std::uint32_t>(static_cast<std::uint64_t>(2 * i + 1) * open / (2 * asked.samples));
  return out;
}

}  // namespace undine::cli
