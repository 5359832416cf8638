// Semi-Lagrangian step of the dye.
#include "fluid/grid.glsl"
#include "fluid/trace.glsl"
#include "fluid/dye.glsl"
layout(binding = 3) uniform samplerBuffer from_dye;
layout(binding = 4) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  FluidParams p = params.p;
  Place s = Place(c, vec2(0.5));
  Trace t = trace(s, velocity_at_cell(c, p), -p.dt, p);
  vec4 value = dye_between(dye_corners(from_dye, c + ivec2(floor(t.offset)), fract(t.offset)), fract(t.offset),
                           texelFetch(from_dye, index_of(c)));
  if (t.outside || (solids && is_solid(c))) value = vec4(0);
  to_dye.v[index_of(c)] = p.kept * value;
}

#include "fluid/each_owned.glsl"
