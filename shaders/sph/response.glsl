// Strong coupling of bodies: velocity of a body under the current pressure iterate, including gravity. Impulses
// accumulate in one slot while the previous iteration's slot is read. Needs sph/pairs.glsl, sph/corrections.glsl and
// samplerBuffer `edges`.
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"
#include "sph/pushed.glsl"
layout(constant_id = 29) const bool has_responses = false;
layout(binding = 14, scalar) restrict buffer Responses { BodyPush v[]; } responses;

int sph_response_slot(bool found) { return int(world.p.bodies) * (found ? 2 : int(control.c.spent & 1u)); }

// Adds the push of particle i.
void sph_respond(uint i, float own, bool found) {
  if (!has_responses || own <= 0.0 || texelFetch(edges, int(i)).xyz == vec3(0.0)) return;
  vec3 x = texelFetch(position, int(i)).xyz;
  mat3 push = world.p.mass * control.c.dt * own * sph_correction(int(i));
  int slot = sph_response_slot(found);
  for (int k = 0; k < int(world.p.bodies); ++k) {
    SphBody b = bodies.v[k];
    vec3 foot;
    vec4 c = sph_body_density(b, x, params.p.support, world.p.share, foot);
    if (c.w <= 0.0) continue;
    BodyPush hit = sph_quanta(b, x, push * c.xyz);
    for (int a = 0; a < 3; ++a) {
      if (hit.force[a] != 0) atomicAdd(responses.v[slot + k].force[a], hit.force[a]);
      if (hit.turn[a] != 0) atomicAdd(responses.v[slot + k].turn[a], hit.turn[a]);
    }
  }
}

// Rate at which bodies add density at x as they move.
float sph_carried(uint i, mat3 correction, bool found) {
  vec3 x = texelFetch(position, int(i)).xyz;
  int slot = sph_response_slot(found);
  float sum = 0.0;
  for (int k = 0; k < int(world.p.bodies); ++k) {
    SphBody b = bodies.v[k];
    vec3 foot;
    vec4 c = sph_body_density(b, x, params.p.support, world.p.share, foot);
    if (c.w <= 0.0) continue;
    sph_body_pushed(b, responses.v[slot + k], control.c.dt, params.p.gravity);
    sum += dot(sph_body_velocity(b, x), correction * c.xyz);
  }
  return sum;
}
