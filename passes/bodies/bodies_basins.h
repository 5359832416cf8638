// Cavities of hulls: sealed ones, and basins that are open at the top and stay dry until water overtops their rim.
#pragma once
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "passes/bodies/bodies_params.h"

namespace undine::bodies {

struct Hull;

// Facets of a basin are neighbors in Hull::facets, after all that are outside.
struct Basin {
  unsigned begin = 0, end = 0;  // facets
};

// An edge between two basins, or a basin and the outside: water passes where both of its ends are submerged.
struct RimEdge {
  unsigned a = 0, b = 0;        // points
  unsigned from = 0, into = 0;  // 0: outside; else the number of the basin, from 1 on
};

// Takes the shells of sealed cavities from the facets: no water comes to them. `outer` shells are what they lie in.
// Messages say what the mesh leaves undecided. Mass properties are those of before.
std::vector<std::string> remove_cavities(Hull& hull);

// Finds the basins of the attitude that holds most: with `up` or an axis within 60 degrees of it upwards; where another
// axis holds twice that, with this. A basin is what drains, by steepest descent, to a hollow of the surface [Barnes et
// al. 2014]; shallow ones (2 % of the hull's height) belong to what is around. Sorts the facets.
void find_basins(Hull& hull, const glm::dvec3& up);

// The hull with lids over its basins in place of their facets, each a fan about the middle of its rim: what it keeps
// dry.
Hull covered(const Hull& hull);

}  // namespace undine::bodies
