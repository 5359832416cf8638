// Signed distance of a point from solids and bodies, negative inside. For kernels of couplings;
// ParticleGate::occupied binds its resources.
#include "passes/solids/sph_boundary.h"
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"

float sph_free_of_solids(vec3 x) { return has_solids ? sph_solid(x).away + world.p.skin : world.p.far; }
float sph_free_of_bodies(vec3 x) {
  float away = world.p.far;
  for (int k = 0; k < (has_bodies ? int(world.p.bodies) : 0); ++k) {
    vec3 normal;
    if (sph_body_near(bodies.v[k], x, world.p.far)) away = min(away, sph_body_away(bodies.v[k], x, normal));
  }
  return away;
}
// Checks whether a moving mesh is nearer than `reach` and approaches x in direction `way`.
bool sph_led_against(vec3 x, vec3 way, float reach) {
  for (int k = int(world.p.floating); k < (has_bodies ? int(world.p.bodies) : 0); ++k) {
    vec3 normal;
    if (!sph_body_near(bodies.v[k], x, reach)) continue;
    float away = sph_body_away(bodies.v[k], x, normal);
    if (away < reach && dot(normal, way) > 0.5 && dot(sph_body_velocity(bodies.v[k], x - away * normal), way) > 0.0) return true;
  }
  return false;
}
float sph_free(vec3 x) { return min(sph_free_of_solids(x), sph_free_of_bodies(x)); }
