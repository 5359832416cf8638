// One sub-step of a rigid body in water: pressure and drag on the wetted hull, contacts, motion. A workgroup per body;
// sums run over the threads in their order. [Han & Chen 2017]
#define BODIES_WATER
#include "bodies/data.glsl"
#include "bodies/hull.glsl"
#include "lib/touch.glsl"
layout(local_size_x_id = 7) in;
layout(binding = 7, scalar) restrict buffer Next { BodyState v[]; } next;
layout(binding = 11) uniform sampler2D ground;
layout(binding = 12, scalar) readonly buffer Pairs { uint v[]; } pairs;
layout(binding = 13, scalar) readonly buffer Held { vec4 v[]; } held;  // xyz: the point, in the body's axes; w: body; then x: distance

layout(binding = 14, scalar) readonly buffer Pushes { BodyPush v[]; } pushes;  // of the bodies from params.p.first on
layout(binding = 15, scalar) readonly buffer Floats { BodyFloat v[]; } floats;
layout(constant_id = 8) const bool has_pushes = false;
layout(constant_id = 12) const bool has_ground = false;

const uint most_threads = 64u;
shared vec4 parts[4u * most_threads];
shared vec4 sums[4];

void sum_all(vec4 a, vec4 b, vec4 c, vec4 d) {
  uint me = gl_LocalInvocationIndex;
  parts[4u * me] = a;
  parts[4u * me + 1u] = b;
  parts[4u * me + 2u] = c;
  parts[4u * me + 3u] = d;
  barrier();
  for (uint k = me; k < 4u; k += gl_WorkGroupSize.x) {
    vec4 sum = vec4(0.0);
    for (uint i = 0u; i < gl_WorkGroupSize.x; ++i) sum += parts[4u * i + k];
    sums[k] = sum;
  }
  barrier();
}

struct Solid {
  vec3 position, velocity, spin;
  mat3 axes, inverse_inertia;  // both in the world
  float inverse_mass, friction, restitution;
};

Solid solid_of(BodyState s, BodyKind k) {
  mat3 axes = body_axes(s.rotation);
  return Solid(s.position, s.velocity, s.spin, axes, axes * k.inverse_inertia * transpose(axes), 1.0 / k.mass,
               k.friction, k.restitution);
}

float yielding(Solid s, vec3 r, vec3 n) {
  vec3 lever = cross(r, n);
  return s.inverse_mass + dot(lever, s.inverse_inertia * lever);
}

// Impulse on a point whose contact normal is n: along n, and friction across. mobility: of both things along a
// direction is asked for through yielding().
struct Touch {
  vec3 force, torque;
  float pushed, count;
};

void touch_ground(inout Touch sum, Solid s, vec3 r, vec3 n, float gap, float dt) {
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
  sum.force += impulse;
  sum.torque += cross(r, impulse);
  sum.pushed += j;
  sum.count += 1.0;
}

// Height and normal of the ground under a place.
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
  return vec4(normalize(vec3(-slope.x, 1.0, -slope.y)), mix(mix(a, b, f.x), mix(c, d, f.x), f.y));
}

