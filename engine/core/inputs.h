// Registers the input files of this process (scenes and the files they name), so that outputs never replace them.
#pragma once
#include <filesystem>

namespace undine {

// Thread-safe, like is_input().
void note_input(const std::filesystem::path& file);
// True if a path leads to an input, also by another name (symbolic or hard link).
bool is_input(const std::filesystem::path& file);

}  // namespace undine
