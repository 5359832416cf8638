// The head of the water that hulls displace, and how much of a column they shut.
#include "columns/each.glsl"
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) readonly buffer Now { int v[]; } now;
layout(binding = 3) writeonly restrict buffer HullHead { vec2 v[]; } hull_head;
layout(binding = 4) uniform sampler2D calm;
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
  hull_head.v[i] = vec2(head, head > 0.0 ? clamp(head / max(whole, 1e-6), 0.0, 1.0) : 0.0);
}
