// Sequential impulses in small steps [Catto 2024; Macklin et al. 2019]. Bodies are solved against what stands still one
// point after the other; pairs of bodies all at once, each with a share of its bodies' masses [Tonge et al. 2012], so that
// the result does not depend on an order.
#ifndef BODIES_SOLVE_GLSL
#define BODIES_SOLVE_GLSL
#include "lib/bodies.glsl"
#include "passes/bodies/contacts_params.h"
layout(binding = 1, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4, scalar) readonly buffer Free { ContactFree v[]; } free_;
layout(binding = 5, scalar) readonly buffer Starts { uint v[]; } starts;
layout(binding = 6, scalar) readonly buffer Lower { uvec2 v[]; } lower;  // pairs in which a body is b: other, pair
layout(binding = 7, scalar) coherent buffer Pairs { ContactPair v[]; } pairs;
layout(binding = 8, scalar) coherent buffer Worlds { ContactWorld v[]; } worlds;
layout(binding = 9, scalar) coherent buffer Solved { ContactBody v[]; } solved;
layout(binding = 10, scalar) restrict buffer Next { BodyState v[]; } next;
layout(push_constant, scalar) uniform ParamsBlock { ContactParams p; } params;

float solver_step() { return params.p.dt / float(params.p.steps); }
uint pair_count() { return min(starts.v[params.p.bodies], params.p.capacity); }
uint first_pair(uint body) { return min(starts.v[body], params.p.capacity); }
uint first_lower(uint body) {
  return min(starts.v[params.p.bodies + body] - starts.v[params.p.bodies], params.p.capacity);
}

struct Side {  // of a contact
  vec3 velocity, spin, shift, turn;
  float inverse_mass;
  mat3 inverse_inertia;
};

Side side_of(ContactBody b, float shares) {
  return Side(b.velocity, b.spin, b.shift, b.turn, b.inverse_mass * shares, b.inverse_inertia * shares);
}

Side standing_side() { return Side(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), 0.0, mat3(0.0)); }

// Of a mesh, `time` after the sub-step's begin.
Side mesh_side(uint other, float time) {
  Side s = standing_side();
  if (other == contact_standing) return s;
  s.velocity = now.v[other].velocity;
  s.spin = now.v[other].spin;
  s.shift = time * s.velocity;
  s.turn = time * s.spin;
  return s;
}

vec3 turned(vec3 r, vec3 turn) {
  vec3 once = cross(turn, r);
  return r + once + 0.5 * cross(turn, once);
}

float yielding(Side s, vec3 r, vec3 n) {
  vec3 lever = cross(r, n);
  return s.inverse_mass + dot(lever, s.inverse_inertia * lever);
}

// Effective masses.
void prepare_point(inout ContactPoint p, Side a, Side b) {
  vec3 s = abs(p.normal);
  vec3 t = normalize(cross(p.normal, s.x <= s.y && s.x <= s.z ? vec3(1, 0, 0) : s.y <= s.z ? vec3(0, 1, 0) : vec3(0, 0, 1)));
  vec3 u = cross(p.normal, t);
  p.normal_mass = 1.0 / max(yielding(a, p.arm_a, p.normal) + yielding(b, p.arm_b, p.normal), 1e-30);
  float along = yielding(a, p.arm_a, t) + yielding(b, p.arm_b, t), across = yielding(a, p.arm_a, u) + yielding(b, p.arm_b, u);
  p.tangent_mass = 1.0 / max(max(along, across), 1e-30);
  p.approach = 0.0;
  p.rubbed -= dot(p.rubbed, p.normal) * p.normal;
}

void push(inout Side s, vec3 r, vec3 impulse) {
  s.velocity += s.inverse_mass * impulse;
  s.spin += s.inverse_inertia * cross(r, impulse);
}

vec3 speed_at(Side a, Side b, ContactPoint p) {
  return b.velocity + cross(b.spin, p.arm_b) - a.velocity - cross(a.spin, p.arm_a);
}

// Overlap beyond the point's slack is taken away by moving the bodies, not by velocities: no energy comes of it. Returns the
// impulse that moves b, in kg m.
vec3 lift_point(ContactPoint p, inout Side a, inout Side b, float gap, float h) {
  vec3 lift = p.normal_mass * min(contact_recovery * max(-gap - p.slack, 0.0), contact_recovery_speed * h) * p.normal;
  a.shift -= a.inverse_mass * lift;
  a.turn -= a.inverse_inertia * cross(p.arm_a, lift);
  b.shift += b.inverse_mass * lift;
  b.turn += b.inverse_inertia * cross(p.arm_b, lift);
  return lift;
}

