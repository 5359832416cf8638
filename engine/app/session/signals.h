// Graceful termination: SIGINT, SIGTERM and SIGHUP set a flag that frame loops poll, so that files are complete and
// checkpoints are saved. Further signals do not interrupt this; Ctrl-\ and kill -9 end the program at once.
#pragma once

namespace undine::session {

void catch_signals();  // SIGPIPE becomes a write error; an ignored SIGHUP (nohup) stays ignored
bool interrupted();
int interruption();  // number of the first signal; 0: not interrupted

}  // namespace undine::session
