// Packs the used channels of the dye.
#include "lib/grid.glsl"
layout(constant_id = 7) const int channels = 3;
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer dye;
layout(binding = 1) writeonly restrict buffer Field { float v[]; } field;

void main() {
  int x = int(gl_GlobalInvocationID.x), i = int(gl_GlobalInvocationID.y) * nx + x;
  if (x >= nx) return;
  vec4 d = texelFetch(dye, i);
  for (int k = 0; k < channels; ++k) field.v[i * channels + k] = d[k];
}
