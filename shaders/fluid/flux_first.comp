#include "fluid/flux.glsl"
layout(binding = 6) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (c.x < nx && c.y < nz) to_dye.v[index_of(c)] = dye_at(c) + change(c);
}
