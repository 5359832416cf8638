// Pours a mound of water on a disc.
#include "columns/each.glsl"
#include "lib/ledger.glsl"
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) readonly buffer Found { vec2 v[]; } found;
layout(binding = 2) buffer Peaks { uint v[]; } peaks;
layout(constant_id = 8) const bool has_nested = false;
layout(binding = 3) uniform samplerBuffer nested;  // the ground
layout(constant_id = 6) const bool has_come = false;
layout(binding = 4) buffer Come { vec4 v[]; } come;  // of runs that count it: meters from sources, a pair
layout(push_constant, scalar) uniform ParamsBlock { PourParams p; } params;

void main() {
  vec2 middle = found.v[0];
  ivec2 local = ivec2(gl_GlobalInvocationID.xy), c = box_first(middle, vec2(params.p.radius), params.p.cell) + local;
  if (any(greaterThanEqual(local, params.p.count)) || !inside(c)) return;
  vec2 off = (vec2(c) + 0.5) * params.p.cell - middle;
  float s = dot(off, off) / (params.p.radius * params.p.radius);
  if (s >= 1.0 || (has_nested && plane_at(nested, c) >= column_wall)) return;
  float before = depth_of(water.v[index_of(c)]);
  uint depth = floatBitsToUint(before + params.p.depth * (1.0 - s));
  water.v[index_of(c)].x = depth;
  if (has_come) come.v[index_of(c)].xy = pair_sum(come.v[index_of(c)].xy, two_sum(uintBitsToFloat(depth), -before));
  atomicMax(peaks.v[0], depth);  // floats that are not negative sort as their bits
}
