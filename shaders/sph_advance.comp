// Particles move with the velocities that the pressure solve has left them.
#include "passes/sph.h"
#include "lib/sph_contact.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 3, scalar) writeonly restrict buffer Positions { vec4 v[]; } next_position;
layout(binding = 4, scalar) restrict buffer Reports { SphReports r; } reports;
layout(binding = 5) uniform samplerBuffer pressures;
layout(binding = 6, scalar) writeonly restrict buffer Last { vec2 v[]; } last;
layout(constant_id = 7) const bool gauged = false;
layout(binding = 8, scalar) writeonly restrict buffer Knocks { vec4 v[]; } knocks;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 here = texelFetch(position, int(i));
  vec3 v = velocity.v[i].xyz, to = here.xyz + control.c.dt * v;
  vec2 pressure = texelFetch(pressures, int(i)).xy;
  if (crewed) sph_press_bodies(here.xyz, control.c.dt * (pressure.x + pressure.y), params.p);
  vec4 knock = sph_meet(here.xyz, to, v, params.p);
  next_position.v[i] = vec4(to, here.w);
  velocity.v[i].xyz = v;
  last.v[i] = pressure;
  if (gauged) knocks.v[i] = knock;
  uint speed2 = floatBitsToUint(dot(v, v));
  if (speed2 > reports.r.speed2) atomicMax(reports.r.speed2, speed2);
}
