// Minimum and maximum finite values of parts of a field.
#include "picture/field.glsl"

layout(local_size_x = 64) in;
layout(binding = 1, scalar) writeonly buffer PartsBlock { vec2 v[]; } parts;
layout(binding = 2, scalar) readonly buffer CountBlock { uint v; } count;
layout(constant_id = 0) const bool has_count = false;
layout(push_constant, scalar) uniform ParamsBlock { FieldSource p; } params;

shared vec2 found[64];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint rows = has_count ? min(count.v, params.p.cells.y) : params.p.cells.y;
  uint all = params.p.cells.x * rows;
  vec2 ends = vec2(field_largest, -field_largest);
  for (uint i = gl_GlobalInvocationID.x; i < all; i += 64u * field_range_groups) {
    float v;
    if (field_value(params.p, ivec2(i % params.p.cells.x, i / params.p.cells.x), v)) ends = vec2(min(ends.x, v), max(ends.y, v));
  }
  found[lane] = ends;
  barrier();
  for (uint half_count = 32u; half_count > 0u; half_count /= 2u) {
    if (lane < half_count) {
      vec2 other = found[lane + half_count];
      found[lane] = vec2(min(found[lane].x, other.x), max(found[lane].y, other.y));
    }
    barrier();
  }
  if (lane == 0u) parts.v[gl_WorkGroupID.x] = found[0];
}
