// What solid things add to the density of a particle, its gradient, and how fast it grows as they move: the layer of
// particles that a mirror in their surface would show. What presses is the gradient of what is added, so water comes to rest.
// Needs params.p.
#include "passes/solids/sph_boundary.h"
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"
layout(constant_id = 23) const bool ground_adds = false;

// Adds a surface at a distance; normal: its gradient.
void sph_border_add(inout vec4 sum, float away, vec3 normal, float share, float support) {
  float q = away / support;
  if (q >= 0.5) return;
  sum.w += share * sph_layer(q);
  sum.xyz -= share / support * sph_layer_slope(q) * normal;
}

// At x. `density`: what is added; returned: its gradient, and how fast it grows.
vec4 sph_border(vec3 x, out float density) {
  vec4 sum = vec4(0.0);
  if (has_solids) {
    SphSolid s = sph_solid(x);
    sph_border_add(sum, s.equivalent, s.slope, world.p.solid_share, world.p.solid_support);
  }
  if (has_ground && ground_adds) {
    vec3 g = ground_height(x.xz, params.p.ground_origin, params.p.ground_size);
    vec3 n = normalize(vec3(-g.y, 1.0, -g.z));
    sph_border_add(sum, (x.y - g.x) * n.y, n, world.p.share, params.p.support);
  }
  float carried = 0.0;
  for (int k = 0; k < (has_bodies ? int(world.p.bodies) : 0); ++k) {
    SphBody b = bodies.v[k];
    vec3 foot;
    vec4 c = sph_body_density(b, x, params.p.support, world.p.share, foot);
    sum += c;
    carried += dot(sph_body_velocity(b, x), c.xyz);
  }
  density = sum.w;
  return vec4(sum.xyz, carried);
}
