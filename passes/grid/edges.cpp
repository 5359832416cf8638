#include "passes/grid/edges.h"

#include <fmt/format.h>

namespace undine::grid {

void reject_half_periodic(settings::Visitor& v, std::array<bool, 2> x, std::array<bool, 2> z) {
  const std::string pair = "periodic on both sides of an axis, or on none";
  if (x[0] != x[1]) v.reject("edges", "only one of -x and +x is periodic", pair);
  if (z[0] != z[1]) v.reject("edges", "only one of -z and +z is periodic", pair);
}

}  // namespace undine::grid
