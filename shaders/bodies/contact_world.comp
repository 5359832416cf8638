// Contacts of every body with static and kinematic obstacles: the ground, the borders of its water, meshes.
// Warm-started with the impulses of the last sub-step.
#pragma variants ACROSS?
#define CONVEX_TRIANGLES
#include "bodies/predict.glsl"
layout(local_size_x_id = 7) in;
#ifdef ACROSS
layout(binding = 0, scalar) uniform ParamsBlock {
  BodyParams p;
  BodyReach waters[body_most_reaches];
  uint reaches;
} params;
#else
layout(binding = 0, scalar) uniform ParamsBlock { BodyParams p; } params;
#endif
layout(binding = 14, scalar) uniform ContactBlock { ContactParams p; } contact;
layout(constant_id = 12) const bool has_ground = false;
layout(constant_id = 14) const int ground_kind = body_ground_none;
layout(constant_id = 15) const bool walls = false;  // at the borders of the grid
layout(constant_id = 16) const bool periodic_x = false;
layout(constant_id = 17) const bool periodic_z = false;
#ifdef ACROSS
layout(constant_id = 18) const uint reaches = 0u;
#endif
layout(binding = 10) uniform sampler2D ground;
layout(binding = 11, scalar) restrict buffer Worlds { ContactWorld v[]; } worlds;
layout(binding = 12, scalar) readonly buffer Nodes { ContactNode v[]; } nodes;
layout(binding = 13, scalar) readonly buffer Triangles { ContactTriangle v[]; } triangles;
layout(binding = 15, scalar) readonly buffer WorldsBefore { ContactWorld v[]; } worlds_before;

uint index, kept = 0u;
float friction, restitution;  // of what is met

// A full list gives up its shallowest point for a deeper one.
uint place_for(float gap) {
  if (kept < contact_world_points) return kept++;
  uint shallowest = 0u;
  for (uint i = 1u; i < contact_world_points; ++i)
    if (worlds.v[index].points[i].p.gap > worlds.v[index].points[shallowest].p.gap) shallowest = i;
  return worlds.v[index].points[shallowest].p.gap > gap ? shallowest : contact_world_points;
}

void keep_slots(Path a, Path b, Pose at_a, Pose at_b, uint other) {
  for (uint i = 0u; i < slot_count; ++i) {
    if (!is_own(i, a.thickness)) continue;
    ContactPoint p = point_of(slots[i], slot_normal, a, b, at_a, at_b);
    float best = 0.0;
    for (uint j = 0u; j < worlds_before.v[index].count; ++j) {
      if (worlds_before.v[index].points[j].other != other) continue;
      ContactPoint old = worlds_before.v[index].points[j].p;
      float like = likeness(p, old.normal, old.local_a, old.local_b, a.thickness);
      if (like <= best) continue;
      best = like;
      p.pressed = old.pressed;
      p.rubbed = old.rubbed;
    }
    uint place = place_for(p.gap);
    if (place < contact_world_points)
      worlds.v[index].points[place] = ContactWorldPoint(p, friction, restitution, other);
  }
}

float height_at(ivec2 i) {
  return params.p.ground_origin.y + texelFetch(ground, clamp(i, ivec2(0), textureSize(ground, 0) - 1), 0).x;
}
vec2 last_sample() { return vec2(textureSize(ground, 0) - 1); }

// Normal and height of the ground under a place.
vec4 ground_at(vec2 xz) {
  if (!has_ground || ground_kind == body_ground_level) return vec4(0.0, 1.0, 0.0, params.p.ground_origin.y);
  vec2 last = last_sample();
  vec2 at = clamp(((xz - params.p.ground_origin.xz) / params.p.ground_size + 0.5) * last, vec2(0.0), last);
  ivec2 i = ivec2(min(floor(at), max(last - 1.0, vec2(0.0))));
  vec2 f = at - vec2(i);
  float a = height_at(i), b = height_at(i + ivec2(1, 0)), c = height_at(i + ivec2(0, 1)), d = height_at(i + 1);
  vec2 slope = vec2(mix(b - a, d - c, f.y), mix(c - a, d - b, f.x)) * last / params.p.ground_size;
  return vec4(normalize(vec3(-slope.x, 1.0, -slope.y)), mix(mix(a, b, f.x), mix(c, d, f.x), f.y));
}

