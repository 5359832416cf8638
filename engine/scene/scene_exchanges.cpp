#include "engine/scene/scene_exchanges.h"

#include <fmt/format.h>

#include "engine/settings/settings_json.h"

namespace undine {

void CouplingBox::describe(settings::Visitor& v) {
  v.optional_value(
      "center", center, glm::dvec2(0),
      {.help = "center in x and z of a region of any height, with \"size\"", .unit = "m", .min = -1e6, .max = 1e6});
  v.optional_value("size", size, glm::dvec2(2e6), {.help = "extent along x and z", .unit = "m", .min = 0, .max = 2e6});
  v.value("min", min, {.help = "lowest corner", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("max", max, {.help = "highest corner", .unit = "m", .min = -1e6, .max = 1e6});
  if (glm::any(glm::lessThanEqual(max, min))) v.reject("max", "is not above min", "larger values than min");
  if (center.has_value() != size.has_value())
    v.reject(center ? "center" : "size", "is given alone", "\"center\" and \"size\" together, or \"min\" and \"max\"");
  if (size && *size == glm::dvec2(0)) v.reject("size", "is 0", "an extent along x, along z, or along both");
  if (size && (min != CouplingBox{}.min || max != CouplingBox{}.max))
    v.reject("size", "cannot be combined with min or max", "\"center\" and \"size\", or \"min\" and \"max\"");
}

CouplingBox CouplingSettings::box() const {
  CouplingBox out;
  if (!region) return out;
  out.min = region->min;
  out.max = region->max;
  for (int axis = 0; region->center && region->size && axis < 2; ++axis) {
    out.min[2 * axis] = (*region->center)[axis] - 0.5 * (*region->size)[axis];
    out.max[2 * axis] = (*region->center)[axis] + 0.5 * (*region->size)[axis];
  }
  return out;
}

void CouplingSettings::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "name in --stats, the HUD and messages", .required = true});
  v.value("from", from, {.help = "source water", .required = true});
  v.value(
      "to", to,
      {.help = "receiving water: particles receive the overflow of columns, grids absorb particles below their surface",
       .required = true});
  v.optional("region", region,
             {.help = "part of the source that takes part: edges or particles in this box; none: all of it"});
  v.value("drop", drop,
          {.help = "minimum height of bed steps inside \"shallow\" whose overflow also becomes particles, while the "
                   "water below is lower than the crest; 0: overflow at open edges only",
           .unit = "m",
           .min = 0,
           .max = 1e4});
  v.value("current", current, {.help = "the flow of \"from\" advects the waves \"to\"; no volume passes between them"});
  if (current && drop > 0)
    v.reject("current", "cannot be combined with a transfer of water", "\"current\" without \"drop\"");
  if (name.empty() || name.size() > 64) v.reject("name", "is empty or too long", "1 to 64 letters");
  if (!from.empty() && from == to)
    v.reject("to", fmt::format("is \"{}\", like \"from\"", settings::printable(to)), "two different waters");
}

}  // namespace undine
