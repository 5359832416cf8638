// Packs the particles around bodies before the first sub-step: positions follow the negative gradient of excess
// density, without velocities. A lattice with a round cut-out would eject the body.
#include "sph/pairs.glsl"
#include "passes/sph/sph_world.h"
#include "sph/solids.glsl"
#include "sph/body.glsl"
layout(constant_id = 4) const bool has_edges = false;
layout(binding = 4) uniform samplerBuffer velocity;  // and density
layout(binding = 9) uniform samplerBuffer edges;
layout(binding = 5, scalar) writeonly restrict buffer Positions { vec4 v[]; } next_position;
layout(binding = 6, scalar) writeonly restrict buffer Velocities { vec4 v[]; } next_velocity;

const float relaxation = 0.2;  // stable up to 0.42: the largest eigenvalue is 2.8 times the diagonal, of 1.7 / h^2
const float most_shift = 0.1;  // in supports

float excess(int i) { return max(texelFetch(velocity, i).w - 1.0, 0.0); }

bool beside_body(vec3 x) {
  for (int k = 0; k < int(world.p.floating); ++k) {
    vec3 normal;
    if (sph_body_near(bodies.v[k], x, 2.0 * params.p.support) &&
        sph_body_away(bodies.v[k], x, normal) < 2.0 * params.p.support)
      return true;
  }
  return false;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec4 here = texelFetch(position, int(i));
  next_velocity.v[i] = texelFetch(velocity, int(i));
  if (!has_bodies || !beside_body(here.xyz)) {
    next_position.v[i] = here;
    return;
  }
  vec3 x = here.xyz, mirrored = sph_mirrored(x, params.p), push = vec3(0.0);
  float own = excess(int(i));
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0);
    if (image != 0u) part = 2.0 * own * sph_gradient(there - x);
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      part += (own + excess(max(j, 0))) * sph_gradient(there - xj) + (own + excess(max(k, 0))) * sph_gradient(there - xk);
    }
    SPH_LIST_END
    push += sph_mirror(part, image);
  }
  push *= sph_slope();
  if (has_edges) push += own * texelFetch(edges, int(i)).xyz;
  float h = params.p.support;
  vec3 shift = -relaxation * h * h * push;
  shift *= min(1.0, most_shift * h / max(length(shift), 1e-30));
  next_position.v[i] = vec4(clamp(x + shift, params.p.grid.low, params.p.high), here.w);
}
