// How strongly a particle's pressure changes its own density: 1 over |sum V grad W|^2 + sum |V grad W|^2; 0 where too few
// neighbours are to push against, -1 where a nozzle holds the particle. And the pressures with which the solve begins: the
// last ones.
#include "sph/pairs.glsl"
#include "sph/nozzles.glsl"
layout(binding = 4) uniform usamplerBuffer origins;
layout(binding = 5) uniform samplerBuffer last;  // pressures, in the old order
layout(binding = 6, scalar) writeonly restrict buffer Factors { float v[]; } factors;
layout(binding = 7, scalar) writeonly restrict buffer Iterates { vec2 v[]; } iterates;
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool has_edges = false;
layout(constant_id = 6) const bool has_nozzles = false;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), sum = vec3(0.0);
  float squares = 0.0;
  uint images = sph_images(i);
  SPH_IMAGES(image, images) {
    if (image == 0u) continue;
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image));
    sum += sph_mirror(2.0 * sph_firm_gradient(there - x, false), image);
  }
  SPH_LIST(i, j) {
    vec3 other = texelFetch(position, j).xyz, all = vec3(0.0);  // of what the neighbour's way changes, with all images
    SPH_IMAGES(image, images) {
      vec3 g = sph_firm_gradient(mix(x, mirrored, sph_mirrored_axes(image)) - other, int(i) < j);
      sum += sph_mirror(g, image);
      all += g;
    }
    squares += dot(all, all);
  }
  float slope = sph_slope(), h = params.p.support;
  if (has_edges) sum += texelFetch(edges, int(i)).xyz / slope;
  float all = slope * slope * (dot(sum, sum) + squares);
  vec3 held;
  float factor = has_nozzles && sph_held(x, 0.0, held) ? -1.0 : all * h * h > 0.1 ? 1.0 / all : 0.0;
  factors.v[i] = factor;
  uint origin = texelFetch(origins, int(i)).x;
  float begun = origin < control.c.settled && factor > 0.0 ? texelFetch(last, int(origin)).x : 0.0;
  iterates.v[i] = vec2(begun);
}
