#include "passes/grid/drops.h"

namespace undine::grid {

void Drops::describe(settings::Visitor& v) {
  v.value("rate", rate, {.help = "mean number of drops per second", .unit = "1/s", .min = 0, .max = 10000});
  v.value(
      "radius", radius,
      {.help = "radius of a drop's dent; at least 1.5 cells", .unit = "m", .min = 0, .max = 1e5, .above_min = true});
  v.value("depth", depth, {.help = "depth of the dent", .unit = "m", .min = -100, .max = 100});
  v.value("neutral", neutral,
          {.help = "true: a rim around the dent holds the displaced volume, so the mean level does not change"});
}

}  // namespace undine::grid
