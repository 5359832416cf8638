#include "passes/coupling/sills.h"

#include <algorithm>
#include <cmath>

namespace undine::exchange {

std::vector<grid::LedgerReach> reaches_of(const Sills& sills, double spacing) {
  std::vector<grid::LedgerReach> out;
  for (const Sills::Column& c : sills.columns) {
    const bool across_x = c.side < 2;
    const int per = std::max(1, static_cast<int>(std::lround(spacing / (across_x ? sills.cell.y : sills.cell.x))));
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

}  // namespace undine::exchange
