#include "engine/app/session/signals.h"

#include <csignal>

#include "engine/core/system.h"

namespace undine::session {

static volatile std::sig_atomic_t first = 0;

static void note(int number) {
  std::signal(number, note);  // some systems reset it
  if (first == 0) first = number;
}

void catch_signals() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
#ifdef SIGHUP
  if (std::signal(SIGHUP, note) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
#endif
  system::ignore_write_signals();
}

bool interrupted() { return first != 0; }
int interruption() { return first; }

}  // namespace undine::session
