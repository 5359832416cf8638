// Convex polyhedra, rounded by a radius, and the direction between their nearest points. All in one coordinate frame.
// The code is shared by loops instead of repeated calls, because inlined copies compile slowly.
#ifndef SHADERS_BODIES_CONVEX_GLSL
#define SHADERS_BODIES_CONVEX_GLSL
#include "passes/bodies/contacts_params.h"
layout(binding = 5, scalar) readonly buffer Parts { ContactPart v[]; } shape_parts;
layout(binding = 6, scalar) readonly buffer Lists { uint v[]; } shape_lists;  // ContactKind of every kind; corners of faces
layout(binding = 7, scalar) readonly buffer Corners { vec3 v[]; } shape_points;
layout(binding = 8, scalar) readonly buffer Faces { ContactFace v[]; } shape_faces;

ContactKind parts_of(uint kind) { return ContactKind(shape_lists.v[2u * kind], shape_lists.v[2u * kind + 1u]); }

struct Convex {
  uint first_point, points;  // first_point: of a triangle contact_standing
  uint first_face, faces;
  float rounding, size;  // size: least half extent
  float radius;          // of a cylinder about axes[1]; else 0
  mat3 axes;             // to the common frame
  vec3 place;            // of its middle
};

#ifdef CONVEX_TRIANGLES
vec3 triangle_corners[3];  // in the common frame
vec3 triangle_normal;
bool is_triangle(Convex c) { return c.first_point == contact_standing; }
vec3 triangle_corner(uint i) { return i == 0u ? triangle_corners[0] : i == 1u ? triangle_corners[1] : triangle_corners[2]; }
#endif

Convex convex_of(ContactPart part, mat3 axes, vec3 place) {
  vec3 s = part.half_size;
  return Convex(part.first_point, part.points, part.first_face, part.faces, part.rounding, min(s.x, min(s.y, s.z)),
                part.shape == contact_cylinder ? s.x : 0.0, axes, place + axes * part.center);
}

// A cylinder's prism, turned about the axis until an edge of its side lies in the direction d.
Convex turned_to(Convex c, vec3 d) {
  if (c.radius == 0.0) return c;
  vec3 axis = c.axes[1], across = d - dot(d, axis) * axis;
  if (dot(across, across) < 0.01 * dot(d, d)) return c;
  vec3 z = normalize(across);
  c.axes = mat3(cross(axis, z), axis, z);
  return c;
}

// Distance from a round side, met along n, to the point or axis that it is round about.
float round_of(Convex c, vec3 n) {
  if (c.rounding > 0.0) return c.rounding;
  return abs(dot(c.axes[1], n)) < 0.5 ? c.radius : 0.0;
}

vec3 corner(Convex c, uint i) {
#ifdef CONVEX_TRIANGLES
  if (is_triangle(c)) return triangle_corner(i);
#endif
  return c.place + c.axes * shape_points.v[c.first_point + i];
}

// The corner farthest along d.
vec3 support(Convex c, vec3 d) {
  vec3 own = transpose(c.axes) * d, best = vec3(0.0);
  float most = -1e30;
  for (uint i = 0u; i < c.points; ++i) {
#ifdef CONVEX_TRIANGLES
    vec3 p = is_triangle(c) ? triangle_corner(i) - c.place : shape_points.v[c.first_point + i];
#else
    vec3 p = shape_points.v[c.first_point + i];
#endif
    float along = dot(p, own);
    if (along > most) {
      most = along;
      best = p;
    }
  }
  return c.place + c.axes * best;
}

vec3 face_normal(Convex c, uint face) {
#ifdef CONVEX_TRIANGLES
  if (is_triangle(c)) return triangle_normal;
#endif
  return c.axes * shape_faces.v[c.first_face + face].normal;
}

