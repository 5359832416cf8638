// --set a.b.c=value: changes a scene's JSON before it is read, so that the same checks apply.
#pragma once
#include <string>

#include "engine/settings/override.h"
#include "engine/settings/settings_reader.h"

namespace undine::settings {

// Creates missing objects on the path; selects list elements by index or by their "name". Adds the changed part to
// `source`. Throws Error(bad_input) at "--set a.b.c=value".
void apply_override(Json& root, const Override& change, Source& source);

}  // namespace undine::settings
