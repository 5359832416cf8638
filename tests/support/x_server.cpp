#include "tests/support/x_server.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace undine::test {

XServer::XServer(const std::string& screen) {
  // Servers that search for a free number concurrently may select the same one: the process selects it instead.
  static int servers = 0;
  const std::string wanted = ":" + std::to_string(100 + getpid() % 50000 + 50000 * servers++);
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe");
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    close(ends[0]);
    int nothing = open("/dev/null", O_RDWR);
    for (int standard : {0, 1, 2}) dup2(nothing, standard);
    std::string number = std::to_string(ends[1]);
    // Without -noreset the server resets when its last client leaves, and rejects a client that connects meanwhile.
    const char* keep = screen.empty() ? nullptr : "-fbdir";
    execlp("Xvfb", "Xvfb", wanted.c_str(), "-displayfd", number.c_str(), "-screen", "0", "800x600x24", "-noreset",
           "-nolisten", "tcp", keep, screen.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  char c = 0;
  while (read(ends[0], &c, 1) == 1 && c != '\n') display_ += c;
  close(ends[0]);
  if (display_.empty()) {
    waitpid(process_, nullptr, 0);
    throw std::runtime_error("Xvfb did not start");
  }
  display_ = ":" + display_;
}

XServer::~XServer() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

}  // namespace undine::test
