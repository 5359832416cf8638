// Intersection of the pointer's ray with the water or the ground: x and z in meters from the corner of column 0.
#include "columns/each.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) writeonly restrict buffer Found { vec2 v[]; } found;
layout(push_constant, scalar) uniform ParamsBlock { FindParams p; } params;

const uint samples = 1024u;
shared uint nearest;

// The ray's height over the surface at a share of its way; beyond the grid there is nothing.
float over(float share) {
  vec2 at = mix(params.p.from, params.p.to, share) / params.p.cell;
  if (any(lessThan(at, vec2(0))) || any(greaterThanEqual(at, vec2(nx, nz)))) return 1.0;
  ivec2 c = ivec2(at);
  return mix(params.p.high, params.p.low, share) - (plane_at(bed, c) + depth_of(texelFetch(water, index_of(c))));
}

void main() {
  if (gl_LocalInvocationIndex == 0u) nearest = samples + 1u;
  barrier();
  for (uint k = gl_LocalInvocationIndex; k <= samples; k += gl_WorkGroupSize.x * gl_WorkGroupSize.y) {
    if (over(float(k) / float(samples)) > 0.0) continue;
    atomicMin(nearest, k);
    break;
  }
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  vec2 at = params.p.at;
  if (nearest <= samples && params.p.from != params.p.to) {
    float late = float(nearest) / float(samples), early = max(float(nearest) - 1.0, 0.0) / float(samples);
    float above = max(over(early), 0.0), below = max(-over(late), 0.0);
    at = mix(params.p.from, params.p.to, mix(early, late, above / max(above + below, 1e-12)));
  }
  found.v[0] = at;
}
