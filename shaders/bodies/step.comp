// One sub-step of a rigid body in water: pressure and drag on the wetted hull, and the motion by these forces and
// gravity. bodies/contact_solve.comp moves bodies in contact. A workgroup per body; sums in thread order. [Han & Chen
// 2017]
#pragma variants ACROSS?
#define BODIES_WATER
#ifdef ACROSS
#define BODIES_ACROSS
#endif
#define BODIES_SUMS 4
#include "bodies/data.glsl"
#include "bodies/hull.glsl"
#include "bodies/cut.glsl"
#ifndef ACROSS
#include "bodies/border.glsl"
#endif
#include "bodies/basins.glsl"
#include "bodies/sums.glsl"
#include "passes/bodies/contacts_params.h"
layout(binding = 7, scalar) restrict buffer Next { BodyState v[]; } next;
layout(binding = 11, scalar) restrict buffer Free { ContactFree v[]; } free_;
layout(binding = 12, scalar) readonly buffer Near { uint v[]; } near;  // things that may touch a body
// xyz: the point, in the body's axes; w: body; then x: distance
layout(binding = 13, scalar) readonly buffer Held { vec4 v[]; } held;
layout(binding = 14, scalar) readonly buffer Pushes { BodyPush v[]; } pushes;  // of the bodies from params.p.first on
layout(binding = 15, scalar) readonly buffer Floats { BodyFloat v[]; } floats;
layout(binding = 16, scalar) readonly buffer Loads { vec4 v[]; } loads;  // per body: force and torque from outside
layout(binding = 17, scalar) readonly buffer Lines { BodyLine v[]; } lines;
layout(constant_id = 15) const bool has_lines = false;
layout(constant_id = 16) const int line_count = 0;
layout(constant_id = 8) const bool has_pushes = false;
layout(constant_id = 14) const bool has_loads = false;

// A body's velocity and angular momentum at the sub-step's end.
struct Motion {
  vec3 velocity, momentum;
};

struct Load {
  vec3 force, torque;
};

// Forces of the water on the wetted hull, summed over the group's threads.
struct Wetting {
  Load pressure;  // over the weight of water
  Load drag;
  float volume, pressed;        // pressed: integral of the squared depth over the horizontal area
  float resistance, stiffness;  // drag per velocity, and its moment per spin
};

// After the points are placed. afloat: in waves that the body moves. flooded: bits of its basins.
Wetting wetting(BodyState body, BodyKind kind, BodyRecord record, bool afloat, uint flooded) {
  vec3 pressure = vec3(0.0), turning = vec3(0.0), dragging = vec3(0.0), braking = vec3(0.0);
  float volume = 0.0, pressed = 0.0, resistance = 0.0, stiffness = 0.0;
#ifndef ACROSS
  Border border = border_around(body, kind);
#endif
  for (uint i = gl_LocalInvocationIndex; i < kind.facets; i += gl_WorkGroupSize.x) {
    if (is_dry_inside(kind, i, flooded)) continue;
    uvec3 at = corners_at(kind, record, i);
    vec4 a = points.v[at.x], b = points.v[at.y], c = points.v[at.z];
    float ahead = 0.0;
    if (!afloat) {
      mat3x4 corners = facet_corners(body, kind, record, i, ahead);
      a = corners[0], b = corners[1], c = corners[2];
    }
#ifdef ACROSS
    Wetted wet = wetted_part(a, b, c);
#else
    Wetted wet = wetted_in(border, a, b, c);
#endif
    if (wet.share <= 0.0) continue;
    vec3 area = 0.5 * facet_weight(kind, i) * cross(b.xyz - a.xyz, c.xyz - a.xyz);
    pressure -= area * wet.depth;
    turning -= cross(wet.moment, area);
    volume -= area.y * wet.depth;
    pressed -= area.y * wet.square;
    vec3 r = wet.depth > 1e-9 ? wet.moment / wet.depth : (a.xyz + b.xyz + c.xyz) / 3.0;
    // Extrapolated pressure of a turning hull acts upwards alone, else it would drive the hull sideways.
    float lift = -area.y * ahead * behind_rise(cross(body.spin, r).y, wet.depth);
    pressure.y += lift;
    turning += lift * vec3(-r.z, 0.0, r.x);
    vec3 water = (points.v[at.x + 1u].xyz + points.v[at.y + 1u].xyz + points.v[at.z + 1u].xyz) / 3.0;
    if (wet.share > 1e-4) r = wet.first / wet.share;  // drag acts on the area
    vec3 u = body.velocity + cross(body.spin, r) - water;
    float size = length(area);
    vec3 n = area / max(size, 1e-20);
    float across = dot(u, n);
    vec3 along = u - across * n;
    float k_n = size * wet.share * body_drag(kind.drag_normal, abs(across), kind.creep);
    float k_t = size * wet.share * body_drag(kind.drag_tangential, length(along), kind.creep);
    vec3 drag = -(k_n * across) * n - k_t * along;
    // The waves do not feel the drag: it may take energy from the body, but not give it any.
    if (afloat && dot(drag, body.velocity + cross(body.spin, r)) > 0.0) continue;
    dragging += drag;
    braking += cross(r, drag);
    resistance += k_n + k_t;
    stiffness += (k_n + k_t) * dot(r, r);
  }
  sum_all(vec4[](vec4(pressure, volume), vec4(turning, pressed), vec4(dragging, resistance),
                 vec4(braking, stiffness)));
  return Wetting(Load(sums[0].xyz, sums[1].xyz), Load(sums[2].xyz, sums[3].xyz), sums[0].w, sums[1].w, sums[2].w,
                 sums[3].w);
}

