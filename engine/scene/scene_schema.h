// Generates the JSON schema of scene files and the manual's reference page from describe().
#pragma once
#include <string>

#include "engine/settings/settings_schema.h"

namespace undine {

inline constexpr const char* schema_address = "urn:undine:scene:1";  // "$id"; 1: the format's version

settings::Schema::Ordered scene_schema_tree();  // the schema with every block written out where it stands
std::string scene_reference();                  // Markdown: docs/scene_reference.md

}  // namespace undine
