// Counts the neighbors of a body: those with a higher index, with which it forms pairs, those with a lower index, and
// meshes whose bounding spheres it can reach within a clock step.
#include "bodies/neighbors.glsl"
layout(binding = 3, scalar) restrict buffer Counts { uint v[]; } counts;
layout(binding = 4, scalar) writeonly restrict buffer Near { uint v[]; } near;

uint me, before = 0u, behind = 0u;

void visit(uint j) {
  if (j < me)
    ++before;
  else
    ++behind;
}

void main() {
  me = gl_GlobalInvocationID.x;
  if (me >= params.p.bodies) return;
  visit_neighbors(me);
  uint meshes = 0u;
  for (uint j = params.p.bodies; j < params.p.all; ++j)
    if (meets(spheres.v[me], spheres.v[j])) ++meshes;
  counts.v[me] = behind;
  counts.v[params.p.bodies + me] = before;
  near.v[me] = before + behind + meshes;
}