void add(inout Load sum, Load part) {
  sum.force += part.force;
  sum.torque += part.torque;
}

// Drag as of the sub-step's end, so that it can stop a body but not turn it back.
Load drag_of(Wetting wet, BodyKind kind, float mass, bool afloat, float dt) {
  float least = min(kind.inertia[0][0], min(kind.inertia[1][1], kind.inertia[2][2]));
  vec3 dragged = wet.drag.force, braked = wet.drag.torque;
  if (afloat) {
    float most = max(length(dragged), length(braked) / kind.radius);
    dragged = without_rounding(dragged, most);
    braked = without_rounding(braked, most * kind.radius);
  }
  return Load(dragged / (1.0 + dt * wet.resistance / mass), braked / (1.0 + dt * wet.stiffness / least));
}

// The push of waves that the body moves, for the whole clock step.
void kick(inout Load load, BodyFloat meets, float whole, float weight) {
  vec3 down = vec3(meets.slope.x, -1.0, meets.slope.y);  // grows the depth
  vec2 turned_slope = vec2(dot(meets.curve.xy, meets.moment.xz), dot(meets.curve.yz, meets.moment.xz));
  load.force -= whole * weight * (meets.volume * down + vec3(turned_slope.x, 0.0, turned_slope.y));
  load.torque += whole * weight * cross(down, meets.moment);
}

// The spring of the pointer that holds the body.
void pull(inout Load load, BodyState body, BodyKind kind, mat3 axes) {
  vec3 r = axes * held.v[0].xyz;
  vec3 v = body.velocity + cross(body.spin, r);
  vec3 to = params.p.pull_from + held.v[1].x * params.p.pull_along;
  vec3 spring = kind.mass * (params.p.pull_strength * (to - body.position - r) -
                             2.0 * sqrt(params.p.pull_strength) * v);
  load.force += spring;
  load.torque += 0.3 * cross(r, spring);
}

float lines_of(uint body) {
  float sum = 0.0;
  for (int n = 0; n < line_count; ++n) sum += lines.v[n].body == body || lines.v[n].other == body ? 1.0 : 0.0;
  return sum;
}

// Tension of a line along `direction`, away from its end; longer: than without tension; rate: of its elongation. gives:
// 1/kg, velocity per impulse of both ends. All lines of a body together are at most as stiff as the sub-step resolves,
// and damping acts as of the sub-step's end.
float tension_of(BodyLine line, float longer, float rate, float gives, float dt) {
  float tension =
      min(line.stiffness, 1.0 / (gives * dt * dt)) * longer + line.damping * rate / (1.0 + dt * line.damping * gives);
  return line.pushes == 0u ? max(tension, 0.0) : tension;
}

// End of a line on a body.
struct LineEnd {
  vec3 r, velocity;  // r: from the center of mass
  vec3 place;
  float mass;
  mat3 inverse_inertia;
};

LineEnd end_on(uint index, vec3 at) {
  BodyState body = now.v[index];
  BodyKind kind = kinds.v[records.v[index].kind];
  mat3 axes = body_axes(body.rotation);
  vec3 r = axes * at;
  return LineEnd(r, body.velocity + cross(body.spin, r), body.position + r, kind.mass + kind.added_mass * body.volume,
                 axes * kind.inverse_inertia * transpose(axes));
}

