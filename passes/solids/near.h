// Proximity queries of solids: boxes that they intersect, and distances to points.
#pragma once
#include <glm/glm.hpp>
#include <vector>

#include "passes/solids/solids.h"

namespace undine::solids {

// Checks whether some of the box between low and high is on the surface of a solid or within it; one that only stands
// around the box does not reach in.
bool reaches_into(const Solid& solid, const glm::dvec3& low, const glm::dvec3& high);

// Marks the places that are nearer than `within` meters to a facet.
void mark_near(const Solid& solid, const std::vector<glm::vec4>& places, double within, std::vector<bool>& marks);

}  // namespace undine::solids
