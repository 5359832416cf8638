// Predicted poses at the end of a sub-step without contacts. Speculative contacts use them, so fast bodies do not
// tunnel through thin ones.
#ifndef SHADERS_BODIES_PREDICT_GLSL
#define SHADERS_BODIES_PREDICT_GLSL
#include "bodies/manifold.glsl"
#include "lib/bodies.glsl"
layout(binding = 1, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4, scalar) readonly buffer Free { ContactFree v[]; } free_;

struct Path {
  vec3 position, velocity, spin;
  vec4 rotation;
  uint kind;
  float radius, thickness;
};

struct Pose {
  vec3 place;  // from the origin of the common frame
  mat3 axes;
};

Path path_of(uint i, bool floats) {
  BodyState s = now.v[i];
  uint kind = records.v[i].kind;
  vec3 half_ = kinds.v[kind].half_size;
  Path p = Path(s.position, s.velocity, s.spin, s.rotation, kind, kinds.v[kind].radius, min(half_.x, min(half_.y, half_.z)));
  if (floats) {
    mat3 axes = body_axes(s.rotation);
    p.velocity = free_.v[i].velocity;
    p.spin = axes * (kinds.v[kind].inverse_inertia * (transpose(axes) * free_.v[i].momentum));
  }
  return p;
}

Pose pose_at(Path p, vec3 origin, float time) {
  return Pose(p.position - origin + time * p.velocity,
              body_axes(normalize(quaternion_product(quaternion_of(time * p.spin), p.rotation))));
}

// Gaps up to which shapes count as touching.
float touch_margin(float size) { return 0.01 * size; }

// A point found in poses of some time as one at the sub-step's begin.
ContactPoint point_of(Slot t, vec3 n, Path a, Path b, Pose at_a, Pose at_b) {
  ContactPoint p;
  p.local_a = transpose(at_a.axes) * (t.a - at_a.place);
  p.local_b = transpose(at_b.axes) * (t.b - at_b.place);
  // A round shape touches along the normal, however far it has rolled.
  p.round_a = slot_rounds.x;
  p.round_b = slot_rounds.y;
  vec3 from_a = t.a - p.round_a * n - at_a.place, from_b = t.b + p.round_b * n - at_b.place;
  p.arm_a = body_axes(a.rotation) * (transpose(at_a.axes) * from_a) + p.round_a * n;
  p.arm_b = body_axes(b.rotation) * (transpose(at_b.axes) * from_b) - p.round_b * n;
  p.normal = n;
  p.gap = dot(b.position - a.position + p.arm_b - p.arm_a, n);
  p.slack = contact_slack * (b.thickness > 0.0 ? min(a.thickness, b.thickness) : a.thickness);
  p.normal_mass = p.tangent_mass = p.approach = p.pressed = 0.0;
  p.rubbed = vec3(0.0);
  return p;
}

// Nearness of a point to one of the last sub-step, in either body; not positive: it is another one.
float likeness(ContactPoint p, vec3 normal, vec3 local_a, vec3 local_b, float size) {
  if (dot(p.normal, normal) < 0.9) return -1.0;
  vec3 on_a = p.local_a - local_a, on_b = p.local_b - local_b;
  return 0.1 * size - sqrt(min(dot(on_a, on_a), dot(on_b, on_b)));
}

void keep_slots(Path a, Path b, Pose at_a, Pose at_b, uint other);  // of the shader

// Parts of two bodies at a time; keep: the points found go to the shader's list. Returns the least gap.
float collide(Path a, Path b, float time, bool keep, uint other) {
  Pose at_a = pose_at(a, a.position, time), at_b = pose_at(b, a.position, time);
  ContactKind ka = parts_of(a.kind), kb = parts_of(b.kind);
  float least = 1e30;
  for (uint k = 0u; k < ka.parts * kb.parts; ++k) {
    ContactPart part_b = shape_parts.v[kb.first_part + k / ka.parts];
    if (part_b.shape == contact_triangles) continue;
    Convex one = convex_of(shape_parts.v[ka.first_part + k % ka.parts], at_a.axes, at_a.place);
    Convex two = convex_of(part_b, at_b.axes, at_b.place);
    float size = min(one.size, two.size), margin = touch_margin(size);
    Axis axis;
    vec3 towards = two.place - one.place;
    for (int turn = 0; turn < (one.radius + two.radius > 0.0 ? 2 : 1); ++turn) {
      one = turned_to(one, towards);
      two = turned_to(two, -towards);
      axis = find_axis(one, two, margin, size, 0u, one.faces + two.faces + 1u);
      if (axis.kind == 0) break;
      towards = axis.n;
    }
    if (axis.kind == 0) continue;
    least = min(least, axis.gap);
    if (!keep) continue;
    clear_slots(axis.n, at_a.axes[0]);
    slot_rounds = vec2(round_of(one, axis.n), round_of(two, axis.n));
    touch_along(one, two, axis, margin, size);
    keep_slots(a, b, at_a, at_b, other);
  }
  return least;
}

// Contact points where two bodies touch first within dt, else where they are then. The way is searched in steps of a
// quarter of both thicknesses, and the step in which they meet is halved five times.
void find_touches(Path a, Path b, float dt, uint other) {
  float way = dt * (length(b.velocity - a.velocity) + length(a.spin) * a.radius + length(b.spin) * b.radius);
  float thick = a.thickness + b.thickness;
  bool fast = way >= 0.1 * thick;
  float step = dt / clamp(ceil(way / (0.5 * thick)), 1.0, 24.0), free_until = 0.0, met = dt, time = fast ? 0.0 : dt;
  int halvings = fast ? -1 : 0;  // -1: not begun; 0: the last look
  for (int k = 0; k < 40; ++k) {
    bool overlap = collide(a, b, time, halvings == 0, other) <= 0.0;
    if (halvings == 0) break;
    if (halvings < 0 && !overlap) {
      if (time >= dt) halvings = 0;
      free_until = time;
      time = min(time + step, dt);
    } else if (halvings < 0 && time == 0.0) {  // from the beginning
      halvings = 0;
      time = step;
    } else {
      if (overlap)
        met = time;
      else
        free_until = time;
      halvings = halvings < 0 ? 5 : halvings - 1;
      time = halvings > 0 ? 0.5 * (free_until + met) : met;
    }
  }
}
#endif