float gives_along(vec3 direction, vec3 r, float mass, mat3 inverse_inertia) {
  vec3 turn = cross(r, direction);
  return 1.0 / mass + dot(turn, inverse_inertia * turn);
}

// Pull of a line between two bodies on one of them. Both compute it from the same states in the same order: the forces
// are opposite to the bit.
Load pull_between(BodyLine line, uint index, float dt) {
  LineEnd a = end_on(line.body, line.at), b = end_on(line.other, line.to);
  vec3 away = b.place - a.place;
  for (int axis = 0; axis < 2; ++axis)
    if (params.p.periodic[axis] > 0.5)
      away[2 * axis] -= params.p.size[axis] * round(away[2 * axis] / params.p.size[axis]);
  float reach = length(away), longer = reach - line.rest;
  if (reach < 1e-9 || (line.pushes == 0u && longer <= 0.0)) return Load(vec3(0.0), vec3(0.0));
  vec3 direction = away / reach;
  float gives = lines_of(line.body) * gives_along(direction, a.r, a.mass, a.inverse_inertia) +
                lines_of(line.other) * gives_along(direction, b.r, b.mass, b.inverse_inertia);
  vec3 force = tension_of(line, longer, dot(b.velocity - a.velocity, direction), gives, dt) * direction;
  return index == line.body ? Load(force, cross(a.r, force)) : Load(-force, -cross(b.r, force));
}

// Pull of the body's moorings; false: all are slack.
bool moor(inout Load load, BodyState body, uint index, mat3 axes, float mass, mat3 inverse_inertia, float dt) {
  bool taut = false;
  float lines_here = lines_of(index);
  for (int n = 0; n < line_count; ++n) {
    BodyLine line = lines.v[n];
    if (line.body != index && line.other != index) continue;
    if (line.other != body_none) {
      Load pull = pull_between(line, index, dt);
      add(load, pull);
      taut = taut || pull.force != vec3(0.0);
      continue;
    }
    vec3 r = axes * line.at, away = line.to - body.position - r;
    float reach = length(away), longer = reach - line.rest;
    if (reach < 1e-9 || (line.pushes == 0u && longer <= 0.0)) continue;
    vec3 direction = away / reach;
    float gives = lines_here * gives_along(direction, r, mass, inverse_inertia);
    float rate = -dot(body.velocity + cross(body.spin, r), direction);
    vec3 force = tension_of(line, longer, rate, gives, dt) * direction;
    load.force += force;
    load.torque += cross(r, force);
    taut = taut || force != vec3(0.0);
  }
  return taut;
}

// Integrates the motion. Angular momentum is conserved: the spin follows from it in the new position.
BodyState moved(BodyState body, BodyKind kind, mat3 inverse_inertia, Motion motion, float dt) {
  BodyState after = body;
  after.position = body.position + dt * motion.velocity;
  after.rotation =
      normalize(quaternion_product(quaternion_of(dt * (inverse_inertia * motion.momentum)), body.rotation));
  mat3 turned = body_axes(after.rotation);
  after.velocity = motion.velocity;
  after.spin = turned * (kind.inverse_inertia * (transpose(turned) * motion.momentum));
  after.contact = 0.0;
  for (int axis = 0; axis < 2; ++axis) {
    if (params.p.periodic[axis] < 0.5) continue;
    float middle = params.p.origin[2 * axis], size = params.p.size[axis];
    after.position[2 * axis] -= size * floor((after.position[2 * axis] - middle) / size + 0.5);
  }
  return after;
}

