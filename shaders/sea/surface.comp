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
    sum += spline_waves(waves, uv, 3 * c + layer);
  }
  return sum;
}

// Displacement within some percent: where the iteration begins.
vec4 roughly_displaced(vec2 at) {
  vec4 sum = vec4(0.0);
  for (int c = 0; c < params.p.patches; ++c) {
    vec2 uv = vec2(params.p.corner_x[c], params.p.corner_z[c]) + at * params.p.per_metre[c];
    sum += linear_waves(waves, 0, uv, 3 * c);
  }
  return sum;
}

void main() {
  uvec2 cell = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(cell, params.p.cells))) return;
  vec2 place = (vec2(cell) + 0.5) * params.p.cell, rest = place;
  for (int i = 0; i < 2; ++i) rest = place - roughly_displaced(rest).xz;
  vec4 displaced;
  for (int i = 0; i < 3; ++i) {
    displaced = all_patches(rest, 0);
    if (i < 2) rest = place - displaced.xz;
  }
  imageStore(surface, ivec2(cell), vec4(displaced.y, displaced_slope(all_patches(rest, 1), displaced.w), 1.0));
}
