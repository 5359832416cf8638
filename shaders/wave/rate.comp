// Rate of rise dh/dt at the time of u_now, second order: mean of the last rise and the one that the next step would make.
#pragma variants VARIED?
#include "wave/grid.glsl"
#ifdef VARIED
#include "wave/faces.glsl"
#include "wave/drag.glsl"
#endif
layout(local_size_x = 32, local_size_y = 1) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2) writeonly restrict buffer Rate { vec4 v[]; } rate;
layout(push_constant, scalar) uniform ParamsBlock { WaveRateParams p; } params;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (x4 >= fours || z >= nz) return;
  int row = z * fours;
  vec4 here = texelFetch(u_now, row + x4);
  vec4 west = west_of(u_now, row, x4, here) - here, east = east_of(u_now, row, x4, here) - here;
  vec4 north = north_of(u_now, z, x4, here) - here, south = south_of(u_now, z, x4, here) - here;
  vec4 rise = here - texelFetch(u_prev, row + x4);
#ifdef VARIED
  vec4 face_e = faces_east(z, x4);
  vec4 along_x = faces_west(z, x4, face_e) * west + face_e * east;
  vec4 along_z = faces_north(z, x4) * north + faces_north(z + 1, x4) * south;
  vec4 g = params.p.step.half_dt * max(texelFetch(drag, row + x4), vec4(0));
  vec4 next = (params.p.step.inertia * (1.0 - g) * rise +
               (params.p.step.force_x * along_x + params.p.step.force_z * along_z)) / (1.0 + g);
#else
  vec4 next = params.p.step.inertia * rise +
              (params.p.step.force_x * (west + east) + params.p.step.force_z * (north + south));
#endif
  rate.v[row + x4] = trim(0.5 * params.p.inverse_dt * (rise + next), x4);
}
