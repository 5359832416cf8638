#include "engine/files/files.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>

#include "engine/core/error.h"
#include "engine/core/inputs.h"
#include "engine/core/system.h"

namespace undine::files {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& reason) {
  throw Error(Exit::failure, file.string(), "cannot be written: " + reason, "choose another place");
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

struct Target {
  fs::path file;        // the end of a chain of links
  int descriptor = -1;  // descriptor of this process at the end of the chain: /dev/stdout, /dev/fd/3
};

bool is_special(const fs::file_status& status) {
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

// Follow links one by one: a link to a missing file determines where that file is created.
Target target_of(const fs::path& file) {
  constexpr int most_links = 40;
  fs::path at = file;
  for (int links = 0; links < most_links; ++links) {
    std::error_code problem;
    if (const auto open = system::descriptor_of(at)) return {at, *open};
    if (!fs::is_symlink(at, problem) || is_special(fs::status(at, problem))) return {at};
    const fs::path to = fs::read_symlink(at, problem);
    if (problem) fail(file, problem.message());
    at = to.is_absolute() ? to : folder_of(at) / to;
  }
  fail(file, "Too many levels of symbolic links");
}

class Descriptor {
 public:
  Descriptor(const fs::path& file, system::Opening opening) : fd_(system::open_to_write(file, opening)) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  void permissions(fs::perms bits) { system::set_permissions(fd_, bits); }
  bool write(std::string_view bytes) { return system::write_all(fd_, bytes); }
  bool set_size(std::uint64_t bytes) { return system::set_size(fd_, bytes); }
  bool sync() { return system::sync(fd_); }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || system::close(fd);
  }

 private:
  int fd_;
};

// Appends to an open descriptor.
void write_behind(const fs::path& file, int descriptor, std::string_view bytes) {
  if (descriptor == system::standard_output) std::cout.flush();
  if (!system::write_all(descriptor, bytes)) fail(file, std::strerror(errno));
}

void write_in_place(const fs::path& file, const fs::path& target, std::string_view bytes, bool lasts) {
  Descriptor out(target, system::Opening::existing);
  if (!out || !out.write(bytes) || !out.set_size(bytes.size()) || (lasts && !out.sync()) || !out.close())
    fail(file, std::strerror(errno));
}

// True if a rename failed because of the target instead of the disk: a mount point, a folder with the sticky bit.
bool refuses_rename(const std::error_code& problem) {
  return problem == std::errc::permission_denied || problem == std::errc::operation_not_permitted ||
         problem == std::errc::device_or_resource_busy || problem == std::errc::cross_device_link;
}

bool keeps_its_file(const fs::path& target) {
  std::error_code absent;
  return fs::exists(target, absent) && (system::is_shared(target) || !system::may_write_in(folder_of(target)));
}

}  // namespace

bool is_stream(const fs::path& file) {
  std::error_code absent;
  return target_of(file).descriptor >= 0 || is_special(fs::status(file, absent));
}

void check_output(const fs::path& file) {
  if (!is_stream(file) && is_input(file))
    throw Error(Exit::bad_input, file.string(), "is an input of this run, which the output would replace",
                "choose another place");
}

void prepare_file(const fs::path& file) {
  const Target target = target_of(file);
  if (target.descriptor >= 0) {
    if (!system::may_write(target.descriptor)) fail(file, std::strerror(errno));
    return;
  }
  const auto folder = folder_of(target.file);
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw Error(Exit::failure, file.string(), "cannot make its folder: " + problem.message());
  const auto status = fs::status(target.file, problem);
  if (status.type() == fs::file_type::none) fail(file, problem.message());
  if (!file.has_filename() || fs::is_directory(status))
    throw Error(Exit::failure, file.string(), "is a folder", "give a file name");
  check_output(file);
  if (fs::exists(status) && !system::may_write(target.file)) fail(file, std::strerror(errno));
  if (!fs::exists(status) && !system::may_write_in(folder)) fail(file, std::strerror(errno));
}

void write_file(const fs::path& file, std::string_view bytes, Lasting lasting) {
  const Target target = target_of(file);
  if (target.descriptor >= 0) return write_behind(file, target.descriptor, bytes);
  std::error_code problem;
  const auto status = fs::status(target.file, problem);
  if (fs::is_directory(status)) throw Error(Exit::failure, file.string(), "is a folder", "give a file name");
  if (fs::exists(status) && !system::may_write(target.file)) fail(file, std::strerror(errno));
  if (is_special(status)) {
    Descriptor out(target.file, system::Opening::existing);
    if (!out || !out.write(bytes) || !out.close()) fail(file, std::strerror(errno));
    return;
  }
  const bool lasts = lasting == Lasting::yes;
  if (keeps_its_file(target.file)) return write_in_place(file, target.file, bytes, lasts);
  const fs::path temporary = temporary_file(file);
  Descriptor out(temporary, system::Opening::fresh);
  if (!out) fail(file, std::strerror(errno));
  if (fs::exists(status)) out.permissions(status.permissions());
  problem.clear();
  if (!out.write(bytes) || (lasts && !out.sync()) || !out.close())
    problem = std::error_code(errno, std::generic_category());
  const bool whole = !problem;
  if (whole) fs::rename(temporary, target.file, problem);
  if (problem) {
    const std::error_code reason = problem;
    out.close();
    fs::remove(temporary, problem);
    if (whole && fs::exists(status) && refuses_rename(reason)) return write_in_place(file, target.file, bytes, lasts);
    fail(file, reason.message());
  }
  // A rename is durable once its folder is synced.
  if (lasts && !system::sync_folder(folder_of(target.file))) fail(file, std::strerror(errno));
}

fs::path temporary_file(const fs::path& file) {
  static std::atomic<unsigned> serial{0};
  const fs::path target = target_of(file).file;
  std::error_code absent;
  const fs::path folder = keeps_its_file(target) ? fs::temp_directory_path(absent) : folder_of(target);
  return folder / fmt::format(".undine-{}-{}{}", system::process(), serial++, file.extension().string());
}

void put_in_place(const fs::path& temporary, const fs::path& file) {
  const Target target = target_of(file);
  std::error_code problem;
  const bool kept = keeps_its_file(target.file);
  if (!kept) fs::rename(temporary, target.file, problem);
  const bool copies = kept || refuses_rename(problem);
  if (copies) fs::copy_file(temporary, target.file, fs::copy_options::overwrite_existing, problem);
  if (problem) fail(file, problem.message());
  if (copies) fs::remove(temporary, problem);
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
