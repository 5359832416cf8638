#include "engine/app/session/signals.h"

#include <csignal>

namespace undine::session {

static volatile std::sig_atomic_t flag = 0;

static void note(int number) {
  flag = 1;
  std::signal(number, SIG_DFL);
}

void catch_signals() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error of write()
#endif
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
}

bool interrupted() { return flag != 0; }

}  // namespace undine::session
