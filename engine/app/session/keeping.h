// What goes on under way when a scene's settings change, and what has to begin anew.
#pragma once
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace undine::session {

struct Keeping {
  std::vector<bool> waters;           // by index, of both scenes' waters
  bool bodies = false;                // and dwellers: they go on with all waters
  bool picture = false;               // the renderer too: nothing but live values may differ
  std::vector<std::string> restarts;  // "pool.cells needs a restart of pool"
  bool all() const;
};
Keeping what_goes_on(Scene& now, Scene& next);

}  // namespace undine::session
