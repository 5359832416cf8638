// Center of the disc from which a pour falls: above the first particle on the ray, or above the domain's floor or
// wall.
#include "passes/sph/sph_pointer.h"
layout(local_size_x = 128) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) writeonly restrict buffer Found { vec4 v; } found;
layout(push_constant, scalar) uniform ParamsBlock { SphPourParams p; } params;

shared float nearest[gl_WorkGroupSize.x];

// Exit of the ray from the domain.
float way_out() {
  float far = 1e30;
  for (int k = 0; k < 3; ++k) {
    float step = params.p.along[k];
    if (abs(step) < 1e-6) continue;
    far = min(far, ((step > 0.0 ? params.p.high[k] : params.p.low[k]) - params.p.at[k]) / step);
  }
  return max(far, 0.0);
}

void main() {
  uint me = gl_LocalInvocationID.x;
  float first = 1e30;
  for (uint i = me; i < control.c.count; i += gl_WorkGroupSize.x) {
    vec3 off = texelFetch(position, int(i)).xyz - params.p.at;
    float way = dot(off, params.p.along);
    off -= way * params.p.along;
    if (way >= 0.0 && dot(off, off) < 4.0 * params.p.spacing * params.p.spacing) first = min(first, way);
  }
  nearest[me] = first;
  for (uint half_size = gl_WorkGroupSize.x / 2u; half_size > 0u; half_size /= 2u) {
    barrier();
    if (me < half_size) nearest[me] = min(nearest[me], nearest[me + half_size]);
  }
  if (me > 0u) return;
  vec3 at = params.p.at + min(nearest[0], way_out()) * params.p.along;
  vec3 margin = vec3(params.p.radius + params.p.spacing, params.p.spacing, params.p.radius + params.p.spacing);
  vec3 low = params.p.low + margin, high = params.p.high - margin;
  low.y += params.p.ahead;
  at.y += params.p.lift;
  // A domain narrower than the disc: its middle.
  found.v = vec4(mix(clamp(at, low, high), 0.5 * (low + high), greaterThan(low, high)), 0.0);
}
