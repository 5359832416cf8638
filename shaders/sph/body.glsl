// Rigid bodies among the particles: their simple shapes, exact distances.
#include "passes/bodies/bodies_params.h"
#include "passes/sph/sph_bodies.h"
#include "passes/solids/sph_boundary.h"
#define TOUCH_FIELDS 18
#include "lib/touch.glsl"
layout(constant_id = 5) const bool has_bodies = false;
layout(binding = 13, scalar) readonly buffer Bodies { SphBody v[]; } bodies;

// Distance of x from a body, negative inside; normal: outward, both in the world.
float sph_body_away(SphBody b, vec3 x, out vec3 normal) {
  BodyKind k;
  k.middle = b.middle;
  k.half_size = b.half_size;
  k.proxy = b.shape;
  mat3 axes = body_axes(b.rotation);
  float away = proxy_distance(k, transpose(axes) * (x - b.position), normal);
  normal = axes * normal;
  return away;
}

bool sph_body_near(SphBody b, vec3 x, float reach) {
  vec3 off = x - b.position;
  return b.mass > 0.0 && dot(off, off) < (b.radius + reach) * (b.radius + reach);
}

vec3 sph_body_velocity(SphBody b, vec3 x) { return b.velocity + cross(b.spin, x - b.position); }

// What a body adds to the density at x, and its gradient (xyz). `foot`: the place of its surface that is nearest.
vec4 sph_body_density(SphBody b, vec3 x, float h, float share, out vec3 foot) {
  foot = x;
  if (!sph_body_near(b, x, 0.5 * h)) return vec4(0.0);
  vec3 n;
  float away = sph_body_away(b, x, n), q = away / h;
  if (q >= 0.5) return vec4(0.0);
  foot = x - away * n;
  return vec4(-share / h * sph_layer_slope(q) * n, share * sph_layer(q));
}
