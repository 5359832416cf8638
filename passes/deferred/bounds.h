// World-space bounding boxes, and culling tests against pictures and maps.
#pragma once
#include <algorithm>
#include <array>
#include <glm/glm.hpp>

namespace undine::deferred {

struct Bounds {  // an axis-aligned box in world space; empty: low > high
  glm::vec3 low{1e30f}, high{-1e30f};
  bool empty() const { return low.x > high.x; }
  void include(glm::vec3 point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
};

// True only if nothing in the box lies between the sides of the clip space that `clip` leads to. Its depth does not
// count.
inline bool is_beside(const glm::mat4& clip, const Bounds& box) {
  if (box.empty()) return false;
  constexpr float border = 1.001f;
  std::array<int, 5> beyond{};
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec3 p{corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                      corner & 4 ? box.high.z : box.low.z};
    const glm::vec4 c = clip * glm::vec4(p, 1);
    const float side = border * c.w;
    beyond[0] += c.x < -side;
    beyond[1] += c.x > side;
    beyond[2] += c.y < -side;
    beyond[3] += c.y > side;
    beyond[4] += c.w < 0;
  }
  return std::ranges::find(beyond, 8) != beyond.end();
}

}  // namespace undine::deferred
