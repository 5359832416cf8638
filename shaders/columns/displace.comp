// Head of the water that hulls displace, and the share of a column that they close.
#include "columns/each.glsl"
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) readonly buffer Now { int v[]; } now;
layout(binding = 3) writeonly restrict buffer HullHead { vec2 v[]; } hull_head;
layout(binding = 4) uniform sampler2D calm;
layout(constant_id = 11) const bool has_motion = false;
layout(binding = 5) restrict buffer Motion { ivec4 v[]; } motion;
layout(push_constant, scalar) uniform ParamsBlock { DisplaceParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  int i = index_of(c);
  float head = max(params.p.quantum * float(now.v[c.y * nx + c.x]), 0.0);
  float depth = depth_of(water.v[i]);
  if (params.p.begins != 0 && head > 0.0) {
    head = min(head, depth);
    water.v[i].xy = uvec2(floatBitsToUint(depth - head), 0u);
  }
  float whole = params.p.calm != 0 ? texelFetch(calm, c, 0).x + params.p.rest - plane_at(bed, c) : depth;
  float shut = head > 0.0 ? clamp(head / max(whole, 1e-6), 0.0, 1.0) : 0.0;
  if (has_motion) {
    ivec4 moved = motion.v[c.y * nx + c.x];
    if (moved.w != 0) shut = moved.z > 0 ? -1.0 - params.p.quantum * float(moved.z) : -shut;
    if (params.p.push_quantum > 0.0 && moved.xy != ivec2(0)) {
      vec2 q = uintBitsToFloat(water.v[i].zw) + params.p.push_quantum * vec2(moved.xy);
      water.v[i].zw = floatBitsToUint(q);
      motion.v[c.y * nx + c.x].xy = ivec2(0);
    }
  }
  hull_head.v[i] = vec2(head, shut);
}
