// Which draw lights a pixel: part_in_air or part_in_water; neither where nothing stands or water hides it.
#include "passes/deferred/camera.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D depth;
layout(binding = 2) uniform sampler2D covered;
layout(binding = 3, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 4) uniform sampler2D level_map;
layout(constant_id = 0) const bool has_covered = false;
#include "lib/levels.glsl"

// By water at the pixel and at all around it, so that what is read between pixels is lit.
bool is_hidden() {
  if (!has_covered) return false;
  vec2 size = vec2(textureSize(covered, 0));
  vec4 least = vec4(1.0);
  for (int i = 0; i < 4; ++i)
    least = min(least, textureGather(covered, (gl_FragCoord.xy + vec2(i & 1, i >> 1) - 0.5) / size));
  return min(min(least.x, least.y), min(least.z, least.w)) > 0.0;
}

void main() {
  float d = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r, level;
  vec3 world = world_at(camera.c.inverse_view_projection, gl_FragCoord.xy * camera.c.viewport.zw, d);
  float part = water_over(world, camera.c.bent_direction.xyz, level) >= 0 ? part_in_water : part_in_air;
  gl_FragDepth = d <= 0.0 || is_hidden() ? part_none : part;
}
