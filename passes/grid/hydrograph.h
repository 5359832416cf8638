// A rate of inflow over time, as a member of structs that scenes and tests make lists of. Its constructors are written
// out because GCC 12 breaks off at such lists without them.
#pragma once
#include <initializer_list>

#include "engine/settings/series.h"

namespace undine::grid {

struct Hydrograph : settings::Series {  // empty: the rate is constant, and stands elsewhere
  Hydrograph() : settings::Series() {}
  Hydrograph(std::initializer_list<glm::dvec2> points) : settings::Series(points) {}
};

}  // namespace undine::grid