void main() {
  uint index = params.p.first + gl_WorkGroupID.x;
  uint me = gl_LocalInvocationIndex;
  float dt = params.p.dt;
  BodyState body = now.v[index];
  BodyRecord record = records.v[index];
  BodyKind kind = kinds.v[record.kind];
  mat3 axes = body_axes(body.rotation);
  // In waves that it moves, a body takes their push at once at the clock step's beginning, from the level that pushes
  // the waves then, and goes on by its velocity: so each side does the work that the other takes (Stoermer-Verlet).
  bool afloat = kind.knots.x > 0.0;
  BodyFloat meets = floats.v[index];
  if (afloat) {
    float level = meets.norm > 0.0 ? params.p.origin.y + meets.level : -1e6;
    place_points_in_plane(body, axes, kind, record, level + dot(meets.slope, body.position.xz - meets.place),
                          meets.slope, meets.rate);
  } else {
    place_points(body, axes, kind, record, params.p.share);
  }

  // Pressure and drag.
  vec3 pressure = vec3(0.0), turning = vec3(0.0), dragging = vec3(0.0), braking = vec3(0.0);
  float volume = 0.0, pressed = 0.0, resistance = 0.0, stiffness = 0.0;
  for (uint i = me; i < kind.facets; i += gl_WorkGroupSize.x) {
    uvec3 at = 2u * (hull_facets.v[kind.first_facet + i] + record.first_point);
    vec4 a = points.v[at.x], b = points.v[at.y], c = points.v[at.z];
    Wetted wet = wetted_part(a, b, c);
    if (wet.share <= 0.0) continue;
    vec3 area = 0.5 * cross(b.xyz - a.xyz, c.xyz - a.xyz);
    pressure -= area * wet.depth;
    turning -= cross(wet.moment, area);
    volume -= area.y * wet.depth;
    pressed -= area.y * wet.square;
    vec3 r = wet.depth > 1e-9 ? wet.moment / wet.depth : (a.xyz + b.xyz + c.xyz) / 3.0;
    vec3 water = (points.v[at.x + 1u].xyz + points.v[at.y + 1u].xyz + points.v[at.z + 1u].xyz) / 3.0;
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
  sum_all(vec4(pressure, volume), vec4(turning, pressed), vec4(dragging, resistance), vec4(braking, stiffness));
  float weight = body_water_density * params.p.gravity;
  volume = max(sums[0].w, 0.0);
  pressed = 0.5 * weight * sums[1].w;
  if (afloat) volume = meets.volume;
  float mass = kind.mass + kind.added_mass * volume;
  // Drag as of the sub-step's end, so that it can stop a body but not turn it back.
  float least = min(kind.inertia[0][0], min(kind.inertia[1][1], kind.inertia[2][2]));
  // Dry beside the ground it is pulled evenly: contacts of each sub-step hold it.
  float beneath = body.position.y - kind.radius - 0.01 - length(body.velocity) / params.p.inverse_step;
  bool grounded = meets.volume == 0.0 && params.p.ground != body_ground_none && beneath < params.p.ground_top;
  vec3 dragged = sums[2].xyz, braked = sums[3].xyz;
  if (afloat) {
    float most = max(length(dragged), length(braked) / kind.radius);
    dragged = without_rounding(dragged, most);
    braked = without_rounding(braked, most * kind.radius);
  }
  vec3 force = dragged / (1.0 + dt * sums[2].w / mass), torque = braked / (1.0 + dt * sums[3].w / least);
  if (!afloat) {
    force += weight * sums[0].xyz;
    torque += weight * sums[1].xyz;
  } else if (params.p.kick > 0.0) {
    // Kinetic energy, that of the added mass too, stays what it was as this mass changes.
    body.velocity *= sqrt((kind.mass + kind.added_mass * meets.volume_before) / mass);
    vec3 down = vec3(meets.slope.x, -1.0, meets.slope.y);  // grows the depth
    vec2 turned_slope = vec2(dot(meets.curve.xy, meets.moment.xz), dot(meets.curve.yz, meets.moment.xz));
    float whole = params.p.kick / dt;
    force -= whole * weight * (meets.volume * down + vec3(turned_slope.x, 0.0, turned_slope.y));
    if (!grounded) force.y -= whole * kind.mass * params.p.gravity;
    torque += whole * weight * cross(down, meets.moment);
  }
  if (!afloat || grounded) force.y -= kind.mass * params.p.gravity;
  if (has_pushes) {
    BodyPush push = pushes.v[gl_WorkGroupID.x];
    float unit = body_push_quantum * kind.mass * params.p.inverse_step;
    force += unit * vec3(push.force);
    torque += unit * kind.radius * vec3(push.turn);
  }
  if (kind.thrust != 0.0 && volume > 0.0) {
    vec2 heading = axes[0].xz;
    force.xz += kind.thrust * heading / max(length(heading), 1e-3);
  }
  if (params.p.pull_strength > 0.0 && held.v[0].w == float(index)) {
    vec3 r = axes * held.v[0].xyz;
    vec3 v = body.velocity + cross(body.spin, r);
    vec3 to = params.p.pull_from + held.v[1].x * params.p.pull_along;
    vec3 spring = kind.mass * (params.p.pull_strength * (to - body.position - r) -
                               2.0 * sqrt(params.p.pull_strength) * v);
    force += spring;
    torque += 0.3 * cross(r, spring);
  }

  Solid self = solid_of(body, kind);
  mat3 inertia = axes * kind.inertia * transpose(axes);
  vec3 velocity = body.velocity + dt * force / mass;
  vec3 momentum = inertia * body.spin + dt * torque;
  float touched = 0.0;

  // Other bodies, all as they were: both sides of a pair compute the same impulse.
  uint first_pair = index * (body_most_pairs + 1u), pair_count = pairs.v[first_pair];
  for (uint k = 0u; k < pair_count; ++k) {
    uint other = pairs.v[first_pair + 1u + k];
    BodyState there = now.v[other];
    BodyRecord there_record = records.v[other];
    BodyKind there_kind = kinds.v[there_record.kind];
    vec3 apart = there.position - body.position;
    float reach = kind.radius + there_kind.radius + dt * length(there.velocity - body.velocity) + 0.01;
    if (dot(apart, apart) > reach * reach) continue;
    Touch sum = Touch(vec3(0.0), vec3(0.0), 0.0, 0.0);
    for (int role = 0; role < 2; ++role) {
      bool mine = role == 0;
      // The one with the lower index brings its points first, on both sides.
      bool point_is_mine = (index < other) == mine;
      BodyKind point_kind = kind, solid_kind = there_kind;
      BodyState point_state = body, solid_state = there;
      if (!point_is_mine) {
        point_kind = there_kind;
        solid_kind = kind;
        point_state = there;
        solid_state = body;
      }
      Solid point_solid = solid_of(point_state, point_kind), proxy_solid = solid_of(solid_state, solid_kind);
      float friction = sqrt(point_solid.friction * proxy_solid.friction);
      float restitution = max(point_solid.restitution, proxy_solid.restitution);
      for (uint i = me; i < point_kind.vertices; i += gl_WorkGroupSize.x) {
        vec3 r = point_solid.axes * hull_points.v[point_kind.first_vertex + i];
        vec3 q = point_solid.position + r - proxy_solid.position;
        vec3 n;
        float gap = proxy_distance(solid_kind, transpose(proxy_solid.axes) * q, n);
        n = proxy_solid.axes * n;
        vec3 v = point_solid.velocity + cross(point_solid.spin, r) - proxy_solid.velocity - cross(proxy_solid.spin, q);
        float speed = touch_speed(gap, -dot(v, n), restitution, dt);
        if (speed <= 0.0) continue;
        float j = speed / (yielding(point_solid, r, n) + yielding(proxy_solid, q, n));
        vec3 impulse = j * n, slide = v - dot(v, n) * n;
        float sliding = length(slide);
        if (sliding > 1e-6) {
          vec3 t = slide / sliding;
          impulse -= min(friction * j, sliding / (yielding(point_solid, r, t) + yielding(proxy_solid, q, t))) * t;
        }
        if (!point_is_mine) impulse = -impulse;
        sum.force += impulse;
        sum.torque += cross(point_is_mine ? r : q, impulse);
        sum.pushed += j;
        sum.count += 1.0;
      }
    }
    sum_all(vec4(sum.force, sum.pushed), vec4(sum.torque, sum.count), vec4(0.0), vec4(0.0));
    if (sums[1].w > 0.0) {
      velocity += sums[0].xyz / (sums[1].w * kind.mass);
      momentum += sums[1].xyz / sums[1].w;
      touched += sums[0].w / sums[1].w;
    }
  }

  // The ground and the walls, which do not move: against the velocity that all else has led to.
  vec2 off = body.position.xz - params.p.origin.xz;
  vec2 inside = 0.5 * params.p.size - abs(off);
  float near = kind.radius + 0.01 + dt * length(velocity);
  bool wall_near = params.p.walls > 0.5 && (inside.x < near || inside.y < near);
  bool ground_near = params.p.ground != body_ground_none && body.position.y - near < params.p.ground_top;
  if (wall_near || ground_near) {
    self.velocity = velocity;
    self.spin = self.inverse_inertia * momentum;
    Touch sum = Touch(vec3(0.0), vec3(0.0), 0.0, 0.0);
    for (uint i = me; i < kind.vertices; i += gl_WorkGroupSize.x) {
      vec3 r = points.v[2u * (record.first_point + i)].xyz;
      vec3 p = body.position + r;
      if (ground_near) {
        vec4 g = ground_at(p.xz);
        touch_ground(sum, self, r, g.xyz, (p.y - g.w) * g.y, dt);
      }
      if (wall_near) {
        vec2 o = p.xz - params.p.origin.xz;
        vec2 gap = 0.5 * params.p.size - abs(o);
        if (params.p.periodic.x < 0.5) touch_ground(sum, self, r, vec3(-sign(o.x), 0.0, 0.0), gap.x, dt);
        if (params.p.periodic.y < 0.5) touch_ground(sum, self, r, vec3(0.0, 0.0, -sign(o.y)), gap.y, dt);
      }
    }
    sum_all(vec4(sum.force, sum.pushed), vec4(sum.torque, sum.count), vec4(0.0), vec4(0.0));
    if (sums[1].w > 0.0) {
      velocity += sums[0].xyz / (sums[1].w * kind.mass);
      momentum += sums[1].xyz / sums[1].w;
      touched += sums[0].w / sums[1].w;
    }
  }

  if (me != 0u) return;
  // Momentum is what is kept: the spin follows from it in the new position.
  vec3 spin = self.inverse_inertia * momentum;
  BodyState after;
  after.position = body.position + dt * velocity;
  after.rotation = normalize(quaternion_product(quaternion_of(dt * spin), body.rotation));
  mat3 turned = body_axes(after.rotation);
  after.velocity = velocity;
  after.spin = turned * (kind.inverse_inertia * (transpose(turned) * momentum));
  after.volume = volume;
  after.pressed = afloat ? body.pressed : pressed;
  after.contact = touched;
  for (int axis = 0; axis < 2; ++axis) {
    if (params.p.periodic[axis] < 0.5) continue;
    float middle = params.p.origin[2 * axis], size = params.p.size[axis];
    after.position[2 * axis] -= size * floor((after.position[2 * axis] - middle) / size + 0.5);
  }
  next.v[index] = after;
}
