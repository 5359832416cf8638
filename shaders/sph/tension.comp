// Surface tension of [Akinci et al. 2013], symmetric in pairs: cohesion, repulsive at short distances, and area
// minimization by differences of normals.
#include "sph/pairs.glsl"
layout(binding = 4) uniform samplerBuffer normals;  // and density
layout(binding = 5, scalar) restrict buffer Velocities { vec4 v[]; } velocity;

// Surface tension of a neighbor at x - d, with its normal and density.
vec3 pull(vec3 d, vec4 own, vec4 other) {
  float h = params.p.support, r = length(d), q = min(r / h, 1.0);
  vec3 pull = params.p.cohesion * sph_cohesion_shape(q) / max(r, 1e-6 * h) * d + params.p.flattening * (own.xyz - other.xyz);
  return q < 1.0 ? 2.0 / (own.w + other.w) * pull : vec3(0.0);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), a = vec3(0.0);
  vec4 own = texelFetch(normals, int(i));
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), normal = sph_mirror(own.xyz, image), part = vec3(0.0);
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      vec4 one = texelFetch(normals, max(j, 0)), other = texelFetch(normals, max(k, 0)), here = vec4(normal, own.w);
      part -= pull(there - xj, here, one) + pull(there - xk, here, other);
    }
    SPH_LIST_END
    a += sph_mirror(part, image);
  }
  velocity.v[i].xyz += control.c.dt * a;
}
