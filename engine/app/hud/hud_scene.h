// Panel that edits a scene. Only hud*.cpp include this header.
#pragma once
#include <optional>
#include <string>

#include "engine/app/hud/hud.h"
#include "engine/app/hud/hud_moved.h"
#include "engine/app/hud/hud_places.h"

namespace undine::hud {

class ScenePanel {
 public:
  // Applies live values at once, also by `controls`; marks values that need a restart until "apply". Fills `room`.
  Box draw(session::Session& session, HudControls& controls, const Box& room, MovedPanels& moved);

 private:
  void sections(session::Session& session, HudControls& controls);
  std::string note() const;  // shown below the buttons
  void buttons(session::Session& session, HudControls& controls);
  void save(const session::Session& session, const CameraPlace& camera);

  std::optional<Scene> draft_;  // the session's scene with all edits
  bool waiting_ = false;        // the draft has changes that need "apply"
  bool sky_waits_ = false;      // waits for the end of an edit
  std::string problem_, message_;
};

}  // namespace undine::hud
