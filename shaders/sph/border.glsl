// Contribution of solids to the density of a particle, its gradient, and its rate of change as they move: that of the
// particles mirrored in the solid's surface. The boundary pressure uses the gradient of the same contribution, so
// water comes to rest. Needs params.p.
#include "passes/solids/sph_boundary.h"
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"
layout(constant_id = 23) const bool ground_adds = false;

// Adds to -sum V r x grad W what a layer does, twice as far off as its surface, by its density and gradient `c`.
void sph_border_moment(inout mat3 moment, float away, vec4 c) {
  float slope = length(c.xyz);
  vec3 n = c.xyz / max(slope, 1e-20);
  moment += max(away, 0.0) * slope * outerProduct(n, n);
}
// Adds a surface at a distance; normal: its gradient.
void sph_border_add(inout vec4 sum, inout mat3 moment, float away, vec3 normal, float share, float support) {
  float q = away / support;
  if (q >= 0.5) return;
  vec4 more = vec4(-share / support * sph_layer_slope(q) * normal, share * sph_layer(q));
  sum += more;
  sph_border_moment(moment, away, more);
}

// At x. `density`: what is added; `moment`: -sum V r x grad W of it; `carried`: velocities of bodies as a tensor with their
// gradients. Returned: the gradient; w: 0.
vec4 sph_border(vec3 x, out float density, out mat3 moment, out mat3 carried) {
  moment = mat3(0.0);
  carried = mat3(0.0);
  vec4 sum = vec4(0.0);
  if (has_solids) {
    SphSolid s = sph_solid(x);
    sph_border_add(sum, moment, s.equivalent, s.slope, world.p.solid_share, world.p.solid_support);
  }
  if (has_ground && ground_adds) {
    vec3 g = ground_height(x.xz, params.p.ground_origin, params.p.ground_size);
    vec3 n = normalize(vec3(-g.y, 1.0, -g.z));
    sph_border_add(sum, moment, (x.y - g.x) * n.y, n, world.p.share, params.p.support);
  }
  for (int k = 0; k < (has_bodies ? int(world.p.bodies) : 0); ++k) {
    SphBody b = bodies.v[k];
    vec3 foot;
    vec4 c = sph_body_density(b, x, params.p.support, world.p.share, foot);
    sum += c;
    if (c.w <= 0.0) continue;
    sph_border_moment(moment, distance(x, foot) * (dot(x - foot, c.xyz) > 0.0 ? -1.0 : 1.0), c);
    carried += outerProduct(sph_body_velocity(b, x), c.xyz);
  }
  density = sum.w;
  return vec4(sum.xyz, 0.0);
}
