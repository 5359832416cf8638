#include "engine/scene/scene_exchanges.h"

#include <fmt/format.h>

#include "engine/settings/settings_json.h"

namespace undine {

void ExchangeBox::describe(settings::Visitor& v) {
  v.optional_value(
      "center", center, glm::dvec2(0),
      {.help = "middle along x and z of a region of any height, with \"size\"", .unit = "m", .min = -1e6, .max = 1e6});
  v.optional_value("size", size, glm::dvec2(2e6), {.help = "extent along x and z", .unit = "m", .min = 0, .max = 2e6});
  v.value("min", min, {.help = "lowest corner", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("max", max, {.help = "highest corner", .unit = "m", .min = -1e6, .max = 1e6});
  if (glm::any(glm::lessThanEqual(max, min))) v.reject("max", "is not over min", "a box with room in it");
  if (center.has_value() != size.has_value())
    v.reject(center ? "center" : "size", "is given alone", "\"center\" and \"size\" together, or \"min\" and \"max\"");
  if (size && *size == glm::dvec2(0)) v.reject("size", "is nothing", "an extent along x, along z, or along both");
  if (size && (min != ExchangeBox{}.min || max != ExchangeBox{}.max))
    v.reject("size", "is given beside min or max", "\"center\" and \"size\", or \"min\" and \"max\"");
}

ExchangeBox ExchangeSettings::box() const {
  ExchangeBox out;
  if (!region) return out;
  out.min = region->min;
  out.max = region->max;
  for (int axis = 0; region->center && region->size && axis < 2; ++axis) {
    out.min[2 * axis] = (*region->center)[axis] - 0.5 * (*region->size)[axis];
    out.max[2 * axis] = (*region->center)[axis] + 0.5 * (*region->size)[axis];
  }
  return out;
}

void ExchangeSettings::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "for people, --stats and messages", .required = true});
  v.value("from", from, {.help = "the water that gives", .required = true});
  v.value("to", to,
          {.help = "the water that gets: particles what falls over an open edge of columns, a grid the particles that "
                   "dip under its surface",
           .required = true});
  v.optional("region", region,
             {.help = "where: edges whose columns lie in this box, or particles in it; none: everywhere"});
  v.value("drop", drop,
          {.help = "where the ground of columns falls by so much or more from one to the next, what flows over becomes "
                   "particles as long as the water below does not reach that high; 0: at open edges only",
           .unit = "m",
           .min = 0,
           .max = 1e4});
  v.value("two_way", two_way,
          {.help = "the domain of the particles \"to\" is a part of the columns \"from\": they stand there in place of "
                   "columns, and water passes its sides either way"});
  v.value("band", band,
          {.help = "how far from these sides particles come and go; 0: eight spacings",
           .unit = "m",
           .min = 0,
           .max = 1000});
  v.value(
      "current", current,
      {.help = "the flow of the grid \"from\" carries the waves \"to\" along: what leaves a cell enters the next one, "
               "and no water goes from one to the other"});
  if (current && (two_way || drop > 0 || band > 0))
    v.reject("current", "is true, and so nothing goes over", "without \"drop\", \"two_way\" and \"band\"");
  if (two_way && drop > 0) v.reject("drop", "is given, and the exchange is two-way", "0, or an exchange one way");
  if (two_way && region) v.reject("region", "is given, and the exchange is two-way", "the particles' domain alone");
  if (band > 0 && !two_way) v.reject("band", "belongs to an exchange that is two-way", "\"two_way\": true with it");
  if (name.empty() || name.size() > 64) v.reject("name", "has no or too many letters", "1 to 64 letters");
  if (!from.empty() && from == to)
    v.reject("to", fmt::format("is \"{}\", as \"from\" is", settings::printable(to)), "two waters");
}

}  // namespace undine
