// Last pass of the transform along z. It computes displacement, slopes and their derivatives for every texel. For
// whitecaps it also accumulates the folding of the surface (its Jacobian) over time.
#include "passes/sea/sea_params.h"
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer spectra;
layout(binding = 1) uniform samplerBuffer twiddles;
layout(binding = 2, scalar) buffer Folds { float at[]; } folds;
layout(binding = 3, scalar) writeonly buffer Waves { vec4 at[]; } waves;
layout(push_constant, scalar) uniform ParamsBlock { SeaTransformParams p; } params;
#include "fourier/butterfly.glsl"
#include "lib/sea.glsl"

// Results of a packed field for both columns.
void transform(out vec4 v[16], int field, int patch_index, int j, int pair) {
  int texels = params.p.texels, apart = texels / radix, done = apart;
  int from = ((patch_index * packed_fields + field) * texels + j) * (texels / 2) + pair;
  UNROLL for (int r = 0; r < 16; ++r)
    if (r < radix) v[r] = texelFetch(spectra, from + r * apart * (texels / 2));
  turn_inputs(v, j, done, texels);
  butterfly(v);
}

float remembered(float fold, int patch_index, int at) {
  fold = max(fold, folds.at[at] * params.p.decay);
  if (params.p.decay < 1.0) folds.at[at] = fold;
  return fold;
}

void main() {
  int pair = int(gl_GlobalInvocationID.x), j = int(gl_GlobalInvocationID.y), patch_index = int(gl_GlobalInvocationID.z);
  int texels = params.p.texels, apart = texels / radix;
  if (pair >= texels / 2) return;
  vec4 first[16], second[16];
  vec2 shear[16];
  for (int half_fields = 0; half_fields < 2; ++half_fields) {
    transform(first, 2 * half_fields, patch_index, j, pair);
    transform(second, 2 * half_fields + 1, patch_index, j, pair);
    UNROLL for (int r = 0; r < 16; ++r) {
      if (r >= radix) break;
      int row = j + r * apart, at = (patch_index * texels + row) * texels + 2 * pair;
      int to = layer_start(texels, 3 * patch_index + half_fields) + row * texels + 2 * pair;
      vec4 a = first[place(r)], b = second[place(r)];
      waves.at[to] = vec4(half_fields == 0 ? a.yx : a.xy, b.xy);
      waves.at[to + 1] = vec4(half_fields == 0 ? a.wz : a.zw, b.zw);
      if (half_fields == 0) {
        shear[r] = b.yw;
        continue;
      }
      if (patch_index >= params.p.memory) continue;
      vec2 fold = 1.0 - (1.0 + b.xz) * (1.0 + b.yw) + shear[r] * shear[r];
      to += layer_start(texels, 1);
      waves.at[to] = vec4(remembered(fold.x, patch_index, at));
      waves.at[to + 1] = vec4(remembered(fold.y, patch_index, at + 1));
    }
  }
}
