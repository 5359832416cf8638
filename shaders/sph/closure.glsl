// Modeled forces on a submerged body: the equation of motion of [Maxey & Riley 1983] with a quadratic drag. Particles
// about as large as the body do not resolve its boundary layer and wake: their pressure on it has the drag of a
// liquid of some 10 Pa s, ten thousand times the viscosity of water. Needs SphBodiesParams as params.p.

// 1: the body has water all around.
float submergence(SphBackground w, SphBody b) {
  float s = params.p.spacing;
  return smoothstep(0.8, 0.92, float(w.beside) * s * s * s / b.room);
}

// Velocity that a body gains in a sub-step beside its weight: added mass and drag act along its axes.
vec3 closure(SphBody b, vec3 flow, vec3 flow_before, float dt) {
  mat3 axes = body_axes(b.rotation);
  float displaced = params.p.density * b.displaced;
  vec3 weight = transpose(axes) * vec3(0.0, -params.p.gravity * dt, 0.0), slip = transpose(axes) * (flow - b.velocity);
  vec3 inertia = b.mass + b.added * displaced, gained = transpose(axes) * (flow - flow_before);
  vec3 gain = (b.mass - displaced) * weight + (1.0 + b.added) * displaced * gained;
  vec3 k = dt * 0.5 * params.p.density * b.drag * length(slip);
  return axes * ((gain + k * slip) / (inertia + k) - weight);  // drag implicitly
}

// Puts closures in place of the pressure of particles, as far as the body is submerged.
void close(inout BodyPush hit, inout SphBackground w, SphBody b, float dt) {
  w.center = b.position;
  w.rotation = b.rotation;
  w.lead = vec3(0.0);
  vec3 flow = w.count > 0 ? sph_flow_quantum * vec3(w.momentum) / float(w.count) : vec3(0.0);
  float part = b.lifted > 0.0 || w.known == 0.0 ? 0.0 : submergence(w, b);
  if (part > 0.0) {
    vec3 wanted = closure(b, flow, w.flow, dt) / body_push_quantum;
    ivec3 force = ivec3(round(mix(vec3(hit.force), wanted, part)));
    float water = float(w.count) * params.p.density * params.p.spacing * params.p.spacing * params.p.spacing;
    w.lead = -b.mass / water * body_push_quantum * vec3(force - hit.force);
    hit.force = force;
  }
  w.known = w.count > 0 ? 1.0 : 0.0;
  w.flow = flow;
  w.count = 0;
  w.beside = 0;
  w.momentum = ivec3(0);
}
