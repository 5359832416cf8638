#include "passes/columns/bed_steps.h"

#include "passes/columns/node.h"

namespace undine::columns {

BedSteps bed_steps_in(const ColumnsSettings& s, const std::vector<float>& bed, const CouplingBox& box, double drop,
                      double gravity) {
  const glm::dvec2 cell = s.cell();
  const glm::ivec2 n(s.cells);
  const std::size_t pitch = pitch_of(s);
  BedSteps out{.corner = s.origin - 0.5 * glm::dvec3(s.size.x, 0, s.size.y), .cell = cell, .gravity = gravity};
  out.falling_bytes = 8 * pitch * s.cells.y;
  const auto ground = [&](glm::ivec2 c) {
    return static_cast<double>(bed[static_cast<std::size_t>(c.y) * pitch + static_cast<std::size_t>(c.x)]);
  };
  const auto holds = [&](glm::ivec2 c) {
    const double x = out.corner.x + (c.x + 0.5) * cell.x, z = out.corner.z + (c.y + 0.5) * cell.y;
    return x >= box.min.x && x <= box.max.x && z >= box.min.z && z <= box.max.z;
  };
  // Groups the steps line by line into runs of adjacent columns.
  for (int side = 0; side < 4; ++side) {
    const int axis = side / 2, along = 1 - axis;
    glm::ivec2 out_(0);
    out_[axis] = side % 2 == 1 ? 1 : -1;
    for (int line = 0; line < n[axis]; ++line) {
      if (line + out_[axis] < 0 || line + out_[axis] >= n[axis]) continue;
      for (int k = 0; k < n[along]; ++k) {
        glm::ivec2 c(0);
        c[axis] = line;
        c[along] = k;
        if (holds(c) && ground(c) - ground(c + out_) >= drop) out.columns.push_back({c, side});
      }
    }
  }
  return out;
}

}  // namespace undine::columns
