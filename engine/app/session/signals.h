// Ending on request: SIGINT and SIGTERM set a flag that the frame loops look at, so that files stay whole.
#pragma once

namespace undine::session {

void catch_signals();  // a second SIGINT or SIGTERM ends the program at once; SIGPIPE becomes a write error
bool interrupted();

}  // namespace undine::session
