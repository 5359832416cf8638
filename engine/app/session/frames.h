// Frames of a session that are planned only: what `graph` prints and `check` tries.
#pragma once
#include "engine/app/session/session.h"

namespace undine::session {

// The plan of the first frame (initial state, steps, picture), or of a later one that repeats. The session's graph is
// the planned one afterwards.
graph::Plan plan_frames(Session& session, glm::uvec2 size, bool first);

// Also plans what only dumps, statistics and the window declare. Throws Error for any declaration that does not fit.
void plan_everything(Session& session);

}  // namespace undine::session
