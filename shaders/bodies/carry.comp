// Adds the impulses of one water's particles on bodies to those of other waters: BodyPush, word by word.
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Pushes { int v[]; } pushes;
layout(binding = 1, scalar) restrict buffer Sum { int v[]; } sum;
layout(push_constant, scalar) uniform ParamsBlock { BodyCarryParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.p.words) sum.v[i] += pushes.v[i];
}
