// FieldParams of a SurfaceField.
#pragma once
#include <algorithm>

#include "engine/scene/ports.h"
#include "passes/water/water_params.h"

namespace undine::water {

// The grid that is drawn has one quad per cell, but no fewer than `low` and no more than `high` along a side.
inline FieldParams field_params(const SurfaceField& f, std::uint32_t low, std::uint32_t high) {
  FieldParams p{};
  p.origin = vec4(glm::vec3(f.origin), static_cast<float>(f.depth));
  p.size = vec4(glm::vec2(f.size), f.periodic_x ? 1.0f : 0.0f, f.periodic_z ? 1.0f : 0.0f);
  p.cells = uvec4(f.cells, std::clamp(f.cells.x, low, high), std::clamp(f.cells.y, low, high));
  p.past = vec4(f.past);
  return p;
}

// Ripples of a lake do not fit a dish.
inline float ripple_strength(const SurfaceField& f, double ripples) {
  return static_cast<float>(ripples * std::clamp(std::min(f.size.x, f.size.y) / 4, 0.1, 1.0));
}

}  // namespace undine::water
