// Strict JSON for settings, and the wording of messages about it.
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::settings {

using Json = nlohmann::json;

inline constexpr std::size_t max_bytes = 16u << 20;   // scene file
inline constexpr std::size_t max_depth = 64;          // nested lists and objects
inline constexpr std::size_t max_values = 1'000'000;  // numbers, texts, lists ... in one file
inline constexpr std::size_t max_elements = 65'536;   // one list of objects
inline constexpr std::string_view help_key = "help";  // remark in any object; JSON has no comments

// Allows comments and a byte order mark. Throws Error(bad_input) at "where:line:column" for syntax, NUL bytes and
// invalid UTF-8; at "where: /json/pointer" for duplicate keys; at `where` for input over the limits.
Json parse_json(std::string_view text, const std::string& where);

// True for a file that declares itself a JSON schema; a scene has a version and names the schema of scenes.
bool is_json_schema(const Json& root);

// Offset of the first byte that is NUL or invalid UTF-8; npos: valid.
std::size_t invalid_text(std::string_view text);

std::string printable(std::string_view text);                            // printable characters only, shortened if long
std::string shown(const Json& value);                                    // "an object", 1.5, "text", ...
std::string pointer_of(std::string_view pointer, std::string_view key);  // pointer + "/" + escaped key
std::string joined(const std::vector<std::string>& words);               // "a, b, c"
// Allowed values of a number: "whole number from 1 to 16384", "number above 0, up to 1, in s".
std::string number_range(const Spec& spec, bool whole);
// Nearest of `words` to a mistyped one; empty: not similar to any.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

}  // namespace undine::settings
