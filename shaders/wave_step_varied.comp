// One sub-step of water with islands, a damping map or a speed that follows the depth: h_tt + drag h_t = div(c^2 grad h).
#include "lib/wave_grid.glsl"
#include "lib/wave_faces.glsl"
#include "lib/wave_drag.glsl"
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
  vec4 face_n = faces_north(z0, x4);
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    int row = z * columns;
    vec4 south = south_of(u_now, z, x4, here);
    vec4 face_s = faces_north(z + 1, x4);
    vec4 face_e = faces_east(z, x4);
    vec4 face_w = faces_west(z, x4, face_e);
    vec4 along_x = face_w * (west_of(u_now, row, x4, here) - here) + face_e * (east_of(u_now, row, x4, here) - here);
    vec4 along_z = face_n * (north - here) + face_s * (south - here);
    vec4 g = params.p.half_dt * max(texelFetch(drag, row + x4), vec4(0));
    vec4 rise = params.p.inertia * (1.0 - g) * (here - u_next.v[row + x4]) +
                (params.p.force_x * along_x + params.p.force_z * along_z);
    u_next.v[row + x4] = trim(here + rise / (1.0 + g), x4);
    north = here;
    here = south;
    face_n = face_s;
  }
}