vec3 ground_point(ivec2 i, vec3 origin) {
  ivec2 held = clamp(i, ivec2(0), textureSize(ground, 0) - 1);
  vec2 xz = params.p.ground_origin.xz + (vec2(held) / last_sample() - 0.5) * params.p.ground_size;
  return vec3(xz.x, height_at(held), xz.y) - origin;
}

#ifdef ACROSS
// The body comes into another water at the place xz, which lies just beyond a side of water `from`.
bool goes_on(Path body, uint from, int side, vec2 xz) {
  BodyReach here = params.waters[from];
  bool wall = here.grid != 0 && here.walls[side] != 0;
  for (uint j = 0u; j < reaches; ++j) {
    BodyReach there = params.waters[j];
    if (j == from || body.position.y + body.radius < there.floor) continue;
    // Sides closed to water are closed to bodies; particles may be kept in a room wider than the grid that they come from.
    if (wall && (there.grid == 0 || there.walls[side ^ 1] != 0)) continue;
    if (all(greaterThan(xz, there.low - 1e-3)) && all(lessThan(xz, there.high + 1e-3))) return true;
  }
  return false;
}

bool is_in(Path body, uint water) {
  BodyReach w = params.waters[water];
  return body.position.y + body.radius >= w.floor && all(greaterThanEqual(body.position.xz, w.low)) &&
         all(lessThanEqual(body.position.xz, w.high));
}
#endif

// Planes: the level or inclined ground; then four borders of the grid or of each water of a group. False: there is none.
bool plane_of(Path body, vec3 low, vec3 high, uint k, out vec3 n, out vec3 from) {
  n = vec3(0.0, -1.0, 0.0);
  from = vec3(0.0);
  if (k == 0u) {
    if (ground_kind == body_ground_none || body.position.y + low.y > params.p.ground_top) return false;
    vec4 g = ground_at(body.position.xz);
    vec2 off = abs(body.position.xz - params.p.ground_origin.xz) * 2.0;
    bool map = has_ground && ground_kind == body_ground_map;
    if (map && all(lessThanEqual(off, params.p.ground_size)) && body.position.y >= g.w) return false;  // triangles
    n = -g.xyz;
    from.y = g.w - body.position.y;
    return true;
  }
  int side = int(k - 1u) & 3, axis = side >> 1;
  float way = (side & 1) != 0 ? 1.0 : -1.0;
  n = vec3(0.0);
  n[2 * axis] = way;
  vec2 least = params.p.origin.xz - 0.5 * params.p.size, most = params.p.origin.xz + 0.5 * params.p.size;
  if (!walls || (axis == 0 ? periodic_x : periodic_z)) return false;
  if ((records.v[index].wider >> axis & 1u) != 0u) return false;
#ifdef ACROSS
  uint water = (k - 1u) / 4u;
  if (water < reaches) {
    if (!is_in(body, water)) return false;
    least = params.waters[water].low;
    most = params.waters[water].high;
  } else {
    for (uint j = 0u; j < reaches; ++j)
      if (is_in(body, j)) return false;
  }
#endif
  // Borders keep bodies in whose centers lie inside. One that is wider than the grid is held in its middle.
  if (any(lessThan(body.position.xz, least)) || any(greaterThan(body.position.xz, most))) return false;
  vec2 gap = vec2(body.position[2 * axis] + low[2 * axis] - least[axis], most[axis] - body.position[2 * axis] - high[2 * axis]);
  float wider = min(0.5 * (gap.x + gap.y), 0.0);
  from[2 * axis] = (way > 0.0 ? most[axis] : least[axis]) - body.position[2 * axis] - way * wider;
  return true;
}

