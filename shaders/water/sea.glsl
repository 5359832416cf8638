// Levels of the patches of a spectral sea, between which one blends by the width of what looks at them.
#include "passes/water/water_params.h"
#include "lib/sea.glsl"

layout(binding = 1, scalar) uniform ParamsBlock { SeaParams p; } params;
layout(binding = 5) uniform sampler2DArray waves;

const int levels = 5;

// q: metres from the anchor, at rest.
vec2 patch_uv(int patch_index, vec2 q) {
  return vec2(params.p.corner_x[patch_index], params.p.corner_z[patch_index]) + q * params.p.per_metre[patch_index];
}

float texel_of(int patch_index) {
  return 1.0 / (params.p.per_metre[patch_index] * float(textureSize(waves, 0).x));
}

// Level whose texels are `width` metres wide, from 0 to `levels`; there nothing is left of the patch.
float level_for(int patch_index, float width) {
  return clamp(log2(max(width / texel_of(patch_index), 1e-6)), 0.0, float(levels));
}

vec4 blended(int patch_index, float level, vec2 uv, int of) {
  int layer = 3 * patch_index + of, finer = int(level);
  float part = level - float(finer);
  vec4 out_of = linear_waves(waves, finer, uv, layer);
  if (part <= 0.0) return out_of;
  vec4 coarser = finer + 1 < levels ? linear_waves(waves, finer + 1, uv, layer) : vec4(0.0);
  return mix(out_of, coarser, part);
}
