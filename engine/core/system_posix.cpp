// Linux, macOS and other POSIX systems.
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

#include "engine/core/system.h"

extern char** environ;

namespace undine::system {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

// Number after `key` in a system file; `none` if missing.
std::uint64_t number_in(const char* file, const std::string& key, std::uint64_t none) {
  std::ifstream in(file);
  std::string word;
  std::uint64_t value = 0;
  if (key.empty()) return in >> value ? value : none;
  while (in >> word)
    if (word == key) return in >> value ? value : none;
  return none;
}

std::uint64_t left(std::uint64_t limit, std::uint64_t used) {
  return limit == endless ? endless : limit - std::min(limit, used);
}

bool access_to(const fs::path& path, int how) { return ::access(path.c_str(), how) == 0; }

int open_again(const char* file, int flags, mode_t mode = 0) {
  int out = -1;
  do out = ::open(file, flags | O_CLOEXEC, mode);
  while (out < 0 && errno == EINTR);
  return out;
}

// Opens an unnamed temporary file; -1 on failure.
int nameless_file() {
#ifdef O_TMPFILE
  if (const int out = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); out >= 0) return out;
#endif
  char name[] = "/tmp/undine-XXXXXX";
  const int out = ::mkstemp(name);
  if (out < 0) return -1;
  ::unlink(name);
  ::fcntl(out, F_SETFD, FD_CLOEXEC);
  return out;
}

bool make_pipe(int (&ends)[2]) {
  if (::pipe(ends) != 0) return false;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return true;
}

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

std::vector<std::string> arguments(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

void set_up_streams() {}

int process() { return ::getpid(); }

fs::path program() {
  std::error_code problem;
#ifdef __APPLE__
  char name[4096];
  std::uint32_t size = sizeof name;
  if (_NSGetExecutablePath(name, &size) != 0) return {};
  auto out = fs::weakly_canonical(name, problem);
#else
  auto out = fs::read_symlink("/proc/self/exe", problem);
#endif
  return problem ? fs::path() : out;
}

fs::path module() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&module), &info) == 0 || !info.dli_fname) return {};
  // The executable is named as it was called.
  std::error_code problem;
  auto out = fs::canonical(info.dli_fname, problem);
  return problem ? program() : out;
}

fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') return fs::path(cache) / "undine";
  if (const char* home = std::getenv("HOME"); home && *home == '/') return fs::path(home) / ".cache/undine";
  return {};
}

fs::path config_folder() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config == '/') return fs::path(config) / "undine";
  if (const char* home = std::getenv("HOME"); home && *home == '/') return fs::path(home) / ".config/undine";
  return {};
}

fs::path folder_of_shell() {
  const char* shell = std::getenv("PWD");
  return shell ? fs::path(shell) : fs::path();
}

