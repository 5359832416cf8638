// Tests if the lens is partly in water, or so close above it that a waterline may cross it. Writes the indirect
// arguments of the draws for eyes in the air and in water.
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"
#include "passes/water/water_params.h"

layout(local_size_x = 1) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 2) uniform sampler2D level_map;
layout(binding = 3, scalar) writeonly buffer Draws { LensDraws d; } draws;
layout(push_constant, scalar) uniform Params { LensParams p; } params;
#include "lib/levels.glsl"

// Meters over the water's surface; far over it where there is none.
float over_water(vec3 lens) {
  if (params.p.water >= waters) return lens.y - params.p.rest;
  vec4 column = water_column(params.p.water, lens.xz);
  return column.w > 0.5 ? lens.y - column.x : 1e9;
}

const int side = 8;  // points of a grid over the lens

void main() {
  vec3 corner = lens_at(camera.c.inverse_view_projection, vec2(0.0));
  vec3 opposite = lens_at(camera.c.inverse_view_projection, vec2(1.0));
  // Between the points no wave is as steep as three.
  float margin = 3.0 * distance(corner, opposite) / float(side - 1);
  uint wet = 0u;
  for (int i = 0; i < side * side; ++i) {
    vec2 uv = vec2(ivec2(i % side, i / side)) / float(side - 1);
    if (over_water(lens_at(camera.c.inverse_view_projection, uv)) < margin) wet = 1u;
  }
  draws.d.in_air = uvec4(3u, 1u - wet, 0u, 0u);
  draws.d.in_water = uvec4(3u, wet, 0u, 0u);
  draws.d.motes = uvec4(6u, wet * params.p.motes, 0u, 0u);
}
