// Neighbors of a body: those behind it in the list, with which it makes pairs, and those before it. Bodies and meshes whose
// spheres it meets within a clock step.
#include "passes/bodies/contacts_params.h"
layout(local_size_x_id = 7) in;
layout(binding = 0, scalar) readonly buffer Spheres { vec4 v[]; } spheres;
layout(binding = 1, scalar) restrict buffer Counts { uint v[]; } counts;
layout(binding = 2, scalar) writeonly restrict buffer Near { uint v[]; } near;
layout(push_constant, scalar) uniform ParamsBlock { ContactParams p; } params;

bool meets(vec4 a, vec4 b) {
  vec3 apart = b.xyz - a.xyz;
  float reach = a.w + b.w;
  return dot(apart, apart) < reach * reach;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.bodies) return;
  vec4 mine = spheres.v[i];
  uint before = 0u, behind = 0u, meshes = 0u;
  for (uint j = 0u; j < params.p.all; ++j) {
    if (j == i || !meets(mine, spheres.v[j])) continue;
    if (j < i)
      ++before;
    else if (j < params.p.bodies)
      ++behind;
    else
      ++meshes;
  }
  counts.v[i] = behind;
  counts.v[params.p.bodies + i] = before;
  near.v[i] = before + behind + meshes;
}
