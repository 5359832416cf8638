// Hydrograph: a rate of inflow over time. Its constructors are explicit because GCC 12 fails on initializer lists of
// structs without them.
#pragma once
#include <initializer_list>

#include "engine/settings/series.h"

namespace undine::grid {

struct Hydrograph : settings::Series {  // empty: the rate is constant, and stands elsewhere
  Hydrograph() : settings::Series() {}
  Hydrograph(std::initializer_list<glm::dvec2> points) : settings::Series(points) {}
};

}  // namespace undine::grid
