// Error of a particle's density at the end of the sub-step, or of its rate of compression, and the pressure against it.
#include "lib/sph_pairs.glsl"
layout(constant_id = 0) const bool divergence = false;
layout(constant_id = 1) const bool warm = false;  // instead: a part of the last pressure, where there is an error
layout(binding = 4) uniform samplerBuffer velocity;  // w: density
layout(binding = 5) uniform samplerBuffer factors;
layout(binding = 7) uniform samplerBuffer pressures;
layout(binding = 6, scalar) writeonly restrict buffer Changes { vec2 v[]; } changes;  // pressure, relative error; -1: held
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool bounded = false;

const float relaxation = 0.5;  // neighbours answer the same error
const float warmth = 0.2;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p);
  vec4 moving = texelFetch(velocity, int(i));
  vec3 v = moving.xyz;
  float rate = 0.0;
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), along = sph_mirror(v, image);
    if (image != 0u) rate += dot(along - v, sph_gradient(there - x));
    SPH_LIST(i, j) rate += dot(along - texelFetch(velocity, j).xyz, sph_gradient(there - texelFetch(position, j).xyz));
  }
  float dt = control.c.dt, change = dt * sph_slope() * rate;
  if (bounded) {
    vec4 edge = texelFetch(edges, int(i));
    change += dt * (dot(v, edge.xyz) - edge.w);
  }
  float error = divergence ? (moving.w > 0.9 ? change : 0.0) : moving.w + change - 1.0;
  error = max(error, 0.0);
  float factor = texelFetch(factors, int(i)).x;
  if (factor < 0.0) {
    changes.v[i] = vec2(0.0, -1.0);
    return;
  }
  if (warm) {
    vec2 last = texelFetch(pressures, int(i)).xy;
    changes.v[i] = vec2(error > 0.0 ? warmth * (divergence ? last.y : last.x) : 0.0, 0.0);
    return;
  }
  changes.v[i] = vec2(relaxation * error * factor / (dt * dt), factor > 0.0 ? min(error, 0.25) : 0.0);
}
