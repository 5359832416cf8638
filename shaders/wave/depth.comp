// Depth of the water: rest depth and elevation; zero on land.
#include "wave/grid.glsl"
layout(local_size_x = 32, local_size_y = 1) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer rest_depth;
layout(binding = 2) writeonly restrict buffer Depth { vec4 v[]; } depth;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (x4 >= fours || z >= nz) return;
  int at = z * fours + x4;
  vec4 rest = texelFetch(rest_depth, at);
  depth.v[at] = mix(vec4(0), rest + texelFetch(u_now, at), greaterThan(rest, vec4(0)));
}
