// How far a misspelt word is from one that there is.
#pragma once
#include <cstddef>
#include <string_view>

namespace undine {

// [Levenshtein 1966]: the least number of insertions, removals and replacements of bytes that make `b` of `a`.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace undine
