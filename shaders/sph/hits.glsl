// Momentum that particles give to bodies, in quanta whose sum does not depend on its order.
layout(binding = 14, scalar) restrict buffer Hits { BodyPush v[]; } hits;
layout(constant_id = 8) const bool has_hits = false;

// `impulse` at x, on the place `foot` of its surface.
void sph_hit(int body, SphBody b, vec3 x, vec3 foot, vec3 impulse) {
  if (!has_hits) return;
  bool beyond = any(lessThan(foot.xz, world.p.pushes_low)) || any(greaterThan(foot.xz, world.p.pushes_high));
  if (beyond && (b.shape & body_driven) == 0) return;
  ivec3 force = ivec3(round(impulse / (b.mass * body_push_quantum)));
  ivec3 turn = ivec3(round(cross(x - b.position, impulse) / (b.mass * b.radius * body_push_quantum)));
  for (int a = 0; a < 3; ++a) {
    if (force[a] != 0) atomicAdd(hits.v[body].force[a], force[a]);
    if (turn[a] != 0) atomicAdd(hits.v[body].turn[a], turn[a]);
  }
}

// What bodies have done to a particle at x: a pressure `push` times the slopes of the densities that they add.
void sph_press_bodies(vec3 x, float push, SphParams p) {
  for (int k = 0; k < int(world.p.bodies); ++k) {
    SphBody b = bodies.v[k];
    vec3 foot;
    vec4 c = sph_body_density(b, x, p.support, world.p.share, foot);
    if (c.w > 0.0) sph_hit(k, b, x, foot, world.p.mass * push * c.xyz);
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
    sph_hit(k, b, x, x, world.p.mass * p.restitution * come * n);
  }
}
