// Velocities by the pressures of one iteration.
#include "lib/sph_pairs.glsl"
layout(constant_id = 0) const bool divergence = false;
layout(constant_id = 1) const bool warm = false;  // by those of the last sub-step, in part
layout(binding = 4) uniform samplerBuffer changes;
layout(binding = 5, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 6, scalar) restrict buffer Pressures { vec2 v[]; } pressures;
layout(binding = 9) uniform samplerBuffer edges;
layout(constant_id = 4) const bool bounded = false;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, mirrored = sph_mirrored(x, params.p);
  vec2 change = texelFetch(changes, int(i)).xy;
  float own = change.x;
  if (change.y < 0.0) {
    pressures.v[i] = vec2(0.0);
    return;
  }
  vec3 push = vec3(0.0);
  SPH_IMAGES(image, sph_images(i)) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), part = vec3(0.0);
    if (image != 0u) part = 2.0 * own * sph_gradient(there - x);
    SPH_LIST(i, j) part += (own + texelFetch(changes, j).x) * sph_gradient(there - texelFetch(position, j).xyz);
    push += sph_mirror(part, image);
  }
  push *= sph_slope();
  if (bounded) push += own * texelFetch(edges, int(i)).xyz;
  velocity.v[i].xyz -= control.c.dt * push;
  if (warm) {
    if (divergence)
      pressures.v[i].y = own;
    else
      pressures.v[i].x = own;
  } else {
    if (divergence)
      pressures.v[i].y += own;
    else
      pressures.v[i].x += own;
  }
}