// The face that looks along n best.
uint facing(Convex c, vec3 n) {
  uint best = 0u;
  float most = -1e30;
  for (uint i = 0u; i < c.faces; ++i) {
    float along = dot(face_normal(c, i), n);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

uint face_size(Convex c, uint face) {
#ifdef CONVEX_TRIANGLES
  if (is_triangle(c)) return 3u;
#endif
  return c.faces == 0u ? c.points : shape_faces.v[c.first_face + face].corners;
}

// Corners of a face; of a segment and a point, which have none, their own.
vec3 face_corner(Convex c, uint face, uint i) {
#ifdef CONVEX_TRIANGLES
  if (is_triangle(c)) return triangle_corner(i);
#endif
  if (c.faces == 0u) return corner(c, i);
  return corner(c, shape_lists.v[shape_faces.v[c.first_face + face].first_corner + i]);
}

// Shares of the corners in the point of a triangle that is nearest to the origin [Ericson 2004].
vec3 nearest_shares(vec3 a, vec3 b, vec3 c) {
  vec3 ab = b - a, ac = c - a;
  float d1 = -dot(ab, a), d2 = -dot(ac, a), d3 = -dot(ab, b), d4 = -dot(ac, b), d5 = -dot(ab, c), d6 = -dot(ac, c);
  float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (d1 <= 0.0 && d2 <= 0.0) return vec3(1.0, 0.0, 0.0);
  if (d3 >= 0.0 && d4 <= d3) return vec3(0.0, 1.0, 0.0);
  if (d6 >= 0.0 && d5 <= d6) return vec3(0.0, 0.0, 1.0);
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    float t = d1 / max(d1 - d3, 1e-30);
    return vec3(1.0 - t, t, 0.0);
  }
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    float t = d2 / max(d2 - d6, 1e-30);
    return vec3(1.0 - t, 0.0, t);
  }
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    float t = (d4 - d3) / max((d4 - d3) + (d5 - d6), 1e-30);
    return vec3(0.0, 1.0 - t, t);
  }
  return vec3(va, vb, vc) / (va + vb + vc);
}

// Direction from a to b between their nearest points, or, where they overlap, of them shrunk about their middles, for the
// normal of two edges stays what it is then [Gilbert, Johnson & Keerthi 1988]. False: they overlap deeper.
bool nearest_direction(Convex a, Convex b, out vec3 n) {
  bool rounded = a.rounding + b.rounding > 0.0;
  vec3 w0 = vec3(0.0), w1 = vec3(0.0), w2 = vec3(0.0), w3 = vec3(0.0);  // of b - a
  float scale = rounded ? 1.0 : 0.98, tolerance = 1e-6 * (a.size + b.size);
  vec3 off = b.place - a.place, v = off;
  int count = 0;
  for (int k = 0; k < 48; ++k) {
    if (dot(v, v) < 1e-24) v = vec3(0.0, 1e-3, 0.0);
    vec3 w = mix(off, support(b, -v) - support(a, v), scale);
    bool known = (count > 0 && w == w0) || (count > 1 && w == w1) || (count > 2 && w == w2);
    if (count > 0 && (known || dot(v, v) - dot(v, w) <= 1e-5 * dot(v, v))) {
      n = normalize(v);
      return true;
    }
    if (count == 0) {
      w0 = w1 = w2 = w3 = w;
      count = 1;
      v = w;
    } else {
      // The last corner is new: faces with it, of a tetrahedron three, else one.
      if (count == 1) w1 = w2 = w3 = w;
      if (count == 2) w2 = w3 = w;
      if (count == 3) w3 = w;
      float least = 1e30;
      bool outside = count < 3;
      vec3 p0 = w0, p1 = w1, p2 = w2, shares = vec3(1.0, 0.0, 0.0);
      for (int f = 0; f < (count == 3 ? 3 : 1); ++f) {
        vec3 a0 = count < 3 ? w0 : f == 2 ? w1 : w0, b0 = count < 3 ? w1 : f == 0 ? w1 : w2, c0 = count < 3 ? w2 : w3;
        vec3 d0 = f == 0 ? w2 : f == 1 ? w1 : w0;
        vec3 side = cross(b0 - a0, c0 - a0);
        if (count == 3 && dot(side, a0) * dot(side, a0 - d0) <= 0.0) {
          outside = true;
        } else if (count == 3) {
          continue;
        }
        vec3 s = nearest_shares(a0, b0, c0), p = mat3(a0, b0, c0) * s;
        if (dot(p, p) >= least) continue;
        least = dot(p, p);
        p0 = a0, p1 = b0, p2 = c0, shares = s;
        v = p;
      }
      // Corners without a share leave.
      if (shares.x <= 0.0) p0 = p1, p1 = p2, shares = vec3(shares.yz, 0.0);
      if (shares.x <= 0.0) p0 = p1, p1 = p2, shares = vec3(shares.yz, 0.0);
      if (shares.y <= 0.0) p1 = p2, shares = vec3(shares.xz, 0.0);
      w0 = p0;
      w1 = p1;
      w2 = w3 = p2;
      count = shares.y <= 0.0 ? 1 : shares.z <= 0.0 ? 2 : 3;
      if (!outside || least < tolerance * tolerance) {
        if (rounded || scale < 0.9) break;
        scale = 0.7;
        count = 0;
        v = off;
      }
    }
  }
  vec3 across = cross(a.axes[1], b.axes[1]);
  bool segments = a.points == 2u && b.points == 2u && length(across) > 1e-3;
  n = segments ? normalize(dot(across, off) < 0.0 ? -across : across) : length(off) > 1e-9 ? normalize(off) : vec3(0, 1, 0);
  return false;
}
#endif
