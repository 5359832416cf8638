// Contacts of bodies: distance of a point from another body's simple collision shape.
#ifndef SHADERS_LIB_TOUCH_GLSL
#define SHADERS_LIB_TOUCH_GLSL
#include "lib/bodies.glsl"

#ifdef TOUCH_FIELDS  // the binding of the distances of meshes
layout(constant_id = 30) const bool has_fields = false;
layout(binding = TOUCH_FIELDS) uniform samplerBuffer fields;

float field_word(int at) { return texelFetch(fields, at).x; }

// Trilinear between samples; outside of them the distance to their box is added.
float field_distance(int number, vec3 p, out vec3 normal) {
  int entry = number * body_field_words;
  vec3 low = vec3(field_word(entry), field_word(entry + 1), field_word(entry + 2));
  vec3 cell = vec3(field_word(entry + 3), field_word(entry + 4), field_word(entry + 5));
  ivec3 n = ivec3(field_word(entry + 6), field_word(entry + 7), field_word(entry + 8));
  int first = int(field_word(entry + 9));
  vec3 place = (p - low) / cell, held = clamp(place, vec3(0.0), vec3(n - 1));
  vec3 off = (place - held) * cell;
  ivec3 i = ivec3(min(held, vec3(n) - 1.001));
  vec3 f = held - vec3(i);
  int at = first + (i.z * n.y + i.y) * n.x + i.x, row = n.x, layer = n.x * n.y;
  float v[8];
  for (int c = 0; c < 8; ++c) v[c] = field_word(at + (c & 1) + ((c >> 1) & 1) * row + (c >> 2) * layer);
  float x0 = mix(v[0], v[1], f.x), x1 = mix(v[2], v[3], f.x), x2 = mix(v[4], v[5], f.x), x3 = mix(v[6], v[7], f.x);
  float y0 = mix(x0, x1, f.y), y1 = mix(x2, x3, f.y);
  vec3 slope = vec3(mix(mix(v[1] - v[0], v[3] - v[2], f.y), mix(v[5] - v[4], v[7] - v[6], f.y), f.z),
                    mix(x1 - x0, x3 - x2, f.z), y1 - y0) / cell;
  float inner = mix(y0, y1, f.z), outer = length(off);
  vec3 way = slope * max(inner, 0.0) + off;
  if (outer <= 0.0) way = slope;
  float size = length(way);
  normal = size > 1e-9 ? way / size : vec3(0.0, 1.0, 0.0);
  return outer > 0.0 ? length(off + max(inner, 0.0) * slope) : inner;
}
#endif

// Distance of p to a proxy, negative inside; normal: outward. p from the center of mass, in the body's axes.
float proxy_distance(BodyKind k, vec3 p, out vec3 normal) {
#ifdef TOUCH_FIELDS
  if (has_fields && (k.proxy & body_proxy_shape) == body_proxy_field)
    return field_distance(k.proxy >> body_field_shift, p, normal);
#endif
  vec3 q = p - k.middle;
  int shape = k.proxy & body_proxy_shape;
  if (shape == body_proxy_sphere || shape == body_proxy_capsule) {
    float straight = k.half_size.y - k.half_size.x;
    q.y -= clamp(q.y, -straight, straight);
    float away = length(q);
    normal = away > 1e-6 ? q / away : vec3(0.0, 1.0, 0.0);
    return away - k.half_size.x;
  }
  if (shape == body_proxy_cylinder) {
    float out_of = length(q.xz);
    vec3 radial = out_of > 1e-6 ? vec3(q.x, 0.0, q.z) / out_of : vec3(1.0, 0.0, 0.0);
    vec3 axial = vec3(0.0, q.y < 0.0 ? -1.0 : 1.0, 0.0);
    vec2 d = vec2(out_of - k.half_size.x, abs(q.y) - k.half_size.y);
    vec2 e = max(d, vec2(0.0));
    float away = length(e);
    if (away > 0.0) {
      normal = (radial * e.x + axial * e.y) / away;
      return away;
    }
    normal = d.x > d.y ? radial : axial;
    return max(d.x, d.y);
  }
  vec3 side = mix(vec3(1.0), vec3(-1.0), lessThan(q, vec3(0.0)));
  vec3 d = abs(q) - k.half_size, e = max(d, vec3(0.0));
  float away = length(e);
  if (away > 0.0) {
    normal = side * e / away;
    return away;
  }
  float most = max(d.x, max(d.y, d.z));
  normal = side * (d.x == most ? vec3(1, 0, 0) : d.y == most ? vec3(0, 1, 0) : vec3(0, 0, 1));
  return most;
}

const float touch_slop = 0.002;     // meters of overlap that are left alone
const float touch_push = 0.15;      // share of the rest that one sub-step takes away
const float touch_bounce = 0.5;     // m/s: slower contacts do not bounce
const float touch_most_push = 3.0;  // m/s

// Speed that a contact wants along its normal. gap: meters, negative where the things overlap; closing: m/s, positive
// when they approach. A gap that the sub-step would not use up asks for nothing (negative result).
float touch_speed(float gap, float closing, float restitution, float dt) {
  float wanted = closing - max(gap, 0.0) / dt;
  if (wanted > 0.0 && closing > touch_bounce) wanted += restitution * closing;
  if (gap < -touch_slop) wanted = max(wanted, closing + min(touch_push * (-gap - touch_slop) / dt, touch_most_push));
  return wanted;
}
#endif
