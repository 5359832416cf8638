// Counts the particles of every cell. A particle's place within its cell is that of its arrival; sph/sort.comp mends it.
#include "sph/grid.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) restrict buffer Counts { uint v[]; } counts;
layout(binding = 3, scalar) writeonly restrict buffer Slots { uvec2 v[]; } slots;
layout(constant_id = 0) const uint sink_count = 0u;
layout(binding = 4, scalar) uniform SinksBlock { SphSinks s; } sinks;
layout(push_constant, scalar) uniform ParamsBlock { SphGridParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz;
  uint cell = uint(sph_cell_index(sph_cell(x, params.p), params.p));
  for (uint k = 0u; k < sink_count; ++k)
    if (all(greaterThanEqual(x, sinks.s.low[k])) && all(lessThanEqual(x, sinks.s.high[k])))
      cell = uint(params.p.cells.x * params.p.cells.y * params.p.cells.z);
  slots.v[i] = uvec2(cell, atomicAdd(counts.v[cell], 1u));
}
