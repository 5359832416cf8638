#include "engine/scene/scene_spray.h"

namespace undine {

void SpraySettings::describe(settings::Visitor& v) {
  v.value("count", count,
          {.help = "capacity of diffuse particles: spray, foam and bubbles; 0: none", .min = 0, .max = 1 << 20});
  v.value("life", life,
          {.help = "range of particle lifetimes", .unit = "s", .min = 0, .max = 1000, .above_min = true, .live = true});
  v.value("amount", amount, {.help = "factor on the number of new particles", .min = 0, .max = 1e6, .live = true});
  v.value("size", size,
          {.help = "radius of a clump of foam; 0: derived from the cell size or particle spacing",
           .unit = "m",
           .min = 0,
           .max = 10,
           .live = true});
  if (life.x > life.y) v.reject("life", "the minimum exceeds the maximum", "the shorter time first");
}

}  // namespace undine