void main() {
  uint index = params.p.first + gl_WorkGroupID.x;
  float dt = params.p.dt;
  BodyState body = now.v[index];
  BodyRecord record = records.v[index];
  BodyKind kind = kinds.v[record.kind];
  mat3 axes = body_axes(body.rotation);
  // In waves that it moves, a body takes their push at once at the clock step's beginning, from the level that pushes
  // the waves then, and goes on by its velocity: so each side does the work that the other takes (Stoermer-Verlet).
#ifdef ACROSS
  const bool afloat = false;  // who floats in waves that it moves stays there
#else
  bool afloat = kind.knots.x > 0.0;
#endif
  BodyFloat meets = floats.v[index];
  if (afloat) {
    float level = meets.norm > 0.0 ? params.p.origin.y + meets.level : -1e6;
    place_points_in_plane(body, axes, kind, record, level + dot(meets.slope, body.position.xz - meets.place),
                          meets.slope, meets.rate);
  } else {
#ifndef ACROSS  // place.comp has, in each water
    place_points(body, axes, kind, record, params.p.share);
#endif
  }
  uint flooded = flooded_basins(kind, record, body.flooded);
  Wetting wet = wetting(body, kind, record, afloat, flooded);
  float weight = body_water_density * params.p.gravity;
  float volume = afloat ? meets.volume : max(wet.volume, 0.0);
  float mass = kind.mass + kind.added_mass * volume;
  // Dry beside the ground, a mesh or another body it is pulled evenly: contacts of each sub-step hold it.
  float beneath = body.position.y - kind.radius - 0.01 - length(body.velocity) / params.p.inverse_step;
  bool near_ground = params.p.ground != body_ground_none && beneath < params.p.ground_top;
  bool grounded = meets.volume == 0.0 && (near_ground || near.v[index] > 0u);

  Load load = drag_of(wet, kind, mass, afloat, dt), water = load;  // water: for BodyState
  vec3 given = (params.p.kick > 0.0 ? vec3(0.0) : body.given) - dt * load.force;  // since the clock step began
  // The impulse of columns on it is theirs too.
  if (params.p.ahead > 0.0) given -= dt * weight * wet.pressure.force;
  if (!afloat) {
    load.force += weight * wet.pressure.force;
    load.torque += weight * wet.pressure.torque;
    add(water, Load(weight * wet.pressure.force, weight * wet.pressure.torque));
  } else if (params.p.kick > 0.0) {
    // Kinetic energy, that of the added mass too, stays what it was as this mass changes.
    body.velocity *= sqrt((kind.mass + kind.added_mass * meets.volume_before) / mass);
    float whole = params.p.kick / dt;
    kick(load, meets, whole, weight);
    kick(water, meets, whole, weight);
    if (!grounded) load.force.y -= whole * kind.mass * params.p.gravity;
  }
  if (!afloat || grounded) load.force.y -= kind.mass * params.p.gravity;
  bool calm = volume <= 0.0;
  if (has_pushes) {
    BodyPush push = pushes.v[gl_WorkGroupID.x];
    float unit = body_push_quantum * kind.mass * params.p.inverse_step;
    load.force += unit * vec3(push.force);
    load.torque += unit * kind.radius * vec3(push.turn);
    add(water, Load(unit * vec3(push.force), unit * kind.radius * vec3(push.turn)));
    calm = calm && push.force == ivec3(0) && push.turn == ivec3(0);
  }
  if (has_loads) {
    vec3 force = loads.v[2u * index].xyz, torque = loads.v[2u * index + 1u].xyz;
    load.force += force;
    load.torque += torque;
    calm = calm && force == vec3(0.0) && torque == vec3(0.0);
  }
  if (kind.thrust != 0.0 && volume > 0.0) {
    vec2 heading = axes[0].xz;
    load.force.xz += kind.thrust * heading / max(length(heading), 1e-3);
  }
  if (held.v[0].w == float(index)) {  // without strength the spring does nothing
    pull(load, body, kind, axes);
    calm = calm && params.p.pull_strength <= 0.0;
  }

  if (gl_LocalInvocationIndex != 0u) return;
  mat3 inertia = axes * kind.inertia * transpose(axes), inverse_inertia = axes * kind.inverse_inertia * transpose(axes);
  if (has_lines && moor(load, body, index, axes, mass, inverse_inertia, dt)) calm = false;
  Motion motion = Motion(body.velocity + dt * load.force / mass, inertia * body.spin + dt * load.torque);
  free_.v[index] = ContactFree(motion.velocity, motion.momentum, params.p.origin.xz, params.p.periodic * params.p.size,
                                calm ? 1.0 : 0.0);
  BodyState after = moved(body, kind, inverse_inertia, motion, dt);
  after.volume = volume;
  after.given = given;
  bool first = params.p.kick > 0.0;
  after.water_impulse = (first ? vec3(0.0) : body.water_impulse) + dt * water.force;
  after.water_turn = (first ? vec3(0.0) : body.water_turn) + dt * water.torque;
  after.flooded = flooded;
  if (!afloat) after.pressed = 0.5 * weight * wet.pressed;
  next.v[index] = after;
}
