// How much of what its pipes ask for a column can give, and the discharge through it.
#include "lib/pipes_grid.glsl"
layout(binding = 0) uniform samplerBuffer water;
layout(binding = 1) uniform samplerBuffer flux;
layout(binding = 2) writeonly restrict buffer Flow { vec4 v[]; } flow;
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  float depth = texelFetch(water, index_of(c)).x;
  vec4 straight = flow_straight(flux, c), diagonal = flow_diagonal(flux, c);
  vec4 out_straight = max(straight, vec4(0)), out_diagonal = max(diagonal, vec4(0));
  float leaving = dot(out_straight + out_diagonal, vec4(1)) + flow_over_edges(c, depth, params.p);
  float area = params.p.cell.x * params.p.cell.y, wanted = leaving * params.p.dt, held = depth * area * (1.0 - pipes_margin);
  float share = wanted > held ? held / wanted : 1.0;
  vec2 q = discharge_of(straight, diagonal, params.p.cell);
  flow.v[index_of(c)] = vec4(share, q, 0);
}
