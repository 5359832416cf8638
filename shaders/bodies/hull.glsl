// The wetted part of a facet: its corners' depths are linear between them, so that the facet can be cut at the water
// line and the pressure on the rest integrated exactly.
#ifndef SHADERS_BODIES_HULL_GLSL
#define SHADERS_BODIES_HULL_GLSL
#include "lib/bodies.glsl"

struct Wetted {
  float share;   // of the facet's area
  float depth;   // integral of the depth per area of the whole facet
  float square;  // of depth squared
  vec3 moment;   // of r times depth; r from the center of mass
  vec3 first;    // of r
};

// corners: r and depth below the surface; negative: dry.
Wetted wetted_part(vec4 a, vec4 b, vec4 c) {
  vec3 d = vec3(a.w, b.w, c.w);
  bvec3 wet = greaterThan(d, vec3(0.0));
  int count = int(wet.x) + int(wet.y) + int(wet.z);
  if (count == 0) return Wetted(0.0, 0.0, 0.0, vec3(0.0), vec3(0.0));
  Wetted whole = Wetted(1.0, body_depth_mean(d), body_depth_square(d), mat3(a.xyz, b.xyz, c.xyz) * body_depth_moment(d),
                        (a.xyz + b.xyz + c.xyz) / 3.0);
  if (count == 3) return whole;
  // The corner that differs from the other two, and the triangle that the water line cuts off there.
  bool odd = count == 1;
  if (wet.y == odd && wet.x != odd) {
    vec4 t = a;
    a = b;
    b = c;
    c = t;
  } else if (wet.z == odd && wet.x != odd && wet.y != odd) {
    vec4 t = a;
    a = c;
    c = b;
    b = t;
  }
  float to_b = a.w / (a.w - b.w), to_c = a.w / (a.w - c.w), area = to_b * to_c;
  vec3 cut = vec3(a.w, 0.0, 0.0);
  mat3 corners = mat3(a.xyz, mix(a.xyz, b.xyz, to_b), mix(a.xyz, c.xyz, to_c));
  Wetted tip = Wetted(area, area * body_depth_mean(cut), area * body_depth_square(cut),
                      area * (corners * body_depth_moment(cut)), area * (corners * vec3(1.0 / 3.0)));
  if (odd) return tip;
  return Wetted(1.0 - tip.share, whole.depth - tip.depth, whole.square - tip.square, whole.moment - tip.moment,
                whole.first - tip.first);
}
#endif
