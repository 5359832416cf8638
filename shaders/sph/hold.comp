// Particles on their way through an opening move as it says, whatever has pushed them, and push nothing.
#include "sph/nozzles.glsl"
layout(constant_id = 0) const uint what = 0u;  // SphNozzles::Hold
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer before;  // places when the sub-step began
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 here = texelFetch(before, int(i));
  vec3 v;
  if (!sph_held(here.xyz, control.c.dt, v)) return;
  if (what == 0u)
    velocity.v[i].w = min(velocity.v[i].w, 1.0);
  else
    velocity.v[i].xyz = v;
  if (what == 2u) position.v[i] = vec4(here.xyz + control.c.dt * v, here.w);
}
