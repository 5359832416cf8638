// Speed of the bottom cell of a column.
#include "pipes/each.glsl"
layout(constant_id = 6) const int layers = 2;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer cells;
layout(binding = 2) writeonly restrict buffer Bottom { float v[]; } bottom;
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  float depth = depth_of(texelFetch(water, index_of(c)));
  vec2 q = discharge_at(cells, 0, c, params.p.cell);
  bottom.v[index_of(c)] = depth > 1e-4 ? layers * length(q) / depth : 0.0;
}
