// Velocity potential of the water, whose gradient is the velocity: phi_t + damping phi = -g h. Half a step behind h.
#pragma variants VARIED?
#include "wave/grid.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(local_size_x = 32, local_size_y = 1) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) restrict buffer Potential { vec4 v[]; } potential;
layout(push_constant, scalar) uniform ParamsBlock { WavePotentialParams p; } params;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (x4 >= fours || z >= nz) return;
  int at = z * fours + x4;
  vec4 g = vec4(params.p.half_dt_drag);
#ifdef VARIED
  g *= max(texelFetch(drag, at), vec4(0));
#endif
  potential.v[at] = ((1.0 - g) * potential.v[at] - params.p.push * texelFetch(u_now, at)) / (1.0 + g);
}
