// RECEIVED: discards surface parts below the surface of a receiving water, where both waters are one.
#ifdef RECEIVED
#include "passes/deferred/water_levels.h"
layout(binding = 8, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 9) uniform sampler2D level_map;
#include "lib/levels.glsl"
layout(constant_id = 20) const uint receivers = 0u;  // a bit for each water

const float lip = 0.05;  // meters over a level that its surface, as it is drawn, hides

bool is_under(int i, vec3 p) {
  vec4 column = water_column(i, p.xz);
  return water_beside(i, p.xz) <= 0.0 && is_level(i, column) && p.y < column.x + lip;
}

bool is_received(vec3 p, vec3 eye) {
  for (int i = 0; i < waters; ++i)
    if ((receivers >> i & 1u) != 0u && is_under(i, eye + vec3(0.0, lip, 0.0)) && is_under(i, p)) return true;
  return false;
}
#else
bool is_received(vec3 p, vec3 eye) { return false; }
#endif
