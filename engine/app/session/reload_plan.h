// Parts of a run that continue after a change of scene settings, and parts that restart.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace undine::session {

struct ReloadPlan {
  std::vector<bool> waters;  // by index, of both scenes' waters
  bool bodies = false;       // bodies and passive agents: continue only if all solvers do
  bool picture = false;      // the renderer too: only live values differ
  // Per entry of "bodies" of the next scene the one that it continues, or none. Empty: the scenes differ by more than
  // added or removed entries, apart from the picture and live values. All solvers must continue.
  std::optional<std::vector<std::optional<std::size_t>>> continued;
  std::vector<std::string> restarts;  // "pool.cells needs a restart of pool"
  bool all() const;
};
ReloadPlan plan_reload(Scene& now, Scene& next);

}  // namespace undine::session
