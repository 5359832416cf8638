// Normals of the water's surface: the gradient of the density, times the support. They point inwards and are longest
// at the surface.
#include "sph/pairs.glsl"
layout(constant_id = 4) const bool has_edges = false;
layout(binding = 4) uniform samplerBuffer velocity;  // and density
layout(binding = 5, scalar) writeonly restrict buffer Normals { vec4 v[]; } normals;
layout(binding = 9) uniform samplerBuffer edges;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), sum = vec3(0.0);
  float own = texelFetch(velocity, int(i)).w;
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0);
    if (image != 0u) part = sph_gradient(there - x) / own;
    SPH_LIST(i, sph_strips(i), j, k, xj, xk) {
      float one = texelFetch(velocity, max(j, 0)).w, other = texelFetch(velocity, max(k, 0)).w;
      part += sph_gradient(there - xj) / one + sph_gradient(there - xk) / other;
    }
    SPH_LIST_END
    sum += sph_mirror(part, image);
  }
  sum *= sph_slope();
  if (has_edges) sum += texelFetch(edges, int(i)).xyz;
  normals.v[i] = vec4(params.p.support * sum, own);
}
