// The panel of a field's picture: colour bar, range and how it is shown. Only hud*.cpp include this header.
#pragma once
#include <string>
#include <vector>

#include "engine/app/hud.h"

namespace undine::hud {

// A figure with as many digits as tell parts of `span` apart.
std::string scale_text(double value, double span);

class FieldPanel {
 public:
  explicit FieldPanel(Session& session);
  // Views, then fields. Those that cannot be shown say why.
  void combo(HudControls& controls) const;
  // Where controls.show is a field.
  void draw(Session& session, HudControls& controls, float scale);

 private:
  const Field* shown(const HudControls& controls) const;
  static void grid_boxes(FieldShow& how);
  void range(FieldShow& how, const FieldFigures& figures, float scale);

  std::vector<Field> fields_;
};

}  // namespace undine::hud
