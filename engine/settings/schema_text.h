// Prints a schema: repeated blocks appear once in "$defs", and short values on one line.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace undine::settings {

// Moves repeated blocks of `schema` to "$defs", named after the value of the first occurrence, and replaces them by
// "$ref". Texts of a place ("description", "default") stay beside the "$ref".
nlohmann::ordered_json share_blocks(const nlohmann::ordered_json& schema);

// Two spaces per level; a list or object that fits into 120 columns takes one line.
std::string print_json(const nlohmann::ordered_json& value);

}  // namespace undine::settings
