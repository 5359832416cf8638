// Inverts the horizontal displacement: rest positions of the water at world-space points.
#include "passes/sea/sea_params.h"
#include "lib/sea.glsl"
layout(push_constant, scalar) uniform ParamsBlock { SeaSurfaceParams p; } params;

// Sum over all patches; `at`: meters from the grid's corner.
vec4 all_patches(samplerBuffer image, vec2 at, int layer) {
  vec4 sum = vec4(0.0);
  for (int c = 0; c < params.p.patches; ++c) {
    vec2 uv = vec2(params.p.corner_x[c], params.p.corner_z[c]) + at * params.p.per_meter[c];
    sum += spline_waves(image, params.p.texels, uv, 3 * c + layer);
  }
  return sum;
}

// Displacement within some percent: where the iteration begins.
vec4 roughly_displaced(samplerBuffer waves, vec2 at) {
  vec4 sum = vec4(0.0);
  for (int c = 0; c < params.p.patches; ++c) {
    vec2 uv = vec2(params.p.corner_x[c], params.p.corner_z[c]) + at * params.p.per_meter[c];
    sum += linear_waves(waves, params.p.texels, 0, uv, 3 * c);
  }
  return sum;
}

// By fixed-point iteration. displaced: layer 0 there.
vec2 rest_place(samplerBuffer waves, vec2 place, out vec4 displaced) {
  vec2 rest = place;
  for (int i = 0; i < 2; ++i) rest = place - roughly_displaced(waves, rest).xz;
  for (int i = 0; i < 2; ++i) rest = place - all_patches(waves, rest, 0).xz;
  displaced = all_patches(waves, rest, 0);
  return rest;
}

vec2 place_of(uvec2 cell) { return (vec2(cell) + 0.5) * params.p.cell; }
