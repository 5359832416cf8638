// Adds particle impulses on bodies as integer quanta, independent of their order.
#include "sph/pushed.glsl"
layout(binding = 14, scalar) restrict buffer Hits { BodyPush v[]; } hits;
layout(constant_id = 8) const bool has_hits = false;

// `impulse` at x.
void sph_hit(int body, SphBody b, vec3 x, vec3 impulse) {
  if (!has_hits) return;
  BodyPush hit = sph_quanta(b, x, impulse);
  for (int a = 0; a < 3; ++a) {
    if (hit.force[a] != 0) atomicAdd(hits.v[body].force[a], hit.force[a]);
    if (hit.turn[a] != 0) atomicAdd(hits.v[body].turn[a], hit.turn[a]);
  }
}

// Pressure on bodies by a particle at x: `push` times the slopes of the densities that they add.
void sph_press_bodies(vec3 x, mat3 push, SphParams p) {
  for (int k = 0; k < int(world.p.bodies); ++k) {
    SphBody b = bodies.v[k];
    vec3 foot;
    vec4 c = sph_body_density(b, x, p.support, world.p.share, foot);
    if (c.w > 0.0) sph_hit(k, b, x, world.p.mass * (push * c.xyz));
  }
}

// A particle within a body is put out of it, as by any wall; what stops it there goes to the body.
void sph_meet_bodies(inout vec3 x, inout vec3 v, SphParams p) {
  for (int k = 0; k < int(world.p.bodies); ++k) {
    SphBody b = bodies.v[k];
    if (!sph_body_near(b, x, 0.0)) continue;
    vec3 n;
    float away = sph_body_away(b, x, n);
    if (away >= 0.0) continue;
    x -= p.restitution * away * n;
    float come = dot(v - sph_body_velocity(b, x), n);
    if (come >= 0.0) continue;
    v -= p.restitution * come * n;
    sph_hit(k, b, x, world.p.mass * p.restitution * come * n);
  }
}
