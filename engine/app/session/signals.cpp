#include "engine/app/session/signals.h"

#include <csignal>

#include "engine/core/system.h"

namespace undine::session {

static volatile std::sig_atomic_t flag = 0;

static void note(int number) {
  flag = 1;
  std::signal(number, SIG_DFL);
}

void catch_signals() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  system::ignore_write_signals();
}

bool interrupted() { return flag != 0; }

}  // namespace undine::session
