// Contacts of a body with others, with the ground and with the walls: impulses that stop what approaches, averaged over
// the points in contact.
#define TOUCH_FIELDS 16
#include "lib/touch.glsl"
layout(constant_id = 12) const bool has_ground = false;
layout(binding = 11) uniform sampler2D ground;
layout(binding = 12, scalar) readonly buffer Pairs { uint v[]; } pairs;

struct Solid {
  vec3 position, velocity, spin;
  mat3 axes, inverse_inertia;  // both in the world
  float inverse_mass, friction, restitution;
};

Solid solid_of(BodyState s, BodyKind k) {
  mat3 axes = body_axes(s.rotation);
  float inverse_mass = (k.proxy & body_driven) != 0 ? 0.0 : 1.0 / k.mass;
  return Solid(s.position, s.velocity, s.spin, axes, axes * k.inverse_inertia * transpose(axes), inverse_mass,
               k.friction, k.restitution);
}

// Velocity along n that an impulse of 1 along n gives to the point r of a solid.
float yielding(Solid s, vec3 r, vec3 n) {
  vec3 lever = cross(r, n);
  return s.inverse_mass + dot(lever, s.inverse_inertia * lever);
}

// A body on its way through contacts.
struct Motion {
  vec3 velocity, momentum;  // momentum: the angular one
  float touched;            // impulse of contacts
};

// Sums over a thread's points.
struct Touch {
  vec3 force, torque;
  float pushed, count;
};
const Touch no_touch = Touch(vec3(0.0), vec3(0.0), 0.0, 0.0);

void touch_point(inout Touch sum, vec3 r, vec3 impulse, float pushed) {
  sum.force += impulse;
  sum.torque += cross(r, impulse);
  sum.pushed += pushed;
  sum.count += 1.0;
}

// What all threads of the group have found moves the body.
void follow(inout Motion motion, Touch sum, float mass) {
  sum_all(vec4[](vec4(sum.force, sum.pushed), vec4(sum.torque, sum.count), vec4(0.0), vec4(0.0)));
  if (sums[1].w <= 0.0) return;
  motion.velocity += sums[0].xyz / (sums[1].w * mass);
  motion.momentum += sums[1].xyz / sums[1].w;
  motion.touched += sums[0].w / sums[1].w;
}

// The points of one solid against the proxy of another; `own`: the points are those of the body that is moved.
void touch_proxy(inout Touch sum, Solid points, BodyKind points_kind, Solid shape, BodyKind shape_kind, bool own,
                 float dt) {
  float friction = sqrt(points.friction * shape.friction), restitution = max(points.restitution, shape.restitution);
  for (uint i = gl_LocalInvocationIndex; i < points_kind.corners; i += gl_WorkGroupSize.x) {
    vec3 r = points.axes * hull_points.v[points_kind.first_vertex + i];
    vec3 q = points.position + r - shape.position;
    vec3 n;
    float gap = proxy_distance(shape_kind, transpose(shape.axes) * q, n);
    n = shape.axes * n;
    vec3 v = points.velocity + cross(points.spin, r) - shape.velocity - cross(shape.spin, q);
    float speed = touch_speed(gap, -dot(v, n), restitution, dt);
    if (speed <= 0.0) continue;
    float j = speed / (yielding(points, r, n) + yielding(shape, q, n));
    vec3 impulse = j * n, slide = v - dot(v, n) * n;
    float sliding = length(slide);
    if (sliding > 1e-6) {
      vec3 t = slide / sliding;
      impulse -= min(friction * j, sliding / (yielding(points, r, t) + yielding(shape, q, t))) * t;
    }
    touch_point(sum, own ? r : q, own ? impulse : -impulse, j);
  }
}

