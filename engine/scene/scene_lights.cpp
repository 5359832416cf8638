#include "engine/scene/scene_lights.h"

#include <fmt/format.h>

#include "engine/scene/farthest.h"

namespace undine {

void LightSettings::describe(settings::Visitor& v) {
  v.tag("type", kind, {"point", "spot"}, {.help = "point: shines in all directions; spot: in a cone", .live = true});
  v.value("name", name, {.help = "name in messages", .live = true});
  v.value("position", position,
          {.help = "position, also under water", .unit = "m", .min = -farthest, .max = farthest, .live = true});
  v.value("color", color, {.help = "linear color of its light", .min = 0, .max = 1000, .live = true});
  v.value("intensity", intensity,
          {.help = "luminous intensity, times color: at 1 m the irradiance that a sun of this intensity gives",
           .unit = "cd",
           .min = 0,
           .max = 1e6,
           .live = true});
  v.value("range", range,
          {.help = "distance at which the light of the lamp ends; 0: no limit, inverse square law only",
           .unit = "m",
           .min = 0,
           .max = farthest,
           .live = true});
  v.value("radius", radius,
          {.help = "radius of the luminous sphere, which is visible and softens shadows; 0: an invisible point",
           .unit = "m",
           .min = 0,
           .max = 100,
           .live = true});
  v.value("shadow", shadow, {.help = "objects cast shadows in its light", .live = true});
  if (kind != Kind::spot) return;
  v.value("direction", direction,
          {.help = "direction of the cone's axis", .min = -farthest, .max = farthest, .live = true});
  v.value("inner_cone", inner_cone,
          {.help = "angle from the axis up to which intensity is full",
           .unit = "degrees",
           .min = 0,
           .max = 80,
           .live = true});
  v.value("outer_cone", outer_cone,
          {.help = "angle from the axis at which intensity is zero",
           .unit = "degrees",
           .min = 0,
           .max = 80,
           .above_min = true,
           .live = true});
  if (glm::dot(direction, direction) < 1e-12)
    v.reject("direction", "it has no length", "a direction such as [0, -1, 0]");
  if (inner_cone >= outer_cone)
    v.reject("inner_cone", fmt::format("{} degrees, and outer_cone {}", inner_cone, outer_cone),
             "an inner cone that is smaller than the outer one");
}

}  // namespace undine
