// Panel of a displayed field: color bar, range and settings. Only hud*.cpp include this header.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "engine/app/hud/hud.h"
#include "engine/app/hud/hud_moved.h"
#include "engine/app/hud/hud_places.h"

namespace undine::hud {

// Number with enough digits to resolve parts of `span`.
std::string scale_text(double value, double span);

class FieldPanel {
 public:
  explicit FieldPanel(session::Session& session);
  // Lists views, then fields, with a reason for those that cannot be shown.
  void combo(const session::Session& session, HudControls& controls);
  // the panel is visible
  bool shows(const HudControls& controls) const { return shown(controls) || is_graph_path(controls.show); }
  // Draws at the middle of the lower edge of `room`, if controls.show is a field or a resource of the frame.
  Box draw(session::Session& session, HudControls& controls, const Box& room, float scale, MovedPanels& moved);

 private:
  const Field* shown(const HudControls& controls) const;
  // Input for a path, and the nodes whose path contains it, with their bindings.
  // opened: the list has just opened and takes the keyboard focus.
  void resources(const session::Session& session, HudControls& controls, bool opened);
  void of_field(session::Session& session, const Field& field, FieldShow& how, float scale);
  void of_resource(session::Session& session, const std::string& path, FieldShow& how, float scale);
  static void grid_boxes(FieldShow& how);
  void range(FieldShow& how, const FieldFigures& figures, float scale);

  std::vector<Field> fields_;
  std::array<char, 160> typed_{};  // a graph path, or a part of one
};

}  // namespace undine::hud
