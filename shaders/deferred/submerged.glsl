// With SUBMERGED, keeps only points inside a water: in its box and below its surface plus a margin. Otherwise keeps
// all points, or those above a height.
#ifndef SHADERS_DEFERRED_SUBMERGED_GLSL
#define SHADERS_DEFERRED_SUBMERGED_GLSL
#ifdef SUBMERGED
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/water_levels.h"
layout(binding = 3, scalar) uniform ClipBlock { ClipBoxes boxes; } clip;
#ifndef SHADERS_LIB_LEVELS_GLSL
layout(binding = 8, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 9) uniform sampler2D level_map;
#endif
#include "lib/levels.glsl"

bool is_drawn(vec3 p) {
  for (int i = 0; i < clip.boxes.count; ++i) {
    if (any(lessThan(p, clip.boxes.low[i].xyz)) || any(greaterThan(p, clip.boxes.high[i].xyz))) continue;
    vec4 column = water_column(i, p.xz);
    if (!in_hole(i, p.xz) && is_level(i, column) && p.y < column.x + over_surface) return true;
  }
  return false;
}
#else
layout(constant_id = 18) const bool has_least = false;
layout(constant_id = 19) const float least_height = 0.0;
bool is_drawn(vec3 p) { return !has_least || p.y > least_height; }
#endif
#endif
