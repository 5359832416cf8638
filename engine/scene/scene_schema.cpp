#include "engine/scene/scene_schema.h"

#include "engine/scene/scene.h"
#include "engine/settings/schema_reference.h"
#include "engine/settings/schema_text.h"

namespace undine {

settings::Schema::Ordered scene_schema_tree() {
  Scene scene;
  settings::Schema::Ordered out{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", schema_address}, {"title", "Undine scene"}};
  out.update(settings::Schema().schema_of(scene));
  return out;
}

std::string scene_schema() { return settings::print_json(settings::share_blocks(scene_schema_tree())); }

std::string scene_reference() {
  return R"(# Scene reference

Every block and value of scene files, printed by `undine schema --format markdown` from the lines of the program that read
them. [scenes.md](scenes.md) shows how they go together. SI units, right-handed, y up, angles in degrees. A value may be
left out where it is not *required*. A `"help"` text may stand in every object. `[3 numbers ...]` is a list of so many.

)" + settings::schema_reference(scene_schema_tree(), "Scene");
}

}  // namespace undine
