#include "fluid/flux.glsl"
layout(binding = 6) restrict buffer Dye { vec4 v[]; } dye;

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  int i = index_of(c);
  float kept = pow(params.p.kept, 1.0 / float(arguments.v[3 * fluid_most_sub_steps]));
  dye.v[i] = kept * (0.5 * dye.v[i] + 0.5 * (dye_at(c) + change(c)));
}

#include "fluid/each_owned.glsl"