// One point. Returns the impulse on b that it adds. recover: overlap is reduced too; else impacts bounce.
vec3 solve_point(inout ContactPoint p, inout Side a, inout Side b, float friction, float restitution, bool recover,
                 float h, out vec3 lift) {
  float gap = p.gap + dot(b.shift - a.shift + turned(p.arm_b, b.turn) - p.arm_b - turned(p.arm_a, a.turn) + p.arm_a, p.normal);
  float closing = -dot(speed_at(a, b, p), p.normal), wanted = -max(gap, 0.0) / h;
  if (!recover && p.approach > contact_bounce) wanted = max(wanted, restitution * p.approach);
  float pressed = max(p.pressed + p.normal_mass * (closing + wanted), 0.0), added = pressed - p.pressed;
  if (recover && added > 0.0 && closing > contact_bounce) p.approach = max(p.approach, closing);
  p.pressed = pressed;
  vec3 impulse = added * p.normal;
  push(a, p.arm_a, -impulse);
  push(b, p.arm_b, impulse);
  vec3 slide = speed_at(a, b, p);
  slide -= dot(slide, p.normal) * p.normal;
  vec3 rubbed = p.rubbed - p.tangent_mass * slide;
  float size = length(rubbed), most = friction * p.pressed;
  if (size > most) rubbed *= most / size;
  vec3 rubbing = rubbed - p.rubbed;
  p.rubbed = rubbed;
  push(a, p.arm_a, -rubbing);
  push(b, p.arm_b, rubbing);
  lift = vec3(0.0);
  if (recover) lift = lift_point(p, a, b, gap, h);
  return impulse + rubbing;
}

// An impact is over when its step is: its impulse is no guess at the next one.
void forget_impact(inout ContactPoint p) {
  if (p.approach > contact_bounce) {
    p.pressed = 0.0;
    p.rubbed = vec3(0.0);
  }
  p.approach = 0.0;
}

void sum_warm(inout ContactPair c) {
  c.warm_push = c.warm_turn_a = c.warm_turn_b = vec3(0.0);
  for (uint i = 0u; i < c.count; ++i) {
    vec3 impulse = c.points[i].pressed * c.points[i].normal + c.points[i].rubbed;
    c.warm_push += impulse;
    c.warm_turn_a += cross(c.points[i].arm_a, impulse);
    c.warm_turn_b += cross(c.points[i].arm_b, impulse);
  }
}

void prepare_pair(uint k) {
  ContactPair c = pairs.v[k];
  if (c.count == 0u) return;
  Side a = side_of(solved.v[c.a], solved.v[c.a].shares), b = side_of(solved.v[c.b], solved.v[c.b].shares);
  for (uint i = 0u; i < c.count; ++i) prepare_point(c.points[i], a, b);
  sum_warm(c);
  pairs.v[k] = c;
}

void solve_pair(uint pair, bool recover) {
  if (pairs.v[pair].count == 0u) return;
  ContactPair c = pairs.v[pair];
  Side a = side_of(solved.v[c.a], solved.v[c.a].shares), b = side_of(solved.v[c.b], solved.v[c.b].shares);
  c.push = c.turn_a = c.turn_b = c.lift = c.lift_turn_a = c.lift_turn_b = vec3(0.0);
  for (uint k = 0u; k < c.count; ++k) {
    uint i = recover ? k : c.count - 1u - k;
    vec3 lift, impulse = solve_point(c.points[i], a, b, c.friction, c.restitution, recover, solver_step(), lift);
    c.lift += lift;
    c.lift_turn_a += cross(c.points[i].arm_a, lift);
    c.lift_turn_b += cross(c.points[i].arm_b, lift);
    c.push += impulse;
    c.turn_a += cross(c.points[i].arm_a, impulse);
    c.turn_b += cross(c.points[i].arm_b, impulse);
  }
  if (!recover) {
    for (uint i = 0u; i < c.count; ++i) forget_impact(c.points[i]);
    sum_warm(c);
  }
  pairs.v[pair] = c;
}

// The accumulated impulses of a body's pairs.
void warm_pairs(uint body, inout ContactBody b) {
  vec3 impulse = vec3(0.0), turn = vec3(0.0);
  for (uint k = first_pair(body); k < first_pair(body + 1u); ++k) {
    if (pairs.v[k].count == 0u) continue;
    impulse -= pairs.v[k].warm_push;
    turn -= pairs.v[k].warm_turn_a;
  }
  for (uint l = first_lower(body); l < first_lower(body + 1u); ++l) {
    uint k = lower.v[l].y;
    if (k >= params.p.capacity || pairs.v[k].count == 0u) continue;
    impulse += pairs.v[k].warm_push;
    turn += pairs.v[k].warm_turn_b;
  }
  b.velocity += b.inverse_mass * impulse;
  b.spin += b.inverse_inertia * turn;
  b.touched += length(impulse);
}

// Those of the last solve, and what it lifts.
void add_pairs(uint body, inout ContactBody b) {
  vec3 impulse = vec3(0.0), turn = vec3(0.0), lift = vec3(0.0), lift_turn = vec3(0.0);
  for (uint k = first_pair(body); k < first_pair(body + 1u); ++k) {
    if (pairs.v[k].count == 0u) continue;
    impulse -= pairs.v[k].push;
    turn -= pairs.v[k].turn_a;
    lift -= pairs.v[k].lift;
    lift_turn -= pairs.v[k].lift_turn_a;
  }
  for (uint l = first_lower(body); l < first_lower(body + 1u); ++l) {
    uint k = lower.v[l].y;
    if (k >= params.p.capacity || pairs.v[k].count == 0u) continue;
    impulse += pairs.v[k].push;
    turn += pairs.v[k].turn_b;
    lift += pairs.v[k].lift;
    lift_turn += pairs.v[k].lift_turn_b;
  }
  b.velocity += b.inverse_mass * impulse;
  b.spin += b.inverse_inertia * turn;
  b.shift += b.inverse_mass * lift;
  b.turn += b.inverse_inertia * lift_turn;
}

