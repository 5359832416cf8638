// Samples to the two figures that bench prints.
#pragma once
#include <algorithm>
#include <vector>

namespace undine {

struct Spread {
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

}  // namespace undine
