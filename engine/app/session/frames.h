// Plans frames of a session without running them, for `graph` and `check`.
#pragma once
#include "engine/app/session/session.h"

namespace undine::session {

// Plans the first frame (initial state, steps, picture), or a later, repeating one. Leaves the session's graph in that
// frame.
graph::Plan plan_frames(Session& session, glm::uvec2 size, bool first);

// Also plans declarations of dumps, statistics and the window. Throws Error for any invalid declaration.
void plan_everything(Session& session);

}  // namespace undine::session
