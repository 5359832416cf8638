// Rigid bodies as boundaries of particles: exact distances to their simple shapes.
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

// Principal curvatures of a body's surface where it is nearest to x, 1/m.
vec2 sph_body_curvature(SphBody b, vec3 x) {
  int shape = b.shape & body_proxy_shape;
  if (shape != body_proxy_sphere && shape != body_proxy_capsule && shape != body_proxy_cylinder) return vec2(0.0);
  vec3 p = transpose(body_axes(b.rotation)) * (x - b.position) - b.middle;
  float radius = b.half_size.x, straight = b.half_size.y;
  bool capped = shape == body_proxy_cylinder && abs(p.y) - straight > length(p.xz) - radius;
  bool round_ = shape != body_proxy_cylinder && abs(p.y) > straight - radius;
  return vec2(capped ? 0.0 : 1.0, round_ ? 1.0 : 0.0) / max(radius, 1e-6);
}

// Density that a body adds at x, and its gradient (xyz). `foot`: the nearest place of its surface. The mirrored layer of a round
// body is smaller than that of a plane: a shell of radius R - d adds (R - d) / (R + d) of it at R + d.
vec4 sph_body_density(SphBody b, vec3 x, float h, float share, out vec3 foot) {
  foot = x;
  if (!sph_body_near(b, x, 0.5 * h)) return vec4(0.0);
  vec3 n;
  float away = sph_body_away(b, x, n), q = away / h;
  if (q >= 0.5) return vec4(0.0);
  foot = x - away * n;
  vec2 k = sph_body_curvature(b, x), bent = clamp(max(away, 0.0) * k, vec2(0.0), vec2(0.95));
  float part = sqrt((1.0 - bent.x) / (1.0 + bent.x) * (1.0 - bent.y) / (1.0 + bent.y));
  float fade = part * dot(k / (1.0 - bent * bent), vec2(1.0));  // minus the derivative of `part`
  if (away < 0.0) fade = 0.0;
  return vec4(-share * (part * sph_layer_slope(q) / h + fade * sph_layer(q)) * n, share * part * sph_layer(q));
}
