// Dye before diffusion plus the fluxes of the solved dye through the faces: conserves the sum regardless of the
// solver's residual.
#include "fluid/grid.glsl"
layout(binding = 0) uniform samplerBuffer before;
layout(binding = 1) uniform samplerBuffer solved;
layout(binding = 2) uniform samplerBuffer open_x;
layout(binding = 3) uniform samplerBuffer open_z;
layout(binding = 4) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;
layout(push_constant, scalar) uniform ParamsBlock { FluidRelaxParams p; } params;

vec4 through(ivec2 f, ivec2 step, float open) {
  if ((step.x == 1 && !periodic_x && (f.x == 0 || f.x == nx)) || (step.y == 1 && !periodic_z && (f.y == 0 || f.y == nz)))
    return vec4(0);
  return open * (texelFetch(solved, index_of(cell_at(f - step))) - texelFetch(solved, index_of(cell_at(f))));
}

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  ivec2 e = c + ivec2(1, 0), s = c + ivec2(0, 1), x = ivec2(1, 0), z = ivec2(0, 1);
  vec4 along_x = through(c, x, texelFetch(open_x, face_x(c)).x) - through(e, x, texelFetch(open_x, face_x(e)).x);
  vec4 along_z = through(c, z, texelFetch(open_z, face_z(c)).x) - through(s, z, texelFetch(open_z, face_z(s)).x);
  to_dye.v[index_of(c)] = texelFetch(before, index_of(c)) + params.p.weight.x * along_x + params.p.weight.y * along_z;
}

#include "fluid/each_owned.glsl"
