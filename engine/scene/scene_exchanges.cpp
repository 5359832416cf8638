#include "engine/scene/scene_exchanges.h"

#include <fmt/format.h>

#include "engine/settings/settings_json.h"

namespace undine {

void ExchangeBox::describe(settings::Visitor& v) {
  v.value("min", min, {.help = "lowest corner", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("max", max, {.help = "highest corner", .unit = "m", .min = -1e6, .max = 1e6});
  if (glm::any(glm::lessThanEqual(max, min))) v.reject("max", "is not over min", "a box with room in it");
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
  if (name.empty() || name.size() > 64) v.reject("name", "has no or too many letters", "1 to 64 letters");
  if (!from.empty() && from == to)
    v.reject("to", fmt::format("is \"{}\", as \"from\" is", settings::printable(to)), "two waters");
}

}  // namespace undine
