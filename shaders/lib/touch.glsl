// Where bodies touch: a point of one against the simple shape that stands for the other.
#ifndef LIB_BODIES_TOUCH_GLSL
#define LIB_BODIES_TOUCH_GLSL
#include "lib/bodies.glsl"

// Distance of p to a proxy, negative inside; normal: outward. p from the centre of mass, in the body's axes.
float proxy_distance(BodyKind k, vec3 p, out vec3 normal) {
  vec3 q = p - k.middle;
  if (k.proxy == body_proxy_sphere || k.proxy == body_proxy_capsule) {
    float straight = k.half_size.y - k.half_size.x;
    q.y -= clamp(q.y, -straight, straight);
    float away = length(q);
    normal = away > 1e-6 ? q / away : vec3(0.0, 1.0, 0.0);
    return away - k.half_size.x;
  }
  if (k.proxy == body_proxy_cylinder) {
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

const float touch_slop = 0.002;     // metres of overlap that are left alone
const float touch_push = 0.15;      // share of the rest that one sub-step takes away
const float touch_bounce = 0.5;     // m/s: slower contacts do not bounce
const float touch_most_push = 3.0;  // m/s

// Speed that a contact wants along its normal. gap: metres, negative where the things overlap; closing: m/s, positive
// when they approach. A gap that the sub-step would not use up asks for nothing (negative result).
float touch_speed(float gap, float closing, float restitution, float dt) {
  float wanted = closing - max(gap, 0.0) / dt;
  if (wanted > 0.0 && closing > touch_bounce) wanted += restitution * closing;
  if (gap < -touch_slop) wanted = max(wanted, closing + min(touch_push * (-gap - touch_slop) / dt, touch_most_push));
  return wanted;
}
#endif
