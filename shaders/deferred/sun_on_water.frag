// Visible share of the sun on the waters' rest levels: a tile per water, stacked vertically.
#include "passes/deferred/camera.h"
#include "passes/deferred/sun_share.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(constant_id = 10) const int waters = 0;
#include "lib/sun.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out float share;

void main() {
  float tile = uv.y * float(waters);
  LevelTile t = levels.w.of[clamp(int(tile), 0, waters - 1)];
  vec2 at = 0.5 + (vec2(uv.x, fract(tile)) - 0.5) * sun_tile_wider;
  vec2 xz = t.place.xy + at / t.place.zw;
  share = sun_unshaded(vec3(xz.x, t.rest, xz.y), vec3(0.0, 1.0, 0.0));
}
