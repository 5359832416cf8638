// Neighbours whose spheres meet a body's, in the order of their index: the first body_most_pairs of them.
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Spheres { vec4 v[]; } spheres;
layout(binding = 1, scalar) writeonly restrict buffer Pairs { uint v[]; } pairs;
layout(push_constant, scalar) uniform ParamsBlock { BodyPairParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.bodies) return;
  vec4 mine = spheres.v[i];
  uint first = i * (body_most_pairs + 1u), count = 0u;
  for (uint j = 0u; j < params.p.bodies; ++j) {
    vec4 other = spheres.v[j];
    vec3 apart = other.xyz - mine.xyz;
    float reach = mine.w + other.w;
    if (dot(apart, apart) < reach * reach && j != i && count < body_most_pairs) {
      count += 1u;
      pairs.v[first + count] = j;
    }
  }
  pairs.v[first] = count;
}