void begin_body(uint i) {
  BodyState s = now.v[i];
  BodyKind k = kinds.v[records.v[i].kind];
  ContactFree f = free_.v[i];
  mat3 axes = body_axes(s.rotation);
  ContactBody b;
  b.velocity = s.velocity;
  b.spin = s.spin;
  b.shift = b.turn = vec3(0.0);
  b.inverse_mass = 1.0 / k.mass;
  b.inverse_inertia = axes * k.inverse_inertia * transpose(axes);
  float part = 1.0 / float(params.p.steps);
  b.gain = part * (f.velocity - s.velocity);
  b.twist = part * (b.inverse_inertia * f.momentum - s.spin);
  b.touched = 0.0;
  b.shares = 0.0;
  for (uint j = first_pair(i); j < first_pair(i + 1u); ++j) b.shares += float(min(pairs.v[j].count, 1u));
  for (uint l = first_lower(i); l < first_lower(i + 1u); ++l)
    if (lower.v[l].y < params.p.capacity) b.shares += float(min(pairs.v[lower.v[l].y].count, 1u));
  Side a = side_of(b, 1.0), stands = standing_side();
  for (uint j = 0u; j < worlds.v[i].count; ++j) {
    ContactPoint p = worlds.v[i].points[j].p;
    prepare_point(p, a, stands);
    worlds.v[i].points[j].p = p;
  }
  solved.v[i] = b;
}

bool is_touched(uint i) { return solved.v[i].shares > 0.0 || worlds.v[i].count > 0u; }

void solve_world(uint i, inout ContactBody b, bool recover, float time) {
  Side a = side_of(b, 1.0);
  uint count = worlds.v[i].count;
  for (uint k = 0u; k < count; ++k) {
    uint j = recover ? k : count - 1u - k;
    ContactWorldPoint w = worlds.v[i].points[j];
    Side other = mesh_side(w.other, time);
    vec3 lift;
    solve_point(w.p, a, other, w.friction, w.restitution, recover, solver_step(), lift);
    if (!recover) forget_impact(w.p);
    worlds.v[i].points[j].p = w.p;
  }
  b.velocity = a.velocity;
  b.spin = a.spin;
  b.shift = a.shift;
  b.turn = a.turn;
}

// Begins a step: loads, and the impulses that held in the last one.
void load_body(uint i, inout ContactBody b) {
  b.velocity += b.gain;
  b.spin += b.twist;
  warm_pairs(i, b);
  for (uint j = 0u; j < worlds.v[i].count; ++j) {
    ContactPoint p = worlds.v[i].points[j].p;
    vec3 impulse = -(p.pressed * p.normal + p.rubbed);
    b.velocity += b.inverse_mass * impulse;
    b.spin += b.inverse_inertia * cross(p.arm_a, impulse);
    b.touched += p.pressed;
  }
}

// After the pairs. recover: the first half of a step, after which the body moves on; the second half goes over all contacts
// in the reverse order (a symmetric sweep: else a heavy body rocks itself up on a light one), then the next step begins.
void step_body(uint i, uint step, bool recover) {
  if (!is_touched(i)) return;
  ContactBody b = solved.v[i];
  float h = solver_step();
  if (step != contact_standing) add_pairs(i, b);
  for (int k = 0; k < 2 && recover; ++k) {
    solve_world(i, b, k == 0, float(step + uint(k)) * h);
    if (k == 1) continue;
    b.shift += h * b.velocity;
    b.turn += h * b.spin;
  }
  if (!recover && step + 1u < params.p.steps) load_body(i, b);
  solved.v[i] = b;
}

void end_body(uint i) {
  if (!is_touched(i)) return;
  ContactBody b = solved.v[i];
  BodyState s = now.v[i], after = next.v[i];
  BodyKind k = kinds.v[records.v[i].kind];
  ContactFree f = free_.v[i];
  mat3 axes = body_axes(s.rotation);
  after.position = s.position + b.shift;
  for (int axis = 0; axis < 2; ++axis)
    if (f.period[axis] > 0.0)
      after.position[2 * axis] -=
          f.period[axis] * floor((after.position[2 * axis] - f.middle[axis]) / f.period[axis] + 0.5);
  after.rotation = normalize(quaternion_product(quaternion_of(b.turn), s.rotation));
  mat3 turned_ = body_axes(after.rotation);
  vec3 momentum = axes * (k.inertia * (transpose(axes) * b.spin));
  after.velocity = b.velocity;
  after.spin = turned_ * (k.inverse_inertia * (transpose(turned_) * momentum));
  after.contact = b.touched;
  next.v[i] = after;
}
#endif
