// How far a place is from the solid things and bodies among particles; negative inside of one. For kernels of others, to
// which ParticleGate::occupied binds what this reads.
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
float sph_free(vec3 x) { return min(sph_free_of_solids(x), sph_free_of_bodies(x)); }
