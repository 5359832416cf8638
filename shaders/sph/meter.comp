// A workgroup reads one motion gauge: mean velocity around a point or discharge through a vertical plane, as weighted
// sums over all particles in a fixed order.
#include "passes/sph/sph_meters.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Meters { SphMeter v[]; } meters;
layout(binding = 1) uniform samplerBuffer position;
layout(binding = 2) uniform samplerBuffer velocity;
layout(binding = 3, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 4) writeonly restrict buffer Readings { vec4 v[]; } readings;

shared vec4 parts[gl_WorkGroupSize.x];

void main() {
  uint me = gl_LocalInvocationIndex;
  SphMeter m = meters.v[gl_WorkGroupID.x];
  float wide = length(m.way);
  vec4 sum = vec4(0.0);
  for (uint i = me; i < control.c.count; i += gl_WorkGroupSize.x) {
    vec3 d = texelFetch(position, int(i)).xyz - m.from, v = texelFetch(velocity, int(i)).xyz;
    if (wide == 0.0) {
      float part = max(1.0 - dot(d, d) / (m.reach * m.reach), 0.0);
      sum += part * part * vec4(v, 1.0);
      continue;
    }
    vec2 along = m.way / wide, across = vec2(along.y, -along.x);
    float s = dot(d.xz, along), off = abs(dot(d.xz, across));
    if (s >= 0.0 && s < wide && off < m.reach) sum.x += m.volume * dot(v.xz, across) * (1.0 - off / m.reach) / m.reach;
  }
  parts[me] = sum;
  barrier();
  if (me > 0u) return;
  sum = vec4(0.0);
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) sum += parts[k];
  readings.v[gl_WorkGroupID.x] = wide > 0.0 ? sum : vec4(sum.w > 0.0 ? sum.xyz / sum.w : vec3(0.0), 0.0);
}