uint plane_count() {
#ifdef ACROSS
  return 5u + 4u * reaches;
#else
  return 5u;
#endif
}

bool is_open(Path body, uint k, vec3 p, vec3 n) {
#ifdef ACROSS
  uint water = (k - 1u) / 4u;
  if (k == 0u || water >= reaches) return false;
  vec2 xz = body.position.xz + p.xz;
  int axis = n.x != 0.0 ? 0 : 1, side = 2 * axis + (n[2 * axis] > 0.0 ? 1 : 0);
  vec2 beyond = clamp(xz, params.waters[water].low, params.waters[water].high);
  beyond[axis] += 2e-3 * n[2 * axis];
  return goes_on(body, water, side, beyond);
#else
  return false;
#endif
}

// The world's axes about the body's place.
Path standing(Path body) { return Path(body.position, vec3(0.0), vec3(0.0), vec4(0.0, 0.0, 0.0, 1.0), 0u, 0.0, 0.0); }

void touch_planes(Path body, Pose at, vec3 low, vec3 high) {
  ContactKind kind = parts_of(body.kind);
  for (uint k = 0u; k < plane_count(); ++k) {
    vec3 n, from;
    if (!plane_of(body, low, high, k, n, from)) continue;
    clear_slots(n, at.axes[0]);
    for (uint j = 0u; j < kind.parts; ++j) {
      Convex c = turned_to(convex_of(shape_parts.v[kind.first_part + j], at.axes, at.place), n);
      slot_rounds = vec2(round_of(c, n), 0.0);
      for (uint i = 0u; i < c.points; ++i) {
        vec3 p = corner(c, i) + c.rounding * n;
        float gap = dot(from - p, n);
        if (gap <= touch_margin(c.size) && !is_open(body, k, p, n)) add_point(p, p + gap * n, gap);
      }
    }
    keep_slots(body, standing(body), at, Pose(vec3(0.0), mat3(1.0)), contact_standing);
  }
}

// The axis is that of the face, or lies between the faces of a convex edge. out_: from the triangle.
bool is_beyond_edge(vec3 out_, vec3 beyond[3], uint edges) {
  int best = 0;
  float most = -1e30;
  for (int i = 0; i < 3; ++i) {
    vec3 side = cross(triangle_corners[(i + 1) % 3] - triangle_corners[i], triangle_normal);
    float along = dot(side, out_) / max(length(side), 1e-20);
    if (along <= most) continue;
    most = along;
    best = i;
  }
  return (edges >> best & 1u) != 0u && dot(out_, triangle_normal) > dot(beyond[best], triangle_normal) - 0.02;
}

Convex triangle_shape(float size) {
  return Convex(contact_standing, 3u, 0u, 1u, 0.0, size, 0.0, mat3(1.0),
                (triangle_corners[0] + triangle_corners[1] + triangle_corners[2]) / 3.0);
}

// Edges that are flat or hollow are not touched: a body that slides over them meets the face.
Axis triangle_axis(Convex c, Convex t, vec3 beyond[3], uint edges, float margin) {
  float over = dot(support(c, -triangle_normal) - t.place, triangle_normal) - c.rounding;
  Axis axis = Axis(2, -triangle_normal, over, 0u);
  if (over > margin || over < -2.0 * c.size) axis.kind = 0;
  if (edges == 0u || axis.kind == 0) return axis;
  Axis least = find_axis(c, t, margin, c.size, 0u, c.faces + 2u);
  if (least.kind == 0) return least;
  if (least.kind == 2 || least.gap <= over + 2e-3 * c.size) return axis;
  if (is_beyond_edge(-least.n, beyond, edges)) return least;
  if (over < -0.5 * c.size) axis.kind = 0;
  return axis;
}

