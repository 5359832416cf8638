// Incident waves along their edge and the two lateral edges. If the depth varies only along the normal of the edge,
// the wavenumber along the edge is constant (Snell's law), and so is the energy flux across it (Green's law). Lateral
// sea boundaries let these waves pass in and out.
// Phase and group speed: of long waves, or of the dispersion relation of dynamic_pressure.h.
#pragma once
#include <vector>

#include "passes/columns/columns.h"
#include "passes/shallow/shallow_settings.h"

namespace undine::shallow {

class SideWaves {
 public:
  SideWaves() = default;  // waves at a right angle to their side, and no sea beside it
  // columns.feed.w: the depth that a sea keeps.
  SideWaves(const ShallowSettings& s, const columns::Columns& columns, const grid::IncidentElevation& maker,
            double gravity);
  bool any() const { return !paths_.empty(); }
  double leaving() const { return leaving_; }  // cosine of the angle with the normal of the opposite side
  // Per column at the border (-x, +x by rows, then -z, +z by columns): elevation over the still level at the
  // beginning and the end of a clock step, m; velocity outwards at these times, m/s.
  std::vector<glm::vec4> at(const grid::IncidentElevation& maker, double begin, double end) const;

 private:
  std::vector<std::vector<grid::IncidentElevation::Path>> paths_;  // by column at the border; empty: no waves there
  double leaving_ = 1;
};

}  // namespace undine::shallow
