#include "engine/files/uri.h"

#include <charconv>

namespace undine::files {

std::string percent_decoded(std::string_view uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    const bool digits = uri[i] == '%' && i + 2 < uri.size();
    const char* end = digits ? uri.data() + i + 3 : nullptr;
    if (digits && std::from_chars(end - 2, end, value, 16).ptr == end && value != 0) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out;
}

std::filesystem::path uri_file(const std::filesystem::path& folder, const std::string& uri) {
  std::error_code absent;
  std::filesystem::path decoded = folder / percent_decoded(uri);
  return std::filesystem::exists(decoded, absent) ? decoded : folder / uri;
}

}  // namespace undine::files
