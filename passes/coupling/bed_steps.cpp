#include "passes/coupling/bed_steps.h"

#include <algorithm>
#include <cmath>

namespace undine::coupling {

std::vector<grid::LedgerReach> reaches_of(const BedSteps& steps, double spacing) {
  std::vector<grid::LedgerReach> out;
  for (const BedSteps::Column& c : steps.columns) {
    const bool across_x = c.side < 2;
    const int per = std::max(1, static_cast<int>(std::lround(spacing / (across_x ? steps.cell.y : steps.cell.x))));
    if (!out.empty()) {
      grid::LedgerReach& last = out.back();
      const glm::ivec2 next = last.column + (across_x ? glm::ivec2(0, last.count) : glm::ivec2(last.count, 0));
      if (last.side == c.side && last.count < per && next == c.at) {
        ++last.count;
        continue;
      }
    }
    out.push_back({.column = c.at, .side = c.side, .count = 1});
  }
  return out;
}

}  // namespace undine::coupling