std::uint64_t free_memory() {
  constexpr const char* v2 = "/sys/fs/cgroup/memory.max";
  constexpr const char* v1 = "/sys/fs/cgroup/memory/memory.limit_in_bytes";
  const std::uint64_t free = number_in("/proc/meminfo", "MemAvailable:", endless / 1024);
  std::uint64_t most = free == endless / 1024 ? endless : free * 1024;
  most = std::min(most, left(number_in(v2, "", endless), number_in("/sys/fs/cgroup/memory.current", "", 0)));
  most =
      std::min(most, left(number_in(v1, "", endless), number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes", "", 0)));
  rlimit address{};
  if (::getrlimit(RLIMIT_AS, &address) == 0 && address.rlim_cur != RLIM_INFINITY)
    most = std::min<std::uint64_t>(most, left(address.rlim_cur, 1024 * number_in("/proc/self/status", "VmSize:", 0)));
  return most;
}

void* loaded_function(const char* library, const char* name) {
#ifdef __APPLE__
  constexpr const char* ending = ".dylib";
#else
  constexpr const char* ending = ".so";
#endif
  void* handle = ::dlopen(fmt::format("lib{}{}", library, ending).c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (!handle) return nullptr;
  void* const out = ::dlsym(handle, name);
  ::dlclose(handle);  // the library stays loaded by its other owner
  return out;
}

void on_hangup(void (*note)(int)) {
  if (std::signal(SIGHUP, note) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

void ignore_write_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

void block_signals() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);
}

bool has_display() {
#ifdef __APPLE__
  return true;
#else
  const char *x = std::getenv("DISPLAY"), *wayland = std::getenv("WAYLAND_DISPLAY");
  return (x && *x) || (wayland && *wayland);
#endif
}

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) != 0; }

int columns(std::FILE* stream) {
  winsize window{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

int open_to_write(const fs::path& file, Opening opening) {
  return open_again(file.c_str(), O_WRONLY | (opening == Opening::fresh ? O_CREAT | O_EXCL : 0), 0666);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool set_permissions(int descriptor, fs::perms bits) { return ::fchmod(descriptor, static_cast<mode_t>(bits)) == 0; }

bool sync(int descriptor) { return ::fsync(descriptor) == 0; }

bool sync_folder(const fs::path& folder) {
  const int fd = open_again(folder.c_str(), O_RDONLY | O_DIRECTORY);
  const bool done = fd >= 0 && ::fsync(fd) == 0;
  if (fd >= 0) ::close(fd);
  return done;
}

bool set_size(int descriptor, std::uint64_t bytes) { return ::ftruncate(descriptor, static_cast<off_t>(bytes)) == 0; }

bool close(int descriptor) { return ::close(descriptor) == 0; }

bool may_write(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0) return false;
  if ((flags & O_ACCMODE) != O_RDONLY) return true;
  errno = EACCES;
  return false;
}

bool is_shared(const fs::path& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 && (info.st_nlink > 1 || info.st_uid != ::geteuid());
}

std::optional<int> descriptor_of(const fs::path& file) {
  const std::string name = file.filename().string();
  if (name.empty() || name.size() > 9 || name.find_first_not_of("0123456789") != std::string::npos) return {};
  std::error_code absent;
  const fs::path folder = fs::canonical(file.parent_path(), absent);
  if (absent || (folder != "/dev/fd" && folder != fs::canonical("/proc/self/fd", absent))) return {};
  return std::stoi(name);
}

bool may_write(const fs::path& file) { return access_to(file, W_OK); }

bool may_write_in(const fs::path& folder) { return access_to(folder, W_OK | X_OK); }

bool installed(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const auto end = folders.find(':');
    const fs::path candidate = fs::path(folders.substr(0, end)) / name;
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored) && access_to(candidate, X_OK)) return true;
    folders = end == std::string_view::npos ? std::string_view() : folders.substr(end + 1);
  }
  return false;
}

struct Child::State {
  int pipe = -1, log = -1;
  pid_t process = -1;
  std::string problem;

  void start(std::vector<std::string>& words) {
    log = nameless_file();
    int ends[2] = {-1, -1};
    if (!make_pipe(ends)) {
      problem = fmt::format("no pipe: {}", std::strerror(errno));
      return;
    }
    pipe = ends[1];
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (log >= 0) ::posix_spawn_file_actions_adddup2(&actions, log, 2);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none, pipe_signal;
    ::sigemptyset(&none);
    ::sigemptyset(&pipe_signal);
    ::sigaddset(&pipe_signal, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
    ::posix_spawnattr_setpgroup(&attributes, 0);  // keeps Ctrl-C from the child
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int failed = ::posix_spawnp(&process, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    if (failed == 0) return;
    process = -1;
    problem = std::strerror(failed);
  }
};

Child::Child(std::vector<std::string> words) : state_(std::make_unique<State>()) { state_->start(words); }

Child::~Child() {
  if (state_->process > 0) {
    ::kill(state_->process, SIGKILL);
    wait();
  }
  close_once(state_->pipe);
  close_once(state_->log);
}

const std::string& Child::problem() const { return state_->problem; }

bool Child::write(std::string_view bytes) { return write_all(state_->pipe, bytes); }

void Child::finish() { close_once(state_->pipe); }

bool Child::wait() {
  if (state_->process <= 0) return false;
  int status = 0;
  while (::waitpid(state_->process, &status, 0) < 0 && errno == EINTR) {
  }
  state_->process = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::uint64_t Child::said() const {
  const auto size = state_->log >= 0 ? ::lseek(state_->log, 0, SEEK_END) : 0;
  return size > 0 ? static_cast<std::uint64_t>(size) : 0;
}

std::string Child::last_words(std::size_t most) const {
  std::string text(most, '\0');
  const auto size = static_cast<off_t>(said());
  const auto from = std::max<off_t>(size - static_cast<off_t>(most), 0);
  const auto n = size > 0 ? ::pread(state_->log, text.data(), text.size(), from) : 0;
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  if (const auto line = text.find('\n'); from > 0 && line != std::string::npos) text.erase(0, line + 1);
  return text;
}

}  // namespace undine::system
