// Lists the pairs of every body, in the order of their indices.
#include "passes/bodies/contacts_params.h"
layout(local_size_x_id = 7) in;
layout(binding = 0, scalar) readonly buffer Spheres { vec4 v[]; } spheres;
layout(binding = 1, scalar) readonly buffer Starts { uint v[]; } starts;
layout(binding = 2, scalar) writeonly restrict buffer List { uvec2 v[]; } list;
layout(binding = 3, scalar) writeonly restrict buffer Lower { uvec2 v[]; } lower;
layout(push_constant, scalar) uniform ParamsBlock { ContactParams p; } params;

bool meets(vec4 a, vec4 b) {
  vec3 apart = b.xyz - a.xyz;
  float reach = a.w + b.w;
  return dot(apart, apart) < reach * reach;
}

void main() {
  uint i = gl_GlobalInvocationID.x, n = params.p.bodies;
  if (i >= n) return;
  vec4 mine = spheres.v[i];
  uint pair = starts.v[i], low = starts.v[n + i] - starts.v[n];
  for (uint j = 0u; j < n; ++j) {
    if (j == i || !meets(mine, spheres.v[j])) continue;
    if (j > i) {
      if (pair < params.p.capacity) list.v[pair] = uvec2(i, j);
      ++pair;
    } else {
      if (low < params.p.capacity) lower.v[low] = uvec2(j, params.p.capacity);
      ++low;
    }
  }
}
