// Formatting and statistics of measurements.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace undine::session {

struct Spread {  // statistics of samples
  double median = 0, p95 = 0;
};

inline Spread spread(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  auto at = [&](double part) {
    return samples[static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1) + 0.5)];
  };
  return {at(0.5), at(0.95)};
}

// "1 file", "3 files".
inline std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Formats a rate; positive rates never print as "0": "144", "7.3", "0.35". "-": not measured yet.
inline std::string rate_text(double rate) {
  if (!std::isfinite(rate) || rate <= 0) return "-";
  return rate >= 9.95 ? fmt::format("{:.0f}", rate) : fmt::format("{:.2g}", rate);
}

// "0.4 × real time".
inline std::string real_time_text(double rate) { return rate_text(rate) + " × real time"; }

}  // namespace undine::session
