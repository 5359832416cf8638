// Strict JSON for settings, and the words that messages about it use.
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::settings {

using Json = nlohmann::json;

inline constexpr std::size_t max_bytes = 16u << 20;   // of a scene file
inline constexpr std::size_t max_depth = 64;          // of nested lists and objects
inline constexpr std::size_t max_values = 1'000'000;  // numbers, texts, lists ... of one file
inline constexpr std::size_t max_elements = 65'536;   // of one list of objects
inline constexpr std::string_view help_key = "help";  // a remark, in any object; JSON has no comments

// Comments and a byte order mark are allowed. Throws Error(bad_input) at "where:line:column" for syntax, NUL bytes and
// invalid UTF-8; at "where: /json/pointer" for keys that are there twice; at `where` for input over the limits.
Json parse_json(std::string_view text, const std::string& where);

// Whether it says of itself that it is a JSON schema; a scene has a version and names the schema of scenes.
bool is_json_schema(const Json& root);

// Offset of the first byte that is NUL or no UTF-8; npos: none.
std::size_t invalid_text(std::string_view text);

std::string printable(std::string_view text);                            // printable, cut where it is long
std::string shown(const Json& value);                                    // "an object", 1.5, "text", ...
std::string pointer_of(std::string_view pointer, std::string_view key);  // pointer + "/" + escaped key
std::string joined(const std::vector<std::string>& words);               // "a, b, c"
// What a number may be: "whole number from 1 to 16384", "number above 0, up to 1, in s".
std::string number_range(const Spec& spec, bool whole);
// Of `words` the nearest to a mistyped one; empty: none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

}  // namespace undine::settings
