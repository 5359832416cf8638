// Mip levels of the patches of a spectral sea, blended by the footprint.
#include "passes/water/water_params.h"
#include "lib/sea.glsl"

layout(binding = 1, scalar) uniform ParamsBlock { SeaParams p; } params;
layout(binding = 5) uniform samplerBuffer waves;

const int levels = 5;

#ifdef CARRIED
layout(binding = 6) uniform sampler2D carried;  // elevation and slopes of waves that the sea carries

// At a place of world space, meters from the anchor. At the border of their grid they end.
vec3 carried_waves(vec2 at) {
  vec2 uv = (at - params.p.carried.xy) * params.p.carried.zw;
  vec2 in_cells = (0.5 - abs(uv - 0.5)) * vec2(textureSize(carried, 0));
  float share = clamp(min(in_cells.x, in_cells.y) / 4.0, 0.0, 1.0);
  if (share <= 0.0) return vec3(0.0);
  return share * textureLod(carried, uv, 0.0).xyz;
}
#endif

#ifdef AROUND
layout(binding = 7) uniform sampler2D around;  // elevation, slopes and coverage of the water in the hole

// xyz: elevation and slopes of that water at its border, at the nearest place; w: its share of the surface, 1 there.
vec4 water_within(vec2 at) {
  vec2 low = params.p.hole.xy, high = params.p.hole.zw, nearest = clamp(at, low, high);
  float share = 1.0 - smoothstep(0.0, params.p.around.y, distance(at, nearest));
  if (share <= 0.0) return vec4(0.0);
  vec4 there = textureLod(around, (nearest - low) / (high - low), 0.0);
  return vec4(there.x + params.p.around.x, there.yz, share * there.w);
}
#endif

// q: meters from the anchor, at rest.
vec2 patch_uv(int patch_index, vec2 q) {
  return vec2(params.p.corner_x[patch_index], params.p.corner_z[patch_index]) + q * params.p.per_meter[patch_index];
}

float texel_of(int patch_index) {
  return 1.0 / (params.p.per_meter[patch_index] * float(params.p.texels));
}

// Level whose texels are `width` meters wide, from 0 to `levels`; there nothing is left of the patch.
float level_for(int patch_index, float width) {
  return clamp(log2(max(width / texel_of(patch_index), 1e-6)), 0.0, float(levels));
}

vec4 blended(int patch_index, float level, vec2 uv, int of) {
  int layer = 3 * patch_index + of, finer = int(level);
  float part = level - float(finer);
  vec4 out_of = linear_waves(waves, params.p.texels, finer, uv, layer);
  if (part <= 0.0) return out_of;
  vec4 coarser = finer + 1 < levels ? linear_waves(waves, params.p.texels, finer + 1, uv, layer) : vec4(0.0);
  return mix(out_of, coarser, part);
}
