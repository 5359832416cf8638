// What solid things add to the density of a particle, its gradient, and how fast it grows as they move: the layer of
// particles that a mirror in their surface would show. What presses is the gradient of what is added, so water comes to rest.
#include "passes/solids/sph_boundary.h"
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"
layout(constant_id = 1) const bool ground_adds = false;
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 3, scalar) writeonly restrict buffer Edges { vec4 v[]; } edges;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

// Adds a surface at a distance; normal: its gradient.
void meet(inout vec4 sum, float away, vec3 normal, float share, float support) {
  float q = away / support;
  if (q >= 0.5) return;
  sum.w += share * sph_layer(q);
  sum.xyz -= share / support * sph_layer_slope(q) * normal;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz;
  vec4 sum = vec4(0.0);
  if (has_solids) {
    SphSolid s = sph_solid(x);
    meet(sum, s.equivalent, s.slope, world.p.solid_share, world.p.solid_support);
  }
  if (has_ground && ground_adds) {
    vec3 g = ground_height(x.xz, params.p.ground_origin, params.p.ground_size);
    vec3 n = normalize(vec3(-g.y, 1.0, -g.z));
    meet(sum, (x.y - g.x) * n.y, n, world.p.share, params.p.support);
  }
  float carried = 0.0;
  for (int k = 0; k < (has_bodies ? int(world.p.bodies) : 0); ++k) {
    SphBody b = bodies.v[k];
    vec4 c = sph_body_density(b, x, params.p.support, world.p.share);
    sum += c;
    carried += dot(sph_body_velocity(b, x), c.xyz);
  }
  edges.v[i] = vec4(sum.xyz, carried);
  velocity.v[i].w += sum.w;
}
