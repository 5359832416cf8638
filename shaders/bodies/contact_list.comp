// Lists the pairs of every body, in the order of their indices.
#include "bodies/neighbors.glsl"
layout(binding = 3, scalar) readonly buffer Starts { uint v[]; } starts;
layout(binding = 4, scalar) writeonly restrict buffer List { uvec2 v[]; } list;
layout(binding = 5, scalar) writeonly restrict buffer Lower { uvec2 v[]; } lower;

const uint most_found = 64u;  // neighbors that are sorted here
uint found[most_found], count = 0u;

// In a growing list.
void visit(uint j) {
  uint at = min(count++, most_found - 1u);
  for (; at > 0u && found[at - 1u] > j; --at) found[at] = found[at - 1u];
  found[at] = j;
}

void main() {
  uint i = gl_GlobalInvocationID.x, n = params.p.bodies;
  if (i >= n) return;
  uint pair = starts.v[i], low = starts.v[n + i] - starts.v[n];
  uint all = starts.v[i + 1u] - pair + starts.v[n + i + 1u] - starts.v[n + i];
  bool sorts = all <= most_found;
  if (sorts) visit_neighbors(i);
  vec4 mine = spheres.v[i];
  for (uint k = 0u; k < (sorts ? count : n); ++k) {
    uint j = sorts ? found[k] : k;
    if (!sorts && (j == i || !meets(mine, spheres.v[j]))) continue;
    if (j > i) {
      if (pair < params.p.capacity) list.v[pair] = uvec2(i, j);
      ++pair;
    } else {
      if (low < params.p.capacity) lower.v[low] = uvec2(j, params.p.capacity);
      ++low;
    }
  }
}