// Triangle k of the ground's cells from `first` on, `stride` samples apart; normals beyond its edges, and which are convex.
uint ground_triangle(uint k, ivec2 first, ivec2 cells, int stride, vec3 origin, out vec3 beyond[3]) {
  ivec2 at = first + stride * ivec2(int(k / 2u) % cells.x, int(k / 2u) / cells.x);
  ivec2 x = ivec2(stride, 0), z = ivec2(0, stride), far = at + x + z;
  bool lower = (k & 1u) == 0u;
  ivec2 i[3] = ivec2[](lower ? at : at + x, at + z, lower ? at + x : far);
  ivec2 j[3] = ivec2[](lower ? at - x + z : at, lower ? far : at + z + z, lower ? at + x - z : at + x + x);
  for (int c = 0; c < 3; ++c) triangle_corners[c] = ground_point(i[c], origin);
  vec3 n = cross(triangle_corners[1] - triangle_corners[0], triangle_corners[2] - triangle_corners[0]);
  triangle_normal = length(n) > 1e-12 ? normalize(n) : vec3(0.0, 1.0, 0.0);
  uint edges = 0u;
  for (int c = 0; c < 3; ++c) {
    vec3 from = triangle_corners[c], off = ground_point(j[c], origin) - from;
    vec3 m = cross(off, triangle_corners[(c + 1) % 3] - from);
    bool inside_ = j[c] == clamp(j[c], ivec2(0), textureSize(ground, 0) - 1) && length(m) > 1e-12;
    beyond[c] = inside_ ? normalize(m) : triangle_normal;
    if (inside_ && dot(off, triangle_normal) < -1e-3 * length(off)) edges |= 1u << c;
  }
  return edges;
}

const int most_cells = 16;  // along x and z; over more of them a body meets every second one, third one ...

// Triangles of the meshes that are not convex, then those of the ground.
void touch_triangles(Path body, Pose at, BodyKind kind) {
  float dt = contact.p.dt;
  ContactKind own = parts_of(body.kind);
  for (uint source = contact.p.bodies; source <= contact.p.all; ++source) {
    bool map = source == contact.p.all;
    Path other = standing(body);
    ContactKind others = ContactKind(0u, 1u);
    friction = kind.friction, restitution = kind.restitution;
    if (map) {
      vec2 off = abs(body.position.xz - params.p.ground_origin.xz) * 2.0;
      if (!has_ground || ground_kind != body_ground_map || any(greaterThan(off, params.p.ground_size))) continue;
      if (body.position.y < ground_at(body.position.xz).w) continue;
    } else {
      other = path_of(source, false);
      others = parts_of(other.kind);
      friction = sqrt(friction * kinds.v[other.kind].friction);
      restitution = max(restitution, kinds.v[other.kind].restitution);
    }
    Pose pose = pose_at(other, body.position, dt);
    for (uint k = 0u; k < own.parts * others.parts; ++k) {
      ContactPart part = shape_parts.v[others.first_part + k / own.parts];
      if (!map && part.shape != contact_triangles) continue;
      Convex c = convex_of(shape_parts.v[own.first_part + k % own.parts], at.axes, at.place);
      float margin = touch_margin(c.size);
      vec3 low = vec3(1e30), high = vec3(-1e30);
      for (uint i = 0u; i < c.points; ++i) {
        vec3 p = transpose(pose.axes) * (corner(c, i) - pose.place);
        low = min(low, p - c.rounding - margin);
        high = max(high, p + c.rounding + margin);
      }
      vec2 last = last_sample();
      ivec2 first = ivec2(clamp(floor(((low.xz + body.position.xz - params.p.ground_origin.xz) / params.p.ground_size + 0.5) * last), vec2(0.0), last));
      ivec2 end = ivec2(clamp(ceil(((high.xz + body.position.xz - params.p.ground_origin.xz) / params.p.ground_size + 0.5) * last), vec2(0.0), last));
      int stride = max((max(end.x - first.x, end.y - first.y) + most_cells - 1) / most_cells, 1);
      ivec2 cells = max((end - first + stride - 1) / stride, ivec2(0));
      uint node = part.first_face, last_node = map ? node : node + part.faces, next = 0u, stop = map ? uint(2 * cells.x * cells.y) : 0u;
      points_added = 0u;
      uint most = stop + part.faces + uint(triangles.v.length()) + 2u;
      for (uint turn = 0u; turn < most; ++turn) {
        bool found = false;
        uint edges = 0u;
        vec3 beyond[3];
        for (uint look = 0u; look < most && !found && (next < stop || node < last_node); ++look) {
          if (next == stop) {
            ContactNode n = nodes.v[node];
            bool missed = any(greaterThan(n.low, high)) || any(lessThan(n.high, low));
            if (!missed) next = n.first, stop = n.first + n.count;
            node = missed ? n.skip : node + 1u;
          } else if (map) {
            edges = ground_triangle(next++, first, cells, stride, body.position, beyond);
            found = max(triangle_corners[0].y, max(triangle_corners[1].y, triangle_corners[2].y)) >= low.y;
          } else {
            ContactTriangle t = triangles.v[next++];
            for (int i = 0; i < 3; ++i) {
              triangle_corners[i] = pose.place + pose.axes * t.corners[i];
              beyond[i] = pose.axes * t.beyond[i];
            }
            triangle_normal = normalize(cross(triangle_corners[1] - triangle_corners[0], triangle_corners[2] - triangle_corners[0]));
            edges = t.edges;
            found = true;
          }
        }
        Axis axis = Axis(0, vec3(0.0), 0.0, 0u);
        Convex t = triangle_shape(c.size);
        if (found) {
          c = turned_to(c, -triangle_normal);
          axis = triangle_axis(c, t, beyond, edges, margin);
        }
        if (found && axis.kind == 0) continue;
        // Triangles of one plane share the slots.
        if (points_added > 0u && (!found || dot(slot_normal, axis.n) < 0.9999)) {
          keep_slots(body, other, at, pose, map ? contact_standing : source);
          points_added = 0u;
        }
        if (!found) break;
        if (points_added == 0u) {
          clear_slots(axis.n, at.axes[0]);
          slot_rounds = vec2(round_of(c, axis.n), 0.0);
        }
        touch_along(c, t, axis, margin, c.size);
      }
    }
  }
}

