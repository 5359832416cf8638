// Contact manifolds of two convex polyhedra: the axis of least overlap among face normals (SAT) and the direction
// between closest points, for edges and vertices; then the incident face is clipped to the reference face.
#ifndef SHADERS_BODIES_MANIFOLD_GLSL
#define SHADERS_BODIES_MANIFOLD_GLSL
#include "bodies/convex.glsl"

// Points of the manifold: those that lie farthest along four directions of the plane of contact, and the deepest one.
const uint slot_count = 5u;
struct Slot {
  vec3 a, b;  // in the common frame
  float gap;
  float far;  // along the slot's direction
};
Slot slots[slot_count];
vec3 slot_normal, slot_along, slot_across;
vec2 slot_rounds;          // of a, of b: round_of()
uint points_added = 0u;  // since the last clear_slots()

void clear_slots(vec3 normal, vec3 along) {
  slot_normal = normal;
  along -= dot(along, normal) * normal;
  vec3 s = abs(normal);
  if (dot(along, along) < 1e-12)
    along = cross(normal, s.x <= s.y && s.x <= s.z ? vec3(1, 0, 0) : s.y <= s.z ? vec3(0, 1, 0) : vec3(0, 0, 1));
  slot_along = normalize(along);
  slot_across = cross(normal, slot_along);
  for (uint i = 0u; i < slot_count; ++i) slots[i].far = -1e30;
  points_added = 0u;
}

// Diagonally to the edge `along`, so that each corner of a rectangle is farthest in one direction.
void add_point(vec3 a, vec3 b, float gap) {
  float u = 0.72 * dot(a, slot_along), v = 0.69 * dot(a, slot_across);
  vec4 far = vec4(u + v, u - v, -u - v, v - u);
  ++points_added;
  for (uint i = 0u; i < slot_count; ++i) {
    float along = i < 4u ? far[i] : -gap;
    if (along > slots[i].far) slots[i] = Slot(a, b, gap, along);
  }
}

// The slot holds a point that lies apart from those of the slots before it. One that comes twice would begin with twice the
// impulse of the last sub-step.
bool is_own(uint i, float size) {
  if (slots[i].far < -1e29) return false;
  for (uint k = 0u; k < i; ++k)
    if (distance(slots[k].a, slots[i].a) < 0.05 * size) return false;
  return true;
}

struct Axis {
  int kind;  // 0: farther apart than the margin; 1: face of a; 2: face of b; 3: edges, corners or what is round
  vec3 n;    // from a to b
  float gap;
  uint face;
};

// faces_from, faces_to: of the faces of a, then b, then the direction of the nearest points.
Axis find_axis(Convex a, Convex b, float margin, float size, uint from, uint to) {
  Axis best = Axis(0, vec3(0.0, 1.0, 0.0), -1e30, 0u);
  for (uint k = from; k < to; ++k) {
    Axis axis = Axis(1, vec3(0.0), 0.0, k);
    float advantage = 0.0;
    if (k < a.faces) {
      axis.n = face_normal(a, k);
    } else if (k < a.faces + b.faces) {
      axis.kind = 2;
      axis.face = k - a.faces;
      axis.n = -face_normal(b, axis.face);
      if (a.faces > 0u) advantage = 1e-3 * size;
    } else {
      axis.kind = 3;
      bool apart = nearest_direction(a, b, axis.n);
      if (best.kind != 0) advantage = apart ? 4e-3 * size : 0.0;
    }
    axis.gap = dot(support(b, -axis.n) - support(a, axis.n), axis.n) - a.rounding - b.rounding;
    if (axis.gap > margin) {
      axis.kind = 0;
      return axis;
    }
    if (axis.gap > best.gap + advantage) best = axis;
  }
  return best;
}

bool is_over(Convex c, uint face, vec3 n, vec3 p) {
  uint count = face_size(c, face);
  float slack = 1e-4 * c.size;
  for (uint i = 0u; i < count; ++i) {
    vec3 from = face_corner(c, face, i), to = face_corner(c, face, i + 1u == count ? 0u : i + 1u);
    vec3 side = cross(to - from, n);
    if (dot(p - from, side) > slack * length(side)) return false;
  }
  return true;
}

