// Applies the present rates of hydrographs to their columns; overlapping rates add up.
#include "columns/each.glsl"
layout(binding = 0) uniform samplerBuffer constant_rates;
layout(binding = 1) restrict buffer Feed { vec4 v[]; } feed;
layout(binding = 2, scalar) uniform ParamsBlock { HydrographsParams p; } params;

void main() {
  ivec2 c = params.p.first + ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(c, params.p.last)) || !inside(c)) return;
  int i = index_of(c);
  float rate = texelFetch(constant_rates, i).x;
  for (int k = 0; k < 16; ++k) {
    ivec4 box = params.p.box[k];
    if (all(greaterThanEqual(ivec3(c, params.p.count), ivec3(box.xy, k + 1))) && all(lessThan(c, box.zw)))
      rate += params.p.rate[k].x;
  }
  feed.v[i].x = rate;
}
