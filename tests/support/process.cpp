#include "tests/support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace undine::test {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void become(const std::vector<std::string>& command, const RunOptions& options, int out, int err) {
  for (const auto& [name, value] : options.env)
    value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(out, 1);
  dup2(err, 2);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
  std::vector<char*> arguments;
  for (const std::string& text : command) arguments.push_back(const_cast<char*>(text.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

// Appends available data; returns false at the end of the stream.
bool drain(int from, std::string& to) {
  std::array<char, 4096> part{};
  ssize_t got = read(from, part.data(), part.size());
  if (got > 0) to.append(part.data(), static_cast<std::size_t>(got));
  return got > 0;
}

}  // namespace

std::string Outcome::text() const {
  return "exit " + std::to_string(code) + ", signal " + std::to_string(signal) + (timed_out ? ", timed out" : "") +
         "\n--- out\n" + out + "\n--- err\n" + err;
}

Outcome run_process(const std::vector<std::string>& command, const RunOptions& options) {
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  auto begin = Clock::now();
  pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    setpgid(0, 0);
    become(command, options, out[1], err[1]);
  }
  close(out[1]);
  close(err[1]);

  Outcome run;
  bool signalled = false;
  std::array<pollfd, 2> streams{pollfd{out[0], POLLIN, 0}, pollfd{err[0], POLLIN, 0}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    poll(streams.data(), streams.size(), 20);
    for (std::size_t i = 0; i < 2; ++i)
      if (streams[i].fd >= 0 && streams[i].revents != 0 && !drain(streams[i].fd, i == 0 ? run.out : run.err))
        streams[i].fd = -1;
    if (!signalled && options.signal_when && options.signal_when()) {
      kill(child, options.signal);
      signalled = true;
    }
    if (std::chrono::duration<double>(Clock::now() - begin).count() > options.timeout && !run.timed_out) {
      kill(-child, SIGKILL);
      run.timed_out = true;
    }
  }
  close(out[0]);
  close(err[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) run.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  return run;
}

Outcome undine(std::vector<std::string> arguments, const RunOptions& options) {
  arguments.insert(arguments.begin(), UNDINE_PROGRAM);
  if (const char* other = std::getenv("UNDINE_SHADERS")) arguments.insert(arguments.end(), {"--shaders", other});
  return run_process(arguments, options);
}

}  // namespace undine::test
