// --set a.b.c=value: changes of a scene's JSON before it is read, so that the same checks hold for both.
#pragma once
#include <string>

#include "engine/settings/override.h"
#include "engine/settings/settings_reader.h"

namespace undine::settings {

// Creates missing objects on the path; list elements go by index or by their "name". Adds to `source` which
// part the override answers for. // Throws Error(bad_input) at "--set a.b.c=value".
void apply_override(Json& root, const Override& change, Source& source);

}  // namespace undine::settings
