// Next mip level of the patches: means of 2 x 2 texels.
#include "passes/sea/sea_params.h"
#include "lib/sea.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) buffer Waves { vec4 at[]; } waves;
layout(push_constant, scalar) uniform ParamsBlock { SeaHalveParams p; } params;

void main() {
  ivec3 id = ivec3(gl_GlobalInvocationID);
  int texels = params.p.texels, size = texels >> params.p.level;
  if (id.x >= size) return;
  int layer = layer_start(texels, id.z);
  int from = layer + level_start(texels, params.p.level - 1) + 4 * id.y * size + 2 * id.x;
  vec4 sum = waves.at[from] + waves.at[from + 1] + waves.at[from + 2 * size] + waves.at[from + 2 * size + 1];
  waves.at[layer + level_start(texels, params.p.level) + id.y * size + id.x] = 0.25 * sum;
}
