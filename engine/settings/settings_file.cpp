#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/settings/settings_reader.h"

namespace undine::settings {

namespace fs = std::filesystem;

static std::string_view kind(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "no file";
  }
}

fs::path resolve_file(const fs::path& folder, const std::string& name, const std::string& where) {
  auto refuse = [&](const std::string& what) {
    return Error(Exit::bad_input, where, fmt::format("\"{}\" {}", printable(name), what),
                 "allowed: a file in the scene's folder or below it, by its relative path");
  };
  fs::path path(name);
  if (name.empty() || name.find('\0') != std::string::npos) throw refuse("is no file name");
  if (path.is_absolute()) throw refuse("is an absolute path");
  if (std::find(path.begin(), path.end(), "..") != path.end()) throw refuse("leaves the scene's folder");
  std::error_code error;
  fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  fs::path full = error ? fs::path{} : fs::canonical(root / path, error);
  if (error == std::errc::too_many_symbolic_link_levels) throw refuse("is a loop of symbolic links");
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    throw refuse(fmt::format("does not exist in {}", (folder.empty() ? fs::path(".") : folder).string()));
  }
  if (error) throw refuse("cannot be reached: " + error.message());
  if (std::mismatch(root.begin(), root.end(), full.begin(), full.end()).first != root.end()) {
    throw refuse("leaves the scene's folder through a symbolic link");
  }
  fs::file_status status = fs::status(full, error);
  if (error) throw refuse("cannot be reached: " + error.message());
  if (!fs::is_regular_file(status)) throw refuse(fmt::format("is {}, not a regular file", kind(status.type())));
  return full;
}

}  // namespace undine::settings
