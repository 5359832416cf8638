// MacCormack's correction of the dye.
#include "fluid/grid.glsl"
#include "fluid/trace.glsl"
#include "fluid/dye.glsl"
layout(binding = 3) uniform samplerBuffer from_dye;
layout(binding = 4) uniform samplerBuffer step_dye;
layout(binding = 5) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  FluidParams p = params.p;
  Place s = Place(c, vec2(0.5));
  vec2 here = velocity_at_cell(c, p);
  Trace from = trace(s, here, -p.dt, p), to = trace(s, here, p.dt, p);
  vec4 stepped = texelFetch(step_dye, index_of(c)), was = texelFetch(from_dye, index_of(c));
  vec4 back = dye_between(dye_corners(step_dye, c + ivec2(floor(to.offset)), fract(to.offset)), fract(to.offset), stepped);
  DyeCorners d = dye_corners(from_dye, c + ivec2(floor(from.offset)), fract(from.offset));
  vec4 low = d.at[0], high = d.at[0];
  for (int k = 1; k < 4; ++k) {
    low = min(low, d.at[k]);
    high = max(high, d.at[k]);
  }
  bool clear = from.whole && to.whole && d.weight == vec4(1) && !(solids && is_solid(c));
  to_dye.v[index_of(c)] = p.kept * (clear ? clamp(stepped + 0.5 * (was - back), low, high) : stepped);
}

#include "fluid/each_owned.glsl"
