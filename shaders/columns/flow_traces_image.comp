// Foam and wetness as an image for rendering, and the elevation up to which the ground is wet; w = 0: z is valid.
#include "columns/flow_cells.glsl"
layout(binding = 0) uniform samplerBuffer now;
layout(binding = 1, rgba16f) writeonly uniform image2D traces;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(c, ivec2(nx, nz)))) return;
  int i = c.y * nx + c.x, plane = nx * nz;
  imageStore(traces, c, vec4(texelFetch(now, i).r, texelFetch(now, plane + i).r, texelFetch(now, 2 * plane + i).r, 0.0));
}
