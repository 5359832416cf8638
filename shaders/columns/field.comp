// Fields for dumps and views: 0 surface height, 1 depth.
#include "columns/each.glsl"
layout(constant_id = 6) const int what = 0;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) writeonly restrict buffer Out { float v[]; } field;

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  uvec4 t = texelFetch(water, index_of(c));
  field.v[c.y * nx + c.x] = what == 0 ? (plane_at(bed, c) + depth_of(t)) + rest_of(t) : depth_of(t);
}