void touch_meshes(Path body, BodyKind kind) {
  for (uint j = contact.p.bodies; j < contact.p.all; ++j) {
    Path mesh = path_of(j, false);
    vec3 apart = mesh.position - body.position;
    float reach = body.radius + mesh.radius + contact.p.dt * length(mesh.velocity - body.velocity) + 0.02;
    if (dot(apart, apart) > reach * reach) continue;
    friction = sqrt(kind.friction * kinds.v[mesh.kind].friction);
    restitution = max(kind.restitution, kinds.v[mesh.kind].restitution);
    find_touches(body, mesh, contact.p.dt, j);
  }
}

void main() {
  if (gl_GlobalInvocationID.x >= contact.p.count) return;
  index = params.p.first + gl_GlobalInvocationID.x;
  Path body = path_of(index, true);
  BodyKind kind = kinds.v[body.kind];
  Pose at = pose_at(body, body.position, contact.p.dt);
  vec3 low = vec3(1e30), high = vec3(-1e30);
  ContactKind own = parts_of(body.kind);
  for (uint k = 0u; k < own.parts; ++k) {
    Convex c = convex_of(shape_parts.v[own.first_part + k], at.axes, at.place);
    for (uint i = 0u; i < c.points; ++i) {
      low = min(low, corner(c, i) - c.rounding);
      high = max(high, corner(c, i) + c.rounding);
    }
  }
  friction = kind.friction;
  restitution = kind.restitution;
  touch_planes(body, at, low, high);
  touch_meshes(body, kind);
  touch_triangles(body, at, kind);
  worlds.v[index].count = kept;
  worlds.v[index].quiet = worlds_before.v[index].quiet;
}
