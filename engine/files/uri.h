// Relative references of files to others beside them, as glTF has them.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace undine::files {

// %41 becomes A. A % without two hexadecimal digits behind it stays, and so does +.
std::string percent_decoded(std::string_view uri);

// The file in `folder`: by the decoded name where there is such a file, else by the name as it is written.
std::filesystem::path uri_file(const std::filesystem::path& folder, const std::string& uri);

}  // namespace undine::files
