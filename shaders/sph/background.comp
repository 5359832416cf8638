// Background flow of submerged bodies: the mean velocity of the water in a shell around each [Wang et al. 2019]. The
// flow that a ball itself induces is a dipole, whose mean over the shell is 0.
#include "passes/bodies/bodies_params.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_bodies.h"
#include "sph/shells.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform samplerBuffer velocity;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) readonly buffer Bodies { SphBody v[]; } bodies;
layout(binding = 4, scalar) restrict buffer Background { SphBackground v[]; } background;
layout(push_constant, scalar) uniform ParamsBlock { SphBodiesParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, v = texelFetch(velocity, int(i)).xyz;
  ivec3 momentum = ivec3(round(clamp(v, -80.0, 80.0) / sph_flow_quantum));
  for (uint k = 0u; k < params.p.own; ++k) {
    SphBody b = bodies.v[k];
    if (!sph_closed(b)) continue;
    float away = sph_shell(b, x, b.position, b.rotation);
    if (away >= b.wide) continue;
    atomicAdd(background.v[k].count, 1);
    if (away < b.beside) atomicAdd(background.v[k].beside, 1);
    for (int a = 0; a < 3; ++a)
      if (momentum[a] != 0) atomicAdd(background.v[k].momentum[a], momentum[a]);
  }
}