// Other bodies, all as they were: both sides of a pair compute the same impulse.
void touch_bodies(inout Motion motion, uint index, BodyState body, BodyKind kind, float dt) {
  Solid self = solid_of(body, kind);
  uint first_pair = index * (body_most_pairs + 1u), pair_count = pairs.v[first_pair];
  for (uint k = 0u; k < pair_count; ++k) {
    uint other = pairs.v[first_pair + 1u + k];
    BodyState there = now.v[other];
    BodyKind there_kind = kinds.v[records.v[other].kind];
    vec3 apart = there.position - body.position;
    float reach = kind.radius + there_kind.radius + dt * length(there.velocity - body.velocity) + 0.01;
    if (dot(apart, apart) > reach * reach) continue;
    Solid them = solid_of(there, there_kind);
    Touch sum = no_touch;
    // The one with the lower index brings its points first, on both sides.
    for (int role = 0; role < 2; ++role) {
      if ((index < other) == (role == 0))
        touch_proxy(sum, self, kind, them, there_kind, true, dt);
      else
        touch_proxy(sum, them, there_kind, self, kind, false, dt);
    }
    follow(motion, sum, kind.mass);
  }
}

#ifdef BODIES_ACROSS
const float sill_push = 0.2;  // m/s
#endif
const float wall_push = 0.5;  // m/s: of a body that comes over a grid's border from outside

// A point r of a solid at something that does not move; n: its normal.
void touch_fixed(inout Touch sum, Solid s, vec3 r, vec3 n, float gap, float dt) {
#ifdef BODIES_ACROSS
  // A hull that tips over a sill comes down with its corners inside of the edge: it is let out, not thrown out.
  gap = max(gap, -touch_slop - sill_push * dt / touch_push);
#endif
  vec3 v = s.velocity + cross(s.spin, r);
  float speed = touch_speed(gap, -dot(v, n), s.restitution, dt);
  if (speed <= 0.0) return;
  float j = speed / yielding(s, r, n);
  vec3 slide = v - dot(v, n) * n;
  float sliding = length(slide);
  vec3 impulse = j * n;
  if (sliding > 1e-6) {
    vec3 t = slide / sliding;
    impulse -= min(s.friction * j, sliding / yielding(s, r, t)) * t;
  }
  touch_point(sum, r, impulse, j);
}

// Normal and height of the ground under a place.
vec4 ground_at(vec2 xz) {
  if (!has_ground || params.p.ground == body_ground_level) return vec4(0.0, 1.0, 0.0, params.p.ground_origin.y);
  vec2 last = vec2(textureSize(ground, 0) - 1);
  vec2 at = clamp(((xz - params.p.ground_origin.xz) / params.p.ground_size + 0.5) * last, vec2(0.0), last);
  ivec2 i = ivec2(min(floor(at), max(last - 1.0, vec2(0.0))));
  vec2 f = at - vec2(i);
  ivec2 j = min(i + 1, ivec2(last));
  float a = texelFetch(ground, i, 0).x, b = texelFetch(ground, ivec2(j.x, i.y), 0).x;
  float c = texelFetch(ground, ivec2(i.x, j.y), 0).x, d = texelFetch(ground, j, 0).x;
  vec2 slope = vec2(mix(b - a, d - c, f.y), mix(c - a, d - b, f.x)) * last / params.p.ground_size;
  float height = params.p.ground_origin.y + mix(mix(a, b, f.x), mix(c, d, f.x), f.y);
  return vec4(normalize(vec3(-slope.x, 1.0, -slope.y)), height);
}

#ifdef BODIES_ACROSS
// Whether a body at `self` comes into another water at the place xz, which lies just beyond a side of water `from`.
bool goes_on(Solid self, float radius, uint from, int side, vec2 xz) {
  BodyReach here = params.waters[from];
  bool wall = here.grid != 0 && here.walls[side] != 0;
  for (uint j = 0u; j < min(params.reaches, uint(body_most_reaches)); ++j) {
    BodyReach there = params.waters[j];
    if (j == from || self.position.y + radius < there.floor) continue;
    // What is shut to water is so to bodies; particles may be kept in a room wider than the grid that they come from.
    if (wall && (there.grid == 0 || there.walls[side ^ 1] != 0)) continue;
    if (all(greaterThan(xz, there.low - 1e-3)) && all(lessThan(xz, there.high + 1e-3))) return true;
  }
  return false;
}

