// Foam and wetness for whoever draws them.
#include "columns/flow_cells.glsl"
layout(binding = 0) uniform samplerBuffer now;
layout(binding = 1, rg16f) writeonly uniform image2D traces;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(c, ivec2(nx, nz)))) return;
  int i = c.y * nx + c.x;
  imageStore(traces, c, vec4(texelFetch(now, i).r, texelFetch(now, nx * nz + i).r, 0.0, 0.0));
}
