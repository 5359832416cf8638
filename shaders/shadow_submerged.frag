// Depth along sunlight in water: of what stands under a surface alone.
#include "passes/camera.h"
#include "passes/shadow.h"
#include "passes/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 6, scalar) uniform SunDepthBlock { SunDepthParams p; } sun_depth;
layout(binding = 7, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 8) uniform sampler2D level_map;
#include "lib/levels.glsl"

void main() {
  vec3 clip = vec3(uv_to_clip(gl_FragCoord.xy * sun_depth.p.texel), gl_FragCoord.z);
  vec3 world = (sun_depth.p.world_from_sun * vec4(clip, 1.0)).xyz;
  float level;
  if (water_over(world, camera.c.bent_direction.xyz, level) < 0) discard;
}
