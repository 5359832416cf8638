// What bodies have pushed aside since the last step, added to both time levels: it starts at rest.
#include "lib/wave_grid.glsl"
#ifdef WAVE_VARIED
#include "lib/wave_drag.glsl"
#endif
layout(local_size_x = 64) in;
layout(binding = 0) restrict buffer UNow { vec4 v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { vec4 v[]; } u_prev;
layout(binding = 2) readonly buffer Now { int v[]; } now;
layout(binding = 3) readonly buffer Before { int v[]; } before;
layout(push_constant, scalar) uniform ParamsBlock { WaveDisplaceParams p; } params;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (x4 >= columns || z >= nz) return;
  int first = z * nx + 4 * x4;
  ivec4 change = ivec4(0);
  for (int i = 0; i < 4; ++i) {
    if (4 * x4 + i < nx) change[i] = now.v[first + i] - before.v[first + i];
  }
  int level = now.v[nx * nz] - before.v[nx * nz];
  if (change == ivec4(0) && level == 0) return;
  vec4 rise = trim(params.p.quantum * vec4(change) + params.p.level_quantum * float(level), x4);
#ifdef WAVE_VARIED
  rise = mix(rise, vec4(0), lessThan(texelFetch(drag, z * columns + x4), vec4(0)));
#endif
  u_now.v[z * columns + x4] += rise;
  u_prev.v[z * columns + x4] += rise;
}
