#include "engine/app/files.h"
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include "engine/core/error.h"

namespace undine {

void prepare_file(const std::filesystem::path& file) {
  std::error_code problem;
  std::filesystem::path folder = file.parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, problem);
  if (problem) throw Error(Exit::failure, file.string(), "cannot make its folder: " + problem.message());
  if (file.filename().empty() || std::filesystem::is_directory(file, problem))
    throw Error(Exit::failure, file.string(), "is a folder", "give a file name");
  bool there = std::filesystem::exists(file, problem);
  if (problem) throw Error(Exit::failure, file.string(), problem.message());
  std::string checked = there ? file.string() : folder.empty() ? "." : folder.string();
  if (access(checked.c_str(), W_OK) != 0) throw Error(Exit::failure, file.string(), std::strerror(errno), "choose another place");
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw Error(Exit::failure, file.string(), errno != 0 ? std::strerror(errno) : "could not be written");
}

}  // namespace undine