// The sides of the waters that a body is in, where none of its group goes on. False: it is in none.
bool touch_sides(inout Touch sum, Solid self, float radius, vec3 r, float near, float dt) {
  bool held = false;
  vec2 p = self.position.xz + r.xz;
  for (uint i = 0u; i < min(params.reaches, uint(body_most_reaches)); ++i) {
    BodyReach w = params.waters[i];
    if (self.position.y + radius < w.floor || any(lessThan(self.position.xz, w.low)) ||
        any(greaterThan(self.position.xz, w.high)))
      continue;
    held = true;
    for (int side = 0; side < 4; ++side) {
      int axis = side >> 1;
      bool high = (side & 1) != 0;
      float gap = high ? w.high[axis] - p[axis] : p[axis] - w.low[axis];
      if (gap > near) continue;
      vec2 beyond = clamp(p, w.low, w.high);
      beyond[axis] = high ? w.high[axis] + 2e-3 : w.low[axis] - 2e-3;
      if (goes_on(self, radius, i, side, beyond)) continue;
      vec3 n = vec3(0.0);
      n[2 * axis] = high ? -1.0 : 1.0;
      touch_fixed(sum, self, r, n, gap, dt);
    }
  }
  return held;
}
#endif

// Axes along which the grid's border keeps a body in: one that is outside stays there, one that is wider is not held.
bvec2 held_by_walls(vec3 position, BodyRecord record) {
  if (params.p.walls < 0.5) return bvec2(false);
  bvec2 wraps = greaterThan(params.p.periodic, vec2(0.5));
  bvec2 inside = lessThanEqual(abs(position.xz - params.p.origin.xz), 0.5 * params.p.size);
  if (!(inside.x || wraps.x) || !(inside.y || wraps.y)) return bvec2(false);
  return bvec2(!wraps.x && (record.wider & 1u) == 0u, !wraps.y && (record.wider & 2u) == 0u);
}

// The ground and the walls, against the velocity that all else has led to.
void touch_bounds(inout Motion motion, Solid self, BodyKind kind, BodyRecord record, float dt) {
  vec2 inside = 0.5 * params.p.size - abs(self.position.xz - params.p.origin.xz);
  float near = kind.radius + 0.01 + dt * length(motion.velocity);
  bvec2 held_in = held_by_walls(self.position, record);
  bool wall_near = (held_in.x && inside.x < near) || (held_in.y && inside.y < near);
#ifdef BODIES_ACROSS
  wall_near = true;
#endif
  bool ground_near = params.p.ground != body_ground_none && self.position.y - near < params.p.ground_top;
  if (!wall_near && !ground_near) return;
  self.velocity = motion.velocity;
  self.spin = self.inverse_inertia * motion.momentum;
  Touch sum = no_touch;
  for (uint i = gl_LocalInvocationIndex; i < kind.corners; i += gl_WorkGroupSize.x) {
    vec3 r = points.v[2u * (record.first_point + i)].xyz;
    vec3 p = self.position + r;
    if (ground_near) {
      vec4 g = ground_at(p.xz);
      touch_fixed(sum, self, r, g.xyz, (p.y - g.w) * g.y, dt);
    }
#ifdef BODIES_ACROSS
    if (touch_sides(sum, self, kind.radius, r, near, dt)) continue;
#endif
    if (wall_near) {
      vec2 o = p.xz - params.p.origin.xz;
      vec2 gap = max(0.5 * params.p.size - abs(o), -touch_slop - wall_push * dt / touch_push);
      if (held_in.x) touch_fixed(sum, self, r, vec3(-sign(o.x), 0.0, 0.0), gap.x, dt);
      if (held_in.y) touch_fixed(sum, self, r, vec3(0.0, 0.0, -sign(o.y)), gap.y, dt);
    }
  }
  follow(motion, sum, kind.mass);
}
