// Pours a mound of water on a disc.
#include "columns/each.glsl"
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) readonly buffer Found { vec2 v[]; } found;
layout(binding = 2) buffer Peaks { uint v[]; } peaks;
layout(push_constant, scalar) uniform ParamsBlock { PourParams p; } params;

void main() {
  vec2 middle = found.v[0];
  ivec2 local = ivec2(gl_GlobalInvocationID.xy), c = box_first(middle, vec2(params.p.radius), params.p.cell) + local;
  if (any(greaterThanEqual(local, params.p.count)) || !inside(c)) return;
  vec2 off = (vec2(c) + 0.5) * params.p.cell - middle;
  float s = dot(off, off) / (params.p.radius * params.p.radius);
  if (s >= 1.0) return;
  uint depth = floatBitsToUint(depth_of(water.v[index_of(c)]) + params.p.depth * (1.0 - s));
  water.v[index_of(c)].x = depth;
  atomicMax(peaks.v[0], depth);  // floats that are not negative sort as their bits
}
