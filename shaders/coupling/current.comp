// Velocity of a flow on the faces of the waves' grid, bilinear between the four nearest flow cells; zero beyond the flow. A
// thread owns the low sides of a cell.
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) readonly buffer Velocity { float v[]; } velocity;
layout(binding = 1) writeonly restrict buffer Faces { vec2 v[]; } faces;
layout(binding = 2) writeonly restrict buffer Peaks { vec2 v[]; } peaks;  // of each workgroup: 1/s and m/s
layout(push_constant, scalar) uniform ParamsBlock { CurrentParams p; } params;

shared uint fastest[2];

float at(ivec2 c, int axis) { return velocity.v[params.p.offset + c.y * params.p.pitch + 2 * c.x + axis]; }

// Velocity at a place in cells of the waves.
float flow_at(vec2 place, int axis) {
  vec2 x = params.p.begin + place * params.p.ratio;
  if (any(lessThan(x, params.p.low)) || any(greaterThan(x, params.p.high))) return 0.0;
  x = clamp(x - 0.5, vec2(0.0), vec2(params.p.cells - 1));
  ivec2 low = min(ivec2(x), params.p.cells - 1), high = min(low + 1, params.p.cells - 1);
  vec2 part = x - vec2(low);
  float north = mix(at(low, axis), at(ivec2(high.x, low.y), axis), part.x);
  return mix(north, mix(at(ivec2(low.x, high.y), axis), at(high, axis), part.x), part.y);
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (gl_LocalInvocationIndex < 2u) fastest[gl_LocalInvocationIndex] = 0u;
  barrier();
  if (all(lessThan(c, params.p.places))) {
    vec2 u = vec2(0.0);
    if (c.y + 1 < params.p.places.y) u.x = flow_at(vec2(c) + vec2(0.0, 0.5), 0);
    if (c.x + 1 < params.p.places.x) u.y = flow_at(vec2(c) + vec2(0.5, 0.0), 1);
    faces.v[c.y * params.p.places.x + c.x] = u;
    atomicMax(fastest[0], floatBitsToUint(dot(abs(u), params.p.inverse_cell)));
    atomicMax(fastest[1], floatBitsToUint(length(u)));
  }
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  peaks.v[group] = vec2(uintBitsToFloat(fastest[0]), uintBitsToFloat(fastest[1]));
}
