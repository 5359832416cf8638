// A workgroup reads a gauge: weighted sums over all particles, in a fixed order.
#include "passes/sph_gauges.h"
layout(constant_id = 0) const bool incompressible = false;
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Places { SphGaugeParams v[]; } places;
layout(binding = 1) uniform samplerBuffer position;
layout(binding = 2) uniform samplerBuffer velocity;
layout(binding = 3, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 4) uniform samplerBuffer pressures;
layout(binding = 5, scalar) writeonly restrict buffer Readings { float v[]; } readings;

#include "passes/sph_kernels.h"

shared vec2 parts[gl_WorkGroupSize.x];

void main() {
  uint me = gl_LocalInvocationIndex;
  SphGaugeParams gauge = places.v[gl_WorkGroupID.x];
  vec2 sum = vec2(0.0);  // weights, weighted pressures
  for (uint i = me; i < control.c.count; i += gl_WorkGroupSize.x) {
    vec3 d = texelFetch(position, int(i)).xyz - gauge.position;
    if (gauge.height != 0u) d.y = 0.0;
    float q2 = dot(d, d) / (gauge.reach * gauge.reach);
    if (q2 >= 1.0) continue;
    if (gauge.height != 0u) {
      sum.x += (1.0 - q2) * (1.0 - q2);
      continue;
    }
    float w = sph_cubic(sqrt(q2) * gauge.reach, gauge.reach);
    vec2 p = incompressible ? texelFetch(pressures, int(i)).xy
                            : vec2(sph_pressure(texelFetch(velocity, int(i)).w, gauge.stiffness), 0.0);
    sum += w * vec2(1.0, p.x + p.y);
  }
  parts[me] = sum;
  barrier();
  if (me != 0u) return;
  sum = vec2(0.0);
  for (uint k = 0u; k < gl_WorkGroupSize.x; ++k) sum += parts[k];
  sum *= gauge.volume;
  // Of a height: the integral of the weight over the disc is pi/3 of its square. Of a pressure: half of the kernel lies in
  // the wall that holds the gauge; where less than a quarter of it is water, what is missing has none.
  readings.v[gl_WorkGroupID.x] =
      gauge.height != 0u ? sum.x * 3.0 / (sph_pi * gauge.reach * gauge.reach) : sum.y / max(sum.x, 0.25);
}
