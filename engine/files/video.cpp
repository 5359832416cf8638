#include "engine/files/video.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace undine::files {

namespace fs = std::filesystem;

static bool installed(const std::string& program) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const auto end = folders.find(':');
    const fs::path candidate = fs::path(folders.substr(0, end)) / program;
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored) && ::access(candidate.c_str(), X_OK) == 0) return true;
    folders = end == std::string_view::npos ? std::string_view() : folders.substr(end + 1);
  }
  return false;
}

void Video::require_ffmpeg(const fs::path& file) {
  if (!installed("ffmpeg"))
    throw Error(Exit::failure, file.string(), "videos need ffmpeg, which is not installed",
                "install ffmpeg, or write pictures: --out folder/%05d.png");
}

Video::Video(const fs::path& file, glm::uvec2 size, double frames_per_second) : file_(file), temporary_(file) {
  require_ffmpeg(file);
  temporary_.replace_filename(fmt::format(".undine-{}-{}", ::getpid(), file.filename().string()));
  log_ = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error(Exit::failure, file.string(), fmt::format("no pipe to ffmpeg: {}", std::strerror(errno)));
  pipe_ = ends[1];

  // Even sizes, because 4:2:0 halves them; bitexact, so that the same frames give the same bytes.
  std::istringstream options(fmt::format(
      "ffmpeg -nostdin -loglevel error -y -f rawvideo -pix_fmt rgba -video_size {}x{} -framerate {:.6g} -i pipe:0 -an "
      "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -preset medium -crf 18 -pix_fmt yuv420p -fflags +bitexact "
      "-flags:v +bitexact -movflags +faststart -f mp4",
      size.x, size.y, frames_per_second));
  std::vector<std::string> words{std::istream_iterator<std::string>(options), {}};
  words.push_back(fs::absolute(temporary_).string());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (log_ >= 0) posix_spawn_file_actions_adddup2(&actions, log_, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, pipe_signal;
  sigemptyset(&none);
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
  posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C ends the run; ffmpeg shall finish the file
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int problem = posix_spawnp(&child_, "ffmpeg", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (problem != 0) {
    child_ = -1;
    close();
    throw Error(Exit::failure, file.string(), fmt::format("ffmpeg does not start: {}", std::strerror(problem)));
  }
}

Video::~Video() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    wait();
  }
  close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void Video::write(std::span<const std::byte> rgba) {
  while (!rgba.empty()) {
    const auto n = ::write(pipe_, rgba.data(), rgba.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      wait();
      fail("ffmpeg ended early");
    }
    rgba = rgba.subspan(static_cast<std::size_t>(n));
  }
}

void Video::finish() {
  ::close(pipe_);
  pipe_ = -1;
  // Version 5 ends with 0 also when it could not write the end of the file; it says so, and at this level nothing else.
  const bool ended_well = wait();
  if (!ended_well || (log_ >= 0 && ::lseek(log_, 0, SEEK_END) > 0)) fail("ffmpeg failed");
  std::error_code problem;
  fs::rename(temporary_, file_, problem);
  if (problem) fail("cannot be written: " + problem.message());
}

void Video::close() {
  for (int* fd : {&pipe_, &log_}) {
    if (*fd >= 0) ::close(*fd);
    *fd = -1;
  }
}

bool Video::wait() {
  if (child_ <= 0) return false;
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void Video::fail(const std::string& what) {
  // Its last words: the first ones of a long log are often warnings.
  std::string text(512, '\0');
  const auto size = log_ >= 0 ? ::lseek(log_, 0, SEEK_END) : 0;
  const auto from = std::max<off_t>(size - static_cast<off_t>(text.size()), 0);
  const auto n = size > 0 ? ::pread(log_, text.data(), text.size(), from) : 0;
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  if (const auto line = text.find('\n'); from > 0 && line != std::string::npos) text.erase(0, line + 1);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  throw Error(Exit::failure, file_.string(), text.empty() ? what : what + ": " + text);
}

}  // namespace undine::files
