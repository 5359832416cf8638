// Adds a picture's radiance to a sum.
#include "passes/picture/accumulate_params.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D lit;
layout(binding = 1, rgba32f) uniform image2D sum;
layout(push_constant, scalar) uniform ParamsBlock { AccumulateParams p; } params;

void main() {
  ivec2 id = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(id, params.p.size))) return;
  vec4 light = texelFetch(lit, id, 0) * params.p.weight;
  if (params.p.first == 0) light += imageLoad(sum, id);
  imageStore(sum, id, light);
}
