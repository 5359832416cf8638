// How strongly a particle's pressure changes its own density: 1 over |sum V grad W|^2 + sum |V grad W|^2; 0 where too few
// neighbours are to push against, -1 where a nozzle holds the particle. And what of the last pressures begins this solve.
#include "lib/sph_pairs.glsl"
#include "lib/sph_nozzles.glsl"
layout(binding = 4) uniform usamplerBuffer origins;
layout(binding = 5) uniform samplerBuffer last;  // pressures of the density and the divergence solve, in the old order
layout(binding = 6, scalar) writeonly restrict buffer Factors { float v[]; } factors;
layout(binding = 7, scalar) writeonly restrict buffer Pressures { vec2 v[]; } pressures;
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool bounded = false;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), sum = vec3(0.0);
  float squares = 0.0;
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0);
    if (image != 0u) part = 2.0 * sph_gradient(there - x);
    SPH_LIST(i, j) {
      vec3 g = sph_gradient(there - texelFetch(position, j).xyz);
      part += g;
      squares += dot(g, g);
    }
    sum += sph_mirror(part, image);
  }
  float slope = sph_slope(), h = params.p.support;
  if (bounded) sum += texelFetch(edges, int(i)).xyz / slope;
  float all = slope * slope * (dot(sum, sum) + squares);
  vec3 held;
  factors.v[i] = sph_held(x, held) ? -1.0 : all * h * h > 0.1 ? 1.0 / all : 0.0;
  uint origin = texelFetch(origins, int(i)).x;
  pressures.v[i] = origin < control.c.settled ? texelFetch(last, int(origin)).xy : vec2(0.0);
}
