// Elevation of a fluid's surface over its rest level, meters.
#include "fluid/grid.glsl"
#include "fluid/level.glsl"
layout(binding = 3) writeonly restrict buffer Field { float v[]; } field;
layout(push_constant, scalar) uniform ParamsBlock { FluidLevelParams p; } params;

void own(ivec2 c) {
  if (c.x < nx && c.y < nz) field.v[index_of(c)] = elevation(c, 0.0, params.p);
}

#include "fluid/each_owned.glsl"
