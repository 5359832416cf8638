#include "fluid/flux.glsl"
layout(binding = 6) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;

void own(ivec2 c) {
  if (c.x < nx && c.y < nz) to_dye.v[index_of(c)] = dye_at(c) + change(c);
}

#include "fluid/each_owned.glsl"
