// Whether any of the near plane is in water or so close over it that its line could be on the lens: the arguments of the draws for
// eyes in the air alone and of those for eyes in water.
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"
#include "passes/water/water_params.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 2) uniform sampler2D level_map;
layout(binding = 3, scalar) writeonly buffer Draws { LensDraws d; } draws;
layout(push_constant, scalar) uniform Params { LensParams p; } params;
#include "lib/levels.glsl"

shared uint near_water;

// Metres over the water's surface; far over it where there is none.
float over_water(vec3 lens) {
  if (params.p.water >= waters) return lens.y - params.p.rest;
  vec4 column = water_column(params.p.water, lens.xz);
  return column.w > 0.5 ? lens.y - column.x : 1e9;
}

void main() {
  if (gl_LocalInvocationIndex == 0u) near_water = 0u;
  barrier();
  // Points of a grid over the lens, and between them no wave is as steep as their distance times three.
  vec2 uv = vec2(gl_LocalInvocationID.xy) / 7.0;
  vec3 lens = world_at(camera.c.inverse_view_projection, uv, 1.0);
  vec3 beside = world_at(camera.c.inverse_view_projection, uv + vec2(0.5 - step(0.5, uv)) / 3.5, 1.0);
  if (over_water(lens) < 1.5 * distance(lens, beside)) atomicOr(near_water, 1u);
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  uint wet = near_water;
  draws.d.in_air = uvec4(3u, 1u - wet, 0u, 0u);
  draws.d.in_water = uvec4(3u, wet, 0u, 0u);
  draws.d.motes = uvec4(6u, wet * params.p.motes, 0u, 0u);
}
