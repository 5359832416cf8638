#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/inputs.h"
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

namespace {

struct Spot {
  const std::string &name, &where;
  Error refuse(const std::string& what) const {
    return Error(Exit::bad_input, where, fmt::format("\"{}\" {}", printable(name), what),
                 "allowed: a file in the scene's folder or below it, by its relative path");
  }
};

std::string text_of(const fs::path& folder) { return (folder.empty() ? fs::path(".") : folder).string(); }

// Returns an empty path if `folder` has no such file.
fs::path resolve_in(const fs::path& folder, const fs::path& path, const Spot& spot) {
  std::error_code error;
  fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  fs::path full = error ? fs::path{} : fs::canonical(root / path, error);
  if (error == std::errc::too_many_symbolic_link_levels) throw spot.refuse("is a loop of symbolic links");
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) return {};
  if (error) throw spot.refuse("cannot be reached: " + error.message());
  if (std::mismatch(root.begin(), root.end(), full.begin(), full.end()).first != root.end())
    throw spot.refuse("leaves the scene's folder through a symbolic link");
  fs::file_status status = fs::status(full, error);
  if (error) throw spot.refuse("cannot be reached: " + error.message());
  if (!fs::is_regular_file(status)) throw spot.refuse(fmt::format("is {}, not a regular file", kind(status.type())));
  return full;
}

}  // namespace

fs::path resolve_file(std::span<const fs::path> folders, const std::string& name, const std::string& where) {
  const Spot spot{name, where};
  const fs::path path(name);
  if (name.empty() || name.find('\0') != std::string::npos) throw spot.refuse("is not a file name");
  if (path.is_absolute()) throw spot.refuse("is an absolute path");
  if (std::find(path.begin(), path.end(), "..") != path.end()) throw spot.refuse("leaves the scene's folder");
  std::string looked;
  for (const fs::path& folder : folders) {
    if (fs::path full = resolve_in(folder, path, spot); !full.empty()) {
      note_input(full);
      return full;
    }
    looked += (looked.empty() ? "" : " nor in ") + text_of(folder);
  }
  throw spot.refuse("does not exist in " + looked);
}

}  // namespace undine::settings
