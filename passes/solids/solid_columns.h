// Solid meshes on a horizontal grid: intervals in which the vertical line through each grid point is inside a solid.
// Computed once on the CPU in double precision.
#pragma once
#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/solids/solids.h"

namespace undine::solids {

struct SolidSpan {  // world y, low < high
  double low = 0, high = 0;
};

class SolidColumns {
 public:
  SolidColumns() = default;
  // `lines` along x and z, the first at `first`, `apart` meters from each other. Errors name a mesh that is solid and
  // not closed.
  SolidColumns(const Scene& scene, const glm::dvec2& first, const glm::dvec2& apart, glm::uvec2 lines);
  SolidColumns(const std::vector<Solid>& solids, const glm::dvec2& first, const glm::dvec2& apart, glm::uvec2 lines);
  bool any() const { return !spans_.empty(); }  // whether something solid stands over the grid
  // Spans of a line, in any order; those of several meshes may overlap.
  const std::vector<SolidSpan>& at(std::size_t line) const { return spans_[line]; }
  bool inside(std::size_t line, double y) const;
  // Top of the stack of solids that stands on a ground at height y. A mesh that hangs over the ground
  // by more than `gap` meters does not count.
  double top(std::size_t line, double y, double gap) const;

 private:
  void add(const Solid& solid, const glm::dvec2& first, const glm::dvec2& apart, glm::uvec2 lines);
  std::vector<std::vector<SolidSpan>> spans_;  // rows along z; empty: nothing solid
};

// Checks whether a mesh of the scene is solid and stands still.
bool has_solids(const Scene* scene);
// Throws Error(Exit::bad_input) where a surface has no inside. remedy: what else than a closed mesh would do.
void require_closed(const Solid& solid, const std::string& remedy);

}  // namespace undine::solids
