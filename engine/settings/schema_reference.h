// Renders a schema as a readable page: a section per block, a table of its values.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace undine::settings {

// Markdown of a schema of Schema::schema_of(), without a title: an index, then "## `path`" for every object ("water[]"
// for the objects of a list, "water[] solver wave" for a kind with many values of its own). Equal blocks appear once.
// Values that only some kinds of an object have list these kinds.
std::string schema_reference(const nlohmann::ordered_json& schema, const std::string& root);

}  // namespace undine::settings
