// Layout of the HUD's panels, which do not overlap. Only hud*.cpp and tests include this header.
#pragma once
#include <glm/glm.hpp>

namespace undine::hud {

struct Box {  // pixels from the upper left corner of the picture
  glm::vec2 low{}, high{};
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
};

struct Columns {  // figures on the left, settings on the right, middle between them
  Box left, middle, right;
};

constexpr float left_width = 248, right_width = 230, settings_width = 330, bar_width = 560, field_width = 312,
                help_width = 640,
                failure_width = 300;  // all times the scale of text; bar and failure: minimum widths
constexpr glm::vec2 full_size{600, 360}, least_size{160, 90};  // pictures with all panels; with a few figures

// A hidden column has zero width. Without room between the columns the middle is empty.
inline Columns columns(const Box& room, bool figures, bool settings, float gap, float scale) {
  const float left = figures ? left_width * scale : 0, widest = room.width() - left - gap;
  const float right = settings ? glm::clamp(widest, right_width * scale, settings_width * scale) : 0;
  Columns out{room, room, room};
  out.left.high.x = room.low.x + left;
  out.right.low.x = room.high.x - right;
  out.middle.low.x = figures ? out.left.high.x + gap : room.low.x;
  out.middle.high.x = glm::max(settings ? out.right.low.x - gap : room.high.x, out.middle.low.x);
  return out;
}

}  // namespace undine::hud
