// A schema as it is printed: blocks that repeat stand once in "$defs", and what is short stands on one line.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace undine::settings {

// `schema` with blocks that occur more than once in "$defs", named after the value that holds the first, and a "$ref"
// in their places. What is said of a place ("description", "default") stays beside the "$ref".
nlohmann::ordered_json share_blocks(const nlohmann::ordered_json& schema);

// Two spaces per level; a list or object that fits into 120 columns stands on its line.
std::string print_json(const nlohmann::ordered_json& value);

}  // namespace undine::settings
