// The panel of a field's picture: colour bar, range and how it is shown. Only hud*.cpp include this header.
#pragma once
#include <string>
#include <vector>

#include "engine/app/hud/hud.h"
#include "engine/app/hud/hud_places.h"

namespace undine::hud {

// A figure with as many digits as tell parts of `span` apart.
std::string scale_text(double value, double span);

class FieldPanel {
 public:
  explicit FieldPanel(session::Session& session);
  // Views, then fields. Those that cannot be shown say why.
  void combo(HudControls& controls) const;
  bool shows(const HudControls& controls) const { return shown(controls) != nullptr; }  // whether there is a panel
  // In the middle of the lower edge of `room`. Where controls.show is a field.
  Box draw(session::Session& session, HudControls& controls, const Box& room, float scale);

 private:
  const Field* shown(const HudControls& controls) const;
  static void grid_boxes(FieldShow& how);
  void range(FieldShow& how, const FieldFigures& figures, float scale);

  std::vector<Field> fields_;
};

}  // namespace undine::hud
