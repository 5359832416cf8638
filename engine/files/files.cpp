#include "engine/files/files.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "engine/core/error.h"
#include "engine/core/system.h"

namespace undine::files {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& reason) {
  throw Error(Exit::failure, file.string(), "cannot be written: " + reason, "choose another place");
}

// What will really be written: the end of a chain of links.
fs::path destination(const fs::path& file) {
  std::error_code problem;
  if (!fs::is_symlink(file, problem)) return file;
  auto target = fs::weakly_canonical(file, problem);
  if (problem) fail(file, problem.message());
  return target;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

class Descriptor {
 public:
  Descriptor(const fs::path& file, system::Opening opening) : fd_(system::open_to_write(file, opening)) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  void permissions(fs::perms bits) { system::set_permissions(fd_, bits); }
  bool write(std::string_view bytes) { return system::write_all(fd_, bytes); }
  bool sync() { return system::sync(fd_); }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || system::close(fd);
  }

 private:
  int fd_;
};

}  // namespace

void prepare_file(const fs::path& file) {
  const auto target = destination(file);
  const auto folder = folder_of(target);
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw Error(Exit::failure, file.string(), "cannot make its folder: " + problem.message());
  const auto status = fs::status(target, problem);
  if (status.type() == fs::file_type::none) fail(file, problem.message());
  if (!file.has_filename() || fs::is_directory(status))
    throw Error(Exit::failure, file.string(), "is a folder", "give a file name");
  if (fs::exists(status) && !system::may_write(target)) fail(file, std::strerror(errno));
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  if (!in_place && !system::may_write_in(folder)) fail(file, std::strerror(errno));
}

void write_file(const fs::path& file, std::string_view bytes, Lasting lasting) {
  const auto target = destination(file);
  std::error_code problem;
  const auto status = fs::status(target, problem);
  if (fs::is_directory(status)) throw Error(Exit::failure, file.string(), "is a folder", "give a file name");
  if (fs::exists(status) && !system::may_write(target)) fail(file, std::strerror(errno));
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    Descriptor out(target, system::Opening::existing);
    if (!out || !out.write(bytes) || !out.close()) fail(file, std::strerror(errno));
    return;
  }
  static std::atomic<unsigned> serial{0};
  const auto temporary = folder_of(target) / fmt::format(".undine-{}-{}", system::process(), serial++);
  Descriptor out(temporary, system::Opening::fresh);
  if (!out) fail(file, std::strerror(errno));
  if (fs::exists(status)) out.permissions(status.permissions());
  const bool lasts = lasting == Lasting::yes;
  problem.clear();
  if (!out.write(bytes) || (lasts && !out.sync()) || !out.close())
    problem = std::error_code(errno, std::generic_category());
  if (!problem) fs::rename(temporary, target, problem);
  if (problem) {
    const std::string reason = problem.message();
    out.close();
    fs::remove(temporary, problem);
    fail(file, reason);
  }
  // A rename is of the folder: it lasts when the folder does.
  if (lasts && !system::sync_folder(folder_of(target))) fail(file, std::strerror(errno));
}

std::string read_file(const fs::path& file, std::uint64_t most) {
  std::error_code problem;
  const auto status = fs::status(file, problem);
  const auto reject = [&](const std::string& what) { throw Error(Exit::bad_input, file.string(), what); };
  if (!fs::exists(status)) reject(problem ? problem.message() : "No such file or directory");
  if (!fs::is_regular_file(status)) reject("is not a regular file");
  const auto size = fs::file_size(file, problem);
  if (problem) reject(problem.message());
  if (size > most) reject(fmt::format("has {} bytes; at most {} are read", size, most));
  std::ifstream in(file, std::ios::binary);
  if (!in) reject(std::strerror(errno));
  std::string bytes(size, '\0');
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size))) reject("could not be read to its end");
  return bytes;
}

}  // namespace undine::files
