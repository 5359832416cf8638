// End of a sub-step: particles move by the projected velocities and the position shift that restores rest density.
#include "lib/largest.glsl"
#include "sph/pairs.glsl"
#include "sph/contact.glsl"
#include "sph/iterates.glsl"
layout(binding = 4) uniform samplerBuffer iterates;  // pressures for places
layout(binding = 5, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 6, scalar) writeonly restrict buffer Positions { vec4 v[]; } next_position;
layout(binding = 7, scalar) restrict buffer Reports { SphReports r; } reports;
layout(binding = 8) uniform samplerBuffer factors;
layout(binding = 15) uniform samplerBuffer pressures;
layout(constant_id = 7) const bool has_impulses = false;
layout(binding = 16, scalar) restrict buffer Impulses { SphImpulse v[]; } impulses;  // so far: to pressures of walls
#include "sph/push.glsl"

const float most_shift = 0.1;  // of a support

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 here = texelFetch(position, int(i)), moving = velocity.v[i];
  float dt = control.c.dt, pressure = texelFetch(pressures, int(i)).x;
  vec3 v = moving.xyz, leads = v, walls;
  if (texelFetch(factors, int(i)).x >= 0.0) leads -= sph_push(i, sph_pressure_of(int(i), 0.0), 0.0, false, walls);
  vec3 shift = dt * (leads - v);
  shift *= min(1.0, most_shift * params.p.support / max(length(shift), 1e-30));
  vec3 to = here.xyz + dt * v + shift;
  if (has_bodies) sph_press_bodies(here.xyz, dt * pressure * sph_correction(int(i)), params.p);
  SphImpulse impulse = sph_meet(here.xyz, to, v, params.p);
  next_position.v[i] = vec4(to, here.w);
  velocity.v[i] = vec4(v, moving.w);
  if (has_impulses) {
    impulse.walls += impulses.v[i].walls;
    impulses.v[i] = impulse;
  }
  // Before the first sub-step pressures are not known, and count as large as they can be.
  uint speed2 = floatBitsToUint(dot(v, v)), press = floatBitsToUint(dt > 0.0 ? pressure : 1e30);
  RAISE(reports.r.speed2, speed2);
  RAISE(reports.r.press, press);
}
