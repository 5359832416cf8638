// Discharge through every column per meter of width, m^2/s.
#include "pipes/each.glsl"
#include "columns/packed.glsl"
layout(binding = 0) uniform samplerBuffer flux;
layout(binding = 1) writeonly restrict buffer Flow { vec2 v[]; } flow;
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

void main() {
  ivec2 c = column_of_thread();
  if (inside(c)) flow.v[index_of(c)] = discharge_at(flux, 0, c, params.p.cell);
}
