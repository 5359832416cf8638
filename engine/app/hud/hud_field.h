// The panel of a field's picture: colour bar, range and how it is shown. Only hud*.cpp include this header.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "engine/app/hud/hud.h"
#include "engine/app/hud/hud_moved.h"
#include "engine/app/hud/hud_places.h"

namespace undine::hud {

// A figure with as many digits as tell parts of `span` apart.
std::string scale_text(double value, double span);

class FieldPanel {
 public:
  explicit FieldPanel(session::Session& session);
  // Views, then fields. Those that cannot be shown say why.
  void combo(const session::Session& session, HudControls& controls);
  // Whether there is a panel.
  bool shows(const HudControls& controls) const { return shown(controls) || is_graph_path(controls.show); }
  // In the middle of the lower edge of `room`. Where controls.show is a field or a resource of the frame.
  Box draw(session::Session& session, HudControls& controls, const Box& room, float scale, MovedPanels& moved);

 private:
  const Field* shown(const HudControls& controls) const;
  // A path to type, and the nodes whose path contains what was typed, with their bindings.
  // opened: just now, so that the keys go there.
  void resources(const session::Session& session, HudControls& controls, bool opened);
  void of_field(session::Session& session, const Field& field, FieldShow& how, float scale);
  void of_resource(session::Session& session, const std::string& path, FieldShow& how, float scale);
  static void grid_boxes(FieldShow& how);
  void range(FieldShow& how, const FieldFigures& figures, float scale);

  std::vector<Field> fields_;
  std::array<char, 160> typed_{};  // a graph path, or a part of one
};

}  // namespace undine::hud
