// Levenshtein distance, for suggestions.
#pragma once
#include <cstddef>
#include <string_view>

namespace undine {

// [Levenshtein 1966]: the minimum number of insertions, deletions and substitutions of bytes that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace undine
