// Where the HUD's panels are in the picture: none covers another one. Only hud*.cpp and tests include this header.
#pragma once
#include <glm/glm.hpp>

namespace undine::hud {

struct Box {  // pixels from the upper left corner of the picture
  glm::vec2 low{}, high{};
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
};

struct Columns {  // figures on the left, waters and settings on the right, what is between them
  Box left, middle, right;
};

constexpr float left_width = 262, right_width = 230, settings_width = 330, field_width = 312, help_width = 360,
                failure_width = 300;                           // all times the scale of text; the last one is the least
constexpr glm::vec2 full_size{600, 360}, least_size{160, 90};  // of pictures with all panels, with a few figures

// Without room between the columns the middle is empty.
inline Columns columns(const Box& room, bool settings, float gap, float scale) {
  const float left = left_width * scale, widest = room.width() - left - gap;
  const float right = settings ? glm::clamp(widest, right_width * scale, settings_width * scale) : right_width * scale;
  Columns out{room, room, room};
  out.left.high.x = room.low.x + left;
  out.right.low.x = room.high.x - right;
  out.middle.low.x = out.left.high.x + gap;
  out.middle.high.x = glm::max(out.right.low.x - gap, out.middle.low.x);
  return out;
}

}  // namespace undine::hud
