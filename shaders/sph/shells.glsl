// Submerged bodies with closure forces, and the shells of water around them.
#include "lib/touch.glsl"

bool sph_closed(SphBody b) { return b.mass > 0.0 && b.displaced > 0.0 && (b.shape & body_driven) == 0; }

// Distance of x from a body whose center of mass is at `center`, turned by `rotation`; 1e30 outside of its shell.
float sph_shell(SphBody b, vec3 x, vec3 center, vec4 rotation) {
  vec3 d = x - center;
  float outer = b.radius + b.wide;
  if (dot(d, d) > outer * outer) return 1e30;
  BodyKind k;
  k.middle = b.middle;
  k.half_size = b.half_size;
  k.proxy = b.shape;
  vec3 normal;
  float away = proxy_distance(k, transpose(body_axes(rotation)) * d, normal);
  return away < b.wide ? away : 1e30;
}
