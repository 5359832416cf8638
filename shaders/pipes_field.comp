// Fields for those who dump or view them: 0 the surface's height, 1 depth, 2 velocity (two floats).
#include "lib/pipes_grid.glsl"
#include "lib/pipes_velocity.glsl"
layout(constant_id = 6) const int what = 0;
layout(binding = 0) uniform samplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer flow;
layout(binding = 3) writeonly restrict buffer Out { float v[]; } field;
layout(push_constant, scalar) uniform ParamsBlock { PipesStatsParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  int i = index_of(c);
  vec2 h = texelFetch(water, i).xy;
  if (what == 0) field.v[i] = (texelFetch(bed, i).x + h.x) + h.y;
  if (what == 1) field.v[i] = h.x;
  if (what == 2) {
    vec2 u = velocity_of(texelFetch(flow, i), h.x, params.p.gravity);
    field.v[2 * i] = u.x;
    field.v[2 * i + 1] = u.y;
  }
}
