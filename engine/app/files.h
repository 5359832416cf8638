// Output files of the verbs. A missing folder is made; whatever cannot be written is an Error that names the path.
#pragma once
#include <filesystem>
#include <string_view>

namespace undine {

// Before a run: makes the folder and rejects what could not be written later.
void prepare_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace undine
