// Result of the last file change, for the log and the HUD.
#pragma once
#include <cstdint>
#include <string>

namespace undine::window {

struct ReloadStatus {
  enum class State { unchanged, fresh, failed } state = State::unchanged;
  std::string text;           // failed: place, line and problem; fresh: what was reloaded
  std::uint64_t changes = 0;  // attempts so far: distinguishes a new status from the old one
};

}  // namespace undine::window
