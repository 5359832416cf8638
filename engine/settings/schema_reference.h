// A schema as a page for people: a section per block, a table of its values.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace undine::settings {

// Markdown of a schema of Schema::schema_of(), without a heading of its own: an index, then "## `path`" for every
// object
// ("water[]" for the objects of a list, "water[] solver wave" for a kind of them that has many values of its own).
// Blocks that are the same stand once. Values that only some kinds of an object have say of which.
std::string schema_reference(const nlohmann::ordered_json& schema, const std::string& root);

}  // namespace undine::settings
