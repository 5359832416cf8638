// A leapfrog step with damping rate g: h+ = h + (1 - g dt/2) / (1 + g dt/2) rise + force / (1 + g dt/2), where rise is h
// less the previous h. Adding small differences to h keeps rounding low.
#include "wave/grid.glsl"
#include "wave/airy.glsl"
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2) uniform samplerBuffer array;
layout(binding = 3, std430) writeonly buffer UNext { vec4 v[]; } u_next;
layout(binding = 4, std430) writeonly buffer Force { vec4 v[]; } force;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (x4 >= fours || z >= nz) return;
  vec4 pull;
  for (int i = 0; i < 4; ++i) pull[i] = force_at(array, ivec2(min(4 * x4 + i, nx - 1), z) + params.p.offset);
  int at = z * fours + x4;
  vec4 now = texelFetch(u_now, at), rise = now - texelFetch(u_prev, at);
  float g = params.p.half_damping;
  u_next.v[at] = trim(now + (params.p.inertia * (1.0 - g) * rise + params.p.force * pull) / (1.0 + g), x4);
  force.v[at] = trim(pull, x4);
}
