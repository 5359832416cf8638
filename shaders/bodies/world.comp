// Converts states of bodies to world space for other passes: the kernels use positions relative to an anchor.
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 1, scalar) writeonly restrict buffer World { BodyState v[]; } world;
layout(push_constant, scalar) uniform ParamsBlock { BodyWorldParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.bodies) return;
  BodyState state = now.v[i];
  state.position += params.p.anchor;
  world.v[i] = state;
}
