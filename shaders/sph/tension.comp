// Surface tension of [Akinci et al. 2013], symmetric in pairs: neighbours pull each other, and push where they are close;
// and what is curved is drawn flat, by the difference of normals.
#include "sph/pairs.glsl"
layout(binding = 4) uniform samplerBuffer normals;  // and density
layout(binding = 5, scalar) restrict buffer Velocities { vec4 v[]; } velocity;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p), a = vec3(0.0);
  vec4 own = texelFetch(normals, int(i));
  float h = params.p.support;
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), normal = sph_mirror(own.xyz, image), part = vec3(0.0);
    SPH_LIST(i, j) {
      vec3 d = there - texelFetch(position, j).xyz;
      vec4 other = texelFetch(normals, j);
      float r = length(d), q = r / h;
      if (q >= 1.0) continue;
      vec3 pull = params.p.cohesion * sph_cohesion_shape(q) / max(r, 1e-6 * h) * d + params.p.flattening * (normal - other.xyz);
      part -= 2.0 / (own.w + other.w) * pull;
    }
    a += sph_mirror(part, image);
  }
  velocity.v[i].xyz += control.c.dt * a;
}
