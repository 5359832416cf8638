// Next level of the patches: means of 2 x 2 texels.
#include "passes/sea/sea_params.h"
#include "lib/sea.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba32f) uniform image2DArray waves;
layout(push_constant, scalar) uniform ParamsBlock { SeaHalveParams p; } params;

void main() {
  ivec3 at = ivec3(gl_GlobalInvocationID);
  int texels = imageSize(waves).x;
  if (any(greaterThanEqual(at.xy, ivec2(texels >> params.p.level)))) return;
  ivec3 from = ivec3(level_corner(texels, params.p.level - 1) + 2 * at.xy, at.z);
  vec4 sum = imageLoad(waves, from) + imageLoad(waves, from + ivec3(1, 0, 0)) + imageLoad(waves, from + ivec3(0, 1, 0)) +
             imageLoad(waves, from + ivec3(1, 1, 0));
  imageStore(waves, ivec3(level_corner(texels, params.p.level) + at.xy, at.z), 0.25 * sum);
}
