#include "engine/app/session/signals.h"

#include <csignal>

#include "engine/core/system.h"

namespace undine::session {

static volatile std::sig_atomic_t first = 0;

static void note(int number) {
  std::signal(number, note);  // some systems reset the handler
  if (first == 0) first = number;
}

void catch_signals() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  system::on_hangup(note);
  system::ignore_write_signals();
}

bool interrupted() { return first != 0; }
int interruption() { return first; }

}  // namespace undine::session
