// Ending on request: SIGINT, SIGTERM and a hangup set a flag that the frame loops look at, so that files stay whole and
// checkpoints are saved. Further signals do not interrupt that; Ctrl-\ and kill -9 end the program at once.
#pragma once

namespace undine::session {

void catch_signals();  // SIGPIPE becomes a write error; a hangup that is ignored (nohup) stays so
bool interrupted();
int interruption();  // number of the first signal; 0: none

}  // namespace undine::session
