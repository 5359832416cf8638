// Broad phase for few bodies: candidate pairs of a clock step in the order of their indices. One workgroup.
#include "bodies/spheres.glsl"
layout(local_size_x_id = 7) in;
layout(binding = 3, scalar) writeonly restrict buffer Starts { uint v[]; } starts;
layout(binding = 4, scalar) writeonly restrict buffer List { uvec2 v[]; } list;
layout(binding = 5, scalar) writeonly restrict buffer Lower { uvec2 v[]; } lower;
layout(binding = 6, scalar) writeonly restrict buffer Near { uint v[]; } near;

shared vec4 spheres[contact_few];
shared uint behind[contact_few], before[contact_few];  // neighbors with a higher index, with a lower one

void count_neighbors(uint i) {
  uint low = 0u, high = 0u, meshes = 0u;
  for (uint j = 0u; j < params.p.bodies; ++j) {
    if (j == i || !meets(spheres[i], spheres[j])) continue;
    if (j < i)
      ++low;
    else
      ++high;
  }
  for (uint j = params.p.bodies; j < params.p.all; ++j)
    if (meets(spheres[i], sphere_of(j))) ++meshes;
  before[i] = low;
  behind[i] = high;
  near.v[i] = low + high + meshes;
}

void list_neighbors(uint i) {
  uint n = params.p.bodies, pair = 0u, low = 0u, pairs = 0u, lows = 0u;
  for (uint j = 0u; j < n; ++j) {
    if (j == i) pair = pairs, low = lows;
    pairs += behind[j];
    lows += before[j];
  }
  starts.v[i] = pair;
  starts.v[n + i] = pairs + low;
  if (i + 1u == n) starts.v[2u * n] = pairs + lows;
  for (uint j = 0u; j < n; ++j) {
    if (j == i || !meets(spheres[i], spheres[j])) continue;
    if (j > i) {
      if (pair < params.p.capacity) list.v[pair] = uvec2(i, j);
      ++pair;
    } else {
      if (low < params.p.capacity) lower.v[low] = uvec2(j, params.p.capacity);
      ++low;
    }
  }
}

void main() {
  uint me = gl_LocalInvocationIndex, threads = gl_WorkGroupSize.x;
  for (uint i = me; i < params.p.bodies; i += threads) spheres[i] = sphere_of(i);
  barrier();
  for (uint i = me; i < params.p.bodies; i += threads) count_neighbors(i);
  barrier();
  for (uint i = me; i < params.p.bodies; i += threads) list_neighbors(i);
}
