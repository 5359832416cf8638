// Velocity update of one iteration. Needs sph/pairs.glsl.
#include "sph/iterates.glsl"
layout(binding = 4) uniform samplerBuffer iterates;
layout(binding = 5, scalar) restrict buffer Velocities { vec4 v[]; } velocity;  // that pressures begin from; w: density
layout(binding = 6, scalar) writeonly restrict buffer Pushed { vec4 v[]; } pushed;
layout(binding = 7, scalar) writeonly restrict buffer Pressures { float v[]; } pressures;
layout(binding = 8) uniform samplerBuffer factors;
layout(constant_id = 7) const bool has_impulses = false;
layout(binding = 20, scalar) writeonly restrict buffer Impulses { SphImpulse v[]; } impulses;
#include "sph/push.glsl"
#include "sph/response.glsl"

// `found`: the pressures for velocities have been found. They stay, and those for places begin from here.
void sph_push_on(uint i, vec4 moving, bool found) {
  float momentum = control.c.momentum, own = sph_pressure_of(int(i), momentum);
  vec3 walls = vec3(0.0);
  if (texelFetch(factors, int(i)).x >= 0.0) moving.xyz -= sph_push(i, own, momentum, control.c.state == sph_velocities || found, walls);
  pushed.v[i] = moving;
  if (has_bodies && control.c.state != sph_places) sph_respond(i, own, found);
  if (!found) return;
  velocity.v[i] = moving;
  pressures.v[i] = own;
  if (has_impulses) impulses.v[i].walls = walls;
}
