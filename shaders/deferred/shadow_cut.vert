// deferred/shadow.vert, clipped outside the boxes of waters and where the test against the water level is the same
// for all points (deferred/level_span.comp).
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/shadow.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 6, scalar) uniform SunDepthBlock { SunDepthParams p; } sun_depth;
layout(binding = 7, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 9, std430) readonly buffer Span { uint words[]; } span;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;
layout(constant_id = 10) const int waters = 0;
layout(constant_id = 0) const bool has_span = false;
layout(constant_id = 1) const int cut = 0;
layout(constant_id = 2) const int deep_in = 0;
layout(constant_id = 3) const bool with_walls = false;  // of the deep: what stands beside the water, too
layout(constant_id = 4) const bool deep_kept = false;   // what lies under the troughs is there already

out float gl_ClipDistance[6];

#include "deferred/level_span.glsl"

float lowest_trough() {
  float y = 1e9;
  for (int i = 0; i < waters; ++i) y = min(y, levels.w.of[i].rest - wave_trough);
  return y;
}

void main() {
  int i = gl_VertexIndex * 8;
  vec4 world = params.p.model * vec4(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2], 1.0);
  gl_Position = camera.c.sun_matrix * world;
  vec2 low = sun_depth.p.within.xy, high = sun_depth.p.within.zw;
  float bottom = -1e9, top = 1e9;
  if (has_span && (cut == shadow_cut_low || cut == shadow_cut_between)) top = highest_of_all();
  if (has_span && cut == shadow_cut_between) bottom = deep_kept ? lowest_trough() : lowest_of_all();
  if (has_span && cut == shadow_cut_high) bottom = highest_of_all();
  if (cut == shadow_cut_deep) {
    LevelTile t = levels.w.of[deep_in];
    low = t.place.xy;
    high = low + 1.0 / t.place.zw;
    if (with_walls) {
      low -= t.walls.xz + walls_beside / t.place.zw;
      high += t.walls.yw + walls_beside / t.place.zw;
    }
    bottom = t.bottom;
    top = has_span ? lowest(deep_in) : t.rest - wave_trough;
  }
  gl_ClipDistance[0] = world.x - low.x;
  gl_ClipDistance[1] = world.z - low.y;
  gl_ClipDistance[2] = high.x - world.x;
  gl_ClipDistance[3] = high.y - world.z;
  gl_ClipDistance[4] = world.y - bottom;
  gl_ClipDistance[5] = top - world.y;
}
