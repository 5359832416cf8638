// Sequential impulses in small steps [Catto 2024; Macklin et al. 2019]. Contacts with static obstacles are solved one
// after the other (Gauss-Seidel); pairs of bodies in parallel with split masses [Tonge et al. 2012], so the result
// does not depend on an order.
#ifndef SHADERS_BODIES_SOLVE_GLSL
#define SHADERS_BODIES_SOLVE_GLSL
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

const uint impact_sweeps = 10u;  // over a manifold in which a point meets with speed

struct Side {  // of a contact
  vec3 velocity, spin, shift, turn;
  float inverse_mass;
  mat3 inverse_inertia;
};

Side side_of(ContactBody b, float shares) {
  return Side(b.velocity, b.spin, b.shift, b.turn, b.inverse_mass * shares, b.inverse_inertia * shares);
}

Side standing_side() { return Side(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), 0.0, mat3(0.0)); }

// Motion of a mesh, `time` after the sub-step's begin.
Side mesh_side(uint other, float time) {
  Side s = standing_side();
  if (other == contact_standing) return s;
  s.velocity = now.v[other].velocity;
  s.spin = now.v[other].spin;
  s.shift = time * s.velocity;
  s.turn = time * s.spin;
  return s;
}

// Way of a point on an arm that turns.
vec3 way_of(vec3 r, vec3 turn) {
  vec3 once = cross(turn, r);
  return once + 0.5 * cross(turn, once);
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
  float yields = yielding(a, p.arm_a, p.normal) + yielding(b, p.arm_b, p.normal);
  p.normal_mass = yields > 0.0 ? 1.0 / yields : 0.0;
  float along = yielding(a, p.arm_a, t) + yielding(b, p.arm_b, t), across = yielding(a, p.arm_a, u) + yielding(b, p.arm_b, u);
  p.tangent_mass = yields > 0.0 ? 1.0 / max(along, across) : 0.0;
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

// One point. Returns the impulse on b that it adds. recover: overlap is reduced too; else impacts bounce. before: speed at
// which the point closes before any of the manifold's is solved.
vec3 solve_point(inout ContactPoint p, inout Side a, inout Side b, float friction, float restitution, bool recover,
                 float h, float before, out vec3 lift) {
  vec3 way_a = a.shift + way_of(p.arm_a - p.round_a * p.normal, a.turn);
  vec3 way_b = b.shift + way_of(p.arm_b + p.round_b * p.normal, b.turn);
  float gap = p.gap + dot(way_b - way_a, p.normal);
  float closing = -dot(speed_at(a, b, p), p.normal), wanted = -max(gap, 0.0) / h;
  if (!recover && p.approach > contact_bounce) wanted = max(wanted, restitution * p.approach);
  if (!recover && gap > 0.0 && p.pressed == 0.0) wanted = -1e30;  // the next step's first half meets it with all its speed
  float pressed = max(p.pressed + p.normal_mass * (closing + wanted), 0.0), added = pressed - p.pressed;
  if (recover && before + wanted > 0.0 && before > contact_bounce) p.approach = max(p.approach, before);
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

struct Sums {  // of impulses on b, and of their moments about a and b
  vec3 push, turn_a, turn_b;
};

void add_to(inout Sums sums, ContactPoint p, vec3 impulse) {
  sums.push += impulse;
  sums.turn_a += cross(p.arm_a, impulse);
  sums.turn_b += cross(p.arm_b, impulse);
}

// prepare: effective masses alone. recover: the first half of a step.
void solve_pair(uint k, bool prepare, bool recover) {
  uint count = pairs.v[k].count, one = pairs.v[k].a, two = pairs.v[k].b;
  if (count == 0u) return;
  Side a = side_of(solved.v[one], solved.v[one].shares), b = side_of(solved.v[two], solved.v[two].shares);
  float friction = pairs.v[k].friction, restitution = pairs.v[k].restitution;
  Sums none = Sums(vec3(0.0), vec3(0.0), vec3(0.0)), pushes = none, lifts = none, warm = none;
  Side a_before = a, b_before = b;
  uint total = count;
  for (uint n = 0u; n < total; ++n) {
    uint i = recover ? n % count : count - 1u - n % count;
    ContactPoint p = pairs.v[k].points[i];
    if (prepare) {
      prepare_point(p, a, b);
    } else {
      float before = n < count ? -dot(speed_at(a_before, b_before, p), p.normal) : 0.0;
      vec3 lift, impulse = solve_point(p, a, b, friction, restitution, recover, solver_step(), before, lift);
      add_to(pushes, p, impulse);
      add_to(lifts, p, lift);
      if (p.approach > contact_bounce) total = impact_sweeps * count;
      if (!recover && n + count >= total) forget_impact(p);
    }
    if (n + count >= total) add_to(warm, p, p.pressed * p.normal + p.rubbed);
    pairs.v[k].points[i] = p;
  }
  pairs.v[k].push = pushes.push;
  pairs.v[k].turn_a = pushes.turn_a;
  pairs.v[k].turn_b = pushes.turn_b;
  pairs.v[k].lift = lifts.push;
  pairs.v[k].lift_turn_a = lifts.turn_a;
  pairs.v[k].lift_turn_b = lifts.turn_b;
  pairs.v[k].warm_push = warm.push;
  pairs.v[k].warm_turn_a = warm.turn_a;
  pairs.v[k].warm_turn_b = warm.turn_b;
}

// The impulses of a body's pairs: of the last solve with what it lifts, or the accumulated ones.
void add_pairs(uint body, inout ContactBody b, bool warm) {
  vec3 impulse = vec3(0.0), turn = vec3(0.0), lift = vec3(0.0), lift_turn = vec3(0.0);
  uint own = first_pair(body), owns = first_pair(body + 1u) - own;
  uint from = first_lower(body), all = owns + first_lower(body + 1u) - from;
  for (uint n = 0u; n < all; ++n) {
    uint k = n < owns ? own + n : lower.v[from + n - owns].y;
    if (k >= params.p.capacity || pairs.v[k].count == 0u) continue;
    float way = n < owns ? -1.0 : 1.0;
    if (warm) {
      impulse += way * pairs.v[k].warm_push;
      turn += n < owns ? -pairs.v[k].warm_turn_a : pairs.v[k].warm_turn_b;
    } else {
      impulse += way * pairs.v[k].push;
      turn += n < owns ? -pairs.v[k].turn_a : pairs.v[k].turn_b;
      lift += way * pairs.v[k].lift;
      lift_turn += n < owns ? -pairs.v[k].lift_turn_a : pairs.v[k].lift_turn_b;
    }
  }
  b.velocity += b.inverse_mass * impulse;
  b.spin += b.inverse_inertia * turn;
  b.shift += b.inverse_mass * lift;
  b.turn += b.inverse_inertia * lift_turn;
  if (warm) b.touched += length(impulse);
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
  float quiet = worlds.v[i].quiet;  // of all that it touches
  for (uint j = first_pair(i); j < first_pair(i + 1u); ++j) {
    if (pairs.v[j].count == 0u) continue;
    b.shares += 1.0;
    quiet = min(quiet, worlds.v[pairs.v[j].b].quiet);
  }
  for (uint l = first_lower(i); l < first_lower(i + 1u); ++l) {
    if (lower.v[l].y >= params.p.capacity || pairs.v[lower.v[l].y].count == 0u) continue;
    b.shares += 1.0;
    quiet = min(quiet, worlds.v[lower.v[l].x].quiet);
  }
  for (uint j = 0u; j < worlds.v[i].count; ++j) {
    uint other = worlds.v[i].points[j].other;
    if (other != contact_standing && (now.v[other].velocity != vec3(0.0) || now.v[other].spin != vec3(0.0))) quiet = 0.0;
  }
  if (quiet >= contact_quiet_time) {  // sleeps
    b.velocity = b.spin = b.gain = b.twist = vec3(0.0);
    b.inverse_mass = 0.0;
    b.inverse_inertia = mat3(0.0);
  }
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
  Side a = side_of(b, 1.0), a_before = a;
  uint count = worlds.v[i].count, total = count;
  for (uint n = 0u; n < total; ++n) {
    uint j = recover ? n % count : count - 1u - n % count;
    ContactWorldPoint w = worlds.v[i].points[j];
    Side other = mesh_side(w.other, time);
    vec3 lift;
    float before = n < count ? -dot(speed_at(a_before, other, w.p), w.p.normal) : 0.0;
    solve_point(w.p, a, other, w.friction, w.restitution, recover, solver_step(), before, lift);
    if (w.p.approach > contact_bounce) total = impact_sweeps * count;
    if (!recover && n + count >= total) forget_impact(w.p);
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
  add_pairs(i, b, true);
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
  if (step != contact_standing) add_pairs(i, b, false);
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
  ContactBody b = solved.v[i];
  float radius = kinds.v[records.v[i].kind].radius;
  float speed = max(length(b.velocity) + radius * length(b.spin), (length(b.shift) + radius * length(b.turn)) / params.p.dt);
  bool quiet = is_touched(i) && free_.v[i].calm > 0.0 && speed < contact_quiet_speed;
  worlds.v[i].quiet = quiet ? worlds.v[i].quiet + params.p.dt : 0.0;
  if (!is_touched(i)) return;
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
  if (b.inverse_mass == 0.0) {
    after.position = s.position;
    after.rotation = s.rotation;
    after.velocity = after.spin = vec3(0.0);
    after.contact = b.touched;
    next.v[i] = after;
    return;
  }
  vec3 momentum = axes * (k.inertia * (transpose(axes) * b.spin));
  after.velocity = b.velocity;
  after.spin = turned_ * (k.inverse_inertia * (transpose(turned_) * momentum));
  after.contact = b.touched;
  next.v[i] = after;
}
#endif
