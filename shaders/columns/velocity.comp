// Velocity field for dumps and views.
#include "columns/each.glsl"
#include "columns/velocity.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer flow;
layout(binding = 2) writeonly restrict buffer Out { vec2 v[]; } field;
layout(push_constant, scalar) uniform ParamsBlock { VelocityParams p; } params;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  float depth = depth_of(texelFetch(water, index_of(c)));
  field.v[c.y * nx + c.x] = velocity_of(texelFetch(flow, index_of(c)).xy, depth, params.p.fall);
}
