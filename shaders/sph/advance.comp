// Particles move with the velocities that the pressure solve has left them, and by the shift that brings places to the
// density of rest.
#include "lib/largest.glsl"
#include "passes/sph/sph_params.h"
#include "sph/contact.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2) uniform samplerBuffer velocity;
layout(binding = 3, scalar) writeonly restrict buffer Positions { vec4 v[]; } next_position;
layout(binding = 4, scalar) restrict buffer Reports { SphReports r; } reports;
layout(binding = 5) uniform samplerBuffer pressures;
layout(binding = 6, scalar) restrict buffer Velocities { vec4 v[]; } next_velocity;  // that lead to the places sought
layout(constant_id = 7) const bool has_impulses = false;
layout(binding = 8, scalar) restrict buffer Impulses { SphImpulse v[]; } impulses;  // so far: to pressures of walls
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

const float most_shift = 0.1;  // of a support

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 here = texelFetch(position, int(i)), moving = texelFetch(velocity, int(i));
  float dt = control.c.dt, pressure = texelFetch(pressures, int(i)).x;
  vec3 v = moving.xyz, shift = dt * (next_velocity.v[i].xyz - v);
  shift *= min(1.0, most_shift * params.p.support / max(length(shift), 1e-30));
  vec3 to = here.xyz + dt * v + shift;
  if (has_bodies) sph_press_bodies(here.xyz, dt * pressure, params.p);
  SphImpulse impulse = sph_meet(here.xyz, to, v, params.p);
  next_position.v[i] = vec4(to, here.w);
  next_velocity.v[i] = vec4(v, moving.w);
  if (has_impulses) {
    impulse.walls += impulses.v[i].walls;
    impulses.v[i] = impulse;
  }
  // Before the first sub-step pressures are not known, and count as large as they can be.
  uint speed2 = floatBitsToUint(dot(v, v)), press = floatBitsToUint(dt > 0.0 ? pressure : 1e30);
  RAISE(reports.r.speed2, speed2);
  RAISE(reports.r.press, press);
}
