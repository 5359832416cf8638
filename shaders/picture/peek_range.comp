// Minimum and maximum finite values of parts of a resource.
#pragma variants ARRAY UINT?, UINT? VOLUME, BUFFER, UINT
#include "picture/peek.glsl"

layout(local_size_x = 64) in;
layout(binding = 1, scalar) writeonly buffer PartsBlock { vec2 v[]; } parts;
layout(push_constant, scalar) uniform ParamsBlock { PeekSource p; } params;

shared vec2 found[64];

vec2 with(vec2 ends, float v) { return is_finite(v) ? vec2(min(ends.x, v), max(ends.y, v)) : ends; }

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint all = params.p.cells.x * params.p.cells.y;
  vec2 ends = vec2(field_largest, -field_largest);
  for (uint i = gl_GlobalInvocationID.x; i < all; i += 64u * field_range_groups) {
    vec4 texel;
    if (!peek_texel(params.p, uvec2(i % params.p.cells.x, i / params.p.cells.x), texel)) continue;
    if (params.p.component == peek_color)
      ends = with(with(with(ends, texel.x), texel.y), texel.z);
    else
      ends = with(ends, peek_value(params.p, texel));
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
