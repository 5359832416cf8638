// Levels of the patches of a spectral sea, between which one blends by the width of what looks at them.
#include "passes/water/water_params.h"
#include "lib/sea.glsl"

layout(binding = 1, scalar) uniform ParamsBlock { SeaParams p; } params;
layout(binding = 5) uniform sampler2DArray waves_0;
layout(binding = 6) uniform sampler2DArray waves_1;
layout(binding = 7) uniform sampler2DArray waves_2;
layout(binding = 8) uniform sampler2DArray waves_3;
layout(binding = 9) uniform sampler2DArray waves_4;

const int levels = 5;

vec4 level_of(int level, vec2 uv, int layer) {
  vec3 at = vec3(uv, float(layer));
  if (level <= 0) return textureLod(waves_0, at, 0.0);
  if (level == 1) return textureLod(waves_1, at, 0.0);
  if (level == 2) return textureLod(waves_2, at, 0.0);
  if (level == 3) return textureLod(waves_3, at, 0.0);
  return level == 4 ? textureLod(waves_4, at, 0.0) : vec4(0.0);
}

// q: metres from the anchor, at rest.
vec2 patch_uv(int patch_index, vec2 q) {
  return vec2(params.p.corner_x[patch_index], params.p.corner_z[patch_index]) + q * params.p.per_metre[patch_index];
}

float texel_of(int patch_index) {
  return 1.0 / (params.p.per_metre[patch_index] * float(textureSize(waves_0, 0).x));
}

// Level whose texels are `width` metres wide, from 0 to `levels`; there nothing is left of the patch.
float level_for(int patch_index, float width) {
  return clamp(log2(max(width / texel_of(patch_index), 1e-6)), 0.0, float(levels));
}

vec4 blended(int patch_index, float level, vec2 uv, int of) {
  int layer = 3 * patch_index + of, finer = int(level);
  float part = level - float(finer);
  vec4 out_of = level_of(finer, uv, layer);
  return part > 0.0 ? mix(out_of, level_of(finer + 1, uv, layer), part) : out_of;
}
