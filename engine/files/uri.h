// Relative references between files, as in glTF.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace undine::files {

// Decodes %41 to A. Leaves a % without two hexadecimal digits, and +.
std::string percent_decoded(std::string_view uri);

// File in `folder`: by the decoded name if it exists, else by the literal name.
std::filesystem::path uri_file(const std::filesystem::path& folder, const std::string& uri);

}  // namespace undine::files
