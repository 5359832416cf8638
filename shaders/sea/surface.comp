// The sea at places of world space: the place at rest from which the water there comes, by fixed-point iteration, then
// elevation and slopes.
#include "passes/sea/sea_params.h"
#include "lib/sea.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2DArray waves;
layout(binding = 1, rgba32f) writeonly uniform image2D surface;
layout(push_constant, scalar) uniform ParamsBlock { SeaSurfaceParams p; } params;

// Sum over all patches; `at`: metres from the grid's corner.
vec4 all_patches(vec2 at, int layer) {
  vec4 sum = vec4(0.0);
  for (int c = 0; c < params.p.patches; ++c) {
    vec2 uv = vec2(params.p.corner_x[c], params.p.corner_z[c]) + at * params.p.per_metre[c];
    sum += spline(waves, uv, 3 * c + layer);
  }
  return sum;
}

void main() {
  uvec2 cell = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(cell, params.p.cells))) return;
  vec2 place = (vec2(cell) + 0.5) * params.p.cell, rest = place;
  vec4 displaced = all_patches(rest, 0);
  for (int i = 0; i < 4; ++i) {
    rest = place - displaced.xz;
    displaced = all_patches(rest, 0);
  }
  imageStore(surface, ivec2(cell), vec4(displaced.y, displaced_slope(all_patches(rest, 1), displaced.w), 1.0));
}
