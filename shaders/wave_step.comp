// One sub-step of uniform water: 5-point leapfrog, next over previous in place. [Popov 2003], [Han & Chen 2017]
#include "lib/wave_grid.glsl"
layout(constant_id = 6) const int rows = 8;
layout(local_size_x_id = 7, local_size_y_id = 8) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) restrict buffer UNext { vec4 v[]; } u_next;
layout(push_constant, scalar) uniform ParamsBlock { WaveParams p; } params;

void main() {
  int x4 = int(gl_GlobalInvocationID.x);
  int z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x4 >= columns || z0 >= nz) return;
  vec4 here = texelFetch(u_now, z0 * columns + x4);
  vec4 north = north_of(u_now, z0, x4, here);
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    int row = z * columns;
    vec4 south = south_of(u_now, z, x4, here);
    vec4 along_x = (west_of(u_now, row, x4, here) - here) + (east_of(u_now, row, x4, here) - here);
    vec4 along_z = (north - here) + (south - here);
    // Differences first: they are small and nearly exact, so rounding does not pump the wave.
    vec4 rise = params.p.inertia * (here - u_next.v[row + x4]) + (params.p.force_x * along_x + params.p.force_z * along_z);
    u_next.v[row + x4] = trim(here + rise, x4);
    north = here;
    here = south;
  }
}
