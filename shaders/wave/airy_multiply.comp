// Spectrum times the symbol of -L over the number of cells. Rows are wave numbers along x.
#include "wave/airy.glsl"
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer from;
layout(binding = 1) uniform samplerBuffer symbol;
layout(binding = 2, std430) writeonly buffer To { vec4 at[]; } to;

void main() {
  ivec2 pair = ivec2(gl_GlobalInvocationID.xy);
  int columns = params.p.extent.y / 2, at = pair.y * columns + pair.x;
  if (pair.x >= columns || pair.y >= params.p.extent.x) return;
  to.at[at] = texelFetch(from, at) * texelFetch(symbol, at).xxyy;
}