// own: the reference face is of a. Corners of each face over the other one, and crossings of their edges.
void clip_faces(Convex reference, Convex incident, uint face, vec3 n, bool own, float margin) {
  uint other = facing(incident, -n), edges = face_size(reference, face), count = face_size(incident, other);
  vec3 origin = face_corner(reference, face, 0u), m = count > 2u ? face_normal(incident, other) : -n;
  float slope = dot(m, n), rounding = reference.rounding + incident.rounding;
  uint sides = count == 2u ? 1u : count > 2u ? count : 0u;
  uint corners = count + (count > 2u && slope < -0.02 ? edges : 0u);
  for (uint k = 0u; k < corners + edges * sides; ++k) {
    vec3 p;
    if (k < count) {
      p = face_corner(incident, other, k);
      if (count > 1u && !is_over(reference, face, n, p)) continue;
    } else if (k < corners) {
      p = face_corner(reference, face, k - count);
      p += n * (dot(face_corner(incident, other, 0u) - p, m) / slope);
      if (!is_over(incident, other, m, p)) continue;
    } else {
      uint i = (k - corners) / edges, j = (k - corners) % edges;
      vec3 from = face_corner(incident, other, i), way = face_corner(incident, other, i + 1u == count ? 0u : i + 1u) - from;
      vec3 start = face_corner(reference, face, j), edge = face_corner(reference, face, j + 1u == edges ? 0u : j + 1u) - start;
      vec3 side = cross(edge, n), ahead = cross(way, n);
      float across = dot(way, side);
      if (abs(across) < 1e-6 * length(way) * length(side)) continue;
      float t = dot(start - from, side) / across, u = dot(from - start, ahead) / dot(edge, ahead);
      if (t < 0.0 || t > 1.0 || u < 0.0 || u > 1.0) continue;
      p = from + t * way;
    }
    float gap = dot(p - origin, n) - rounding;
    if (gap > margin) continue;
    vec3 q = p - n * incident.rounding, r = q - n * gap;
    add_point(own ? r : q, own ? q : r, gap);
  }
}

// The edge or corner that lies farthest along n. Returns its direction and length; 0: a corner.
vec3 edge_of(Convex c, vec3 n, float slack, out vec3 from) {
  float most = -1e30, second = -1e30;
  vec3 best = vec3(0.0), next = vec3(0.0);
  for (uint i = 0u; i < c.points; ++i) {
    vec3 p = corner(c, i);
    float along = dot(p, n);
    if (along > most) {
      next = best, second = most;
      best = p, most = along;
    } else if (along > second) {
      next = p, second = along;
    }
  }
  from = best + c.rounding * n;
  return c.points > 1u && second > most - slack ? next - best : vec3(0.0);
}

void touch_edges(Convex a, Convex b, Axis axis, float margin, float size) {
  uint before = points_added;
  vec3 p, q, d = edge_of(a, axis.n, 0.02 * size, p), e = edge_of(b, -axis.n, 0.02 * size, q);
  float dd = dot(d, d), ee = dot(e, e), de = dot(d, e);
  vec3 r = p - q;
  if (dd > 0.0 && ee > 0.0 && dd * ee - de * de < 2.5e-3 * dd * ee) {  // side by side
    float u = -dot(r, d) / dd, v = dot(e - r, d) / dd;
    vec2 ends = clamp(vec2(min(u, v), max(u, v)), 0.0, 1.0);
    for (int k = 0; k < 2 && ends.x < ends.y; ++k) {
      vec3 on_a = p + ends[k] * d, on_b = q + clamp(dot(on_a - q, e) / ee, 0.0, 1.0) * e;
      float gap = dot(on_b - on_a, axis.n);
      if (gap <= margin) add_point(on_a, on_a + gap * axis.n, gap);
    }
  }
  if (points_added > before) return;
  float cross_ = dd * ee - de * de, dr = dot(d, r), er = dot(e, r);
  float s = cross_ > 1e-9 * dd * ee ? clamp((de * er - dr * ee) / cross_, 0.0, 1.0) : 0.0;
  float t = ee > 0.0 ? clamp((de * s + er) / ee, 0.0, 1.0) : 0.0;
  s = dd > 0.0 ? clamp((de * t - dr) / dd, 0.0, 1.0) : 0.0;
  vec3 middle = 0.5 * (p + s * d + q + t * e), half_ = 0.5 * axis.gap * axis.n;
  add_point(middle - half_, middle + half_, axis.gap);
}

// Fills the slots with at most five points where the axis is known.
void touch_along(Convex a, Convex b, Axis axis, float margin, float size) {
  if (axis.kind == 3) {
    touch_edges(a, b, axis, margin, size);
    return;
  }
  bool own = axis.kind == 1;
  Convex reference = a, incident = b;
  if (!own) reference = b, incident = a;
  uint before = points_added;
  clip_faces(reference, incident, axis.face, own ? axis.n : -axis.n, own, margin);
  if (points_added > before) return;
#ifdef CONVEX_TRIANGLES
  if (is_triangle(b)) return;
#endif
  vec3 p = support(a, axis.n) + a.rounding * axis.n, q = support(b, -axis.n) - b.rounding * axis.n;
  if (own) p = q - axis.gap * axis.n;
  else q = p + axis.gap * axis.n;
  add_point(p, q, axis.gap);
}
#endif
