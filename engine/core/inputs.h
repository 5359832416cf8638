// The input files of this process: scenes and what they name. Outputs of a run never replace them.
#pragma once
#include <filesystem>

namespace undine {

// Thread-safe, like is_input().
void note_input(const std::filesystem::path& file);
// True if a path leads to one of them, also by another name (symbolic or hard link).
bool is_input(const std::filesystem::path& file);

}  // namespace undine
