// Closures of a submerged ball: the equation of motion of [Maxey & Riley 1983] with a quadratic drag. Particles about as large
// as the ball do not resolve its boundary layer and wake: their pressure on it has the drag of a liquid of some 10 Pa s, ten
// thousand times the viscosity of water. Needs SphBodiesParams as params.p.
const float added_mass = 0.5;  // over the displaced mass [Lamb 1932]
const float drag = 0.4;        // sphere, Reynolds numbers from 1e3 to 2e5

// 1: the ball has water all around.
float submergence(SphBackground w, float radius) {
  float outer = sph_shell(radius, params.p.spacing), s = params.p.spacing;
  float expected = 4.0 / 3.0 * sph_pi * (outer * outer * outer - radius * radius * radius) / (s * s * s);
  return smoothstep(0.8, 0.92, float(w.count) / expected);
}

// Velocity that a ball gains in a sub-step beside its weight.
vec3 closure(SphBody b, vec3 flow, vec3 flow_before, float dt) {
  float radius = b.half_size.x, area = sph_pi * radius * radius, displaced = params.p.density * 4.0 / 3.0 * area * radius;
  float inertia = b.mass + added_mass * displaced;
  vec3 weight = vec3(0.0, -params.p.gravity * dt, 0.0), slip = flow - b.velocity;
  vec3 gain = (b.mass - displaced) * weight + (1.0 + added_mass) * displaced * (flow - flow_before);
  float k = dt * 0.5 * params.p.density * drag * area * length(slip);
  return (gain + k * slip) / (inertia + k) - weight;  // drag implicitly
}

// Puts closures in place of the pressure of particles, as far as the ball is submerged.
void close(inout BodyPush hit, inout SphBackground w, SphBody b, float dt) {
  w.center = b.position;
  w.lead = vec3(0.0);
  vec3 flow = w.count > 0 ? sph_flow_quantum * vec3(w.momentum) / float(w.count) : vec3(0.0);
  float part = b.lifted > 0.0 || w.known == 0.0 ? 0.0 : submergence(w, b.half_size.x);
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
  w.momentum = ivec3(0);
}
