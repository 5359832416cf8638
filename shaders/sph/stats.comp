// Sums over strips of particles, in a fixed order: kinetic, potential and elastic energy per mass, compression.
#include "passes/sph/sph_params.h"
layout(constant_id = 0) const uint strip = 64u;
layout(local_size_x = 8) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform samplerBuffer velocity;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) writeonly restrict buffer Sums { vec4 v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i * strip >= params.p.grid.capacity) return;
  vec4 sum = vec4(0.0);
  for (uint k = i * strip; k < min((i + 1u) * strip, control.c.count); ++k) {
    vec4 v = texelFetch(velocity, int(k));
    float height = texelFetch(position, int(k)).y - params.p.grid.low.y;
    sum += vec4(0.5 * dot(v.xyz, v.xyz), params.p.gravity * height,
                params.p.stiffness * sph_elastic(v.w), max(v.w - 1.0, 0.0));
  }
  sums.v[i] = sum;
}
