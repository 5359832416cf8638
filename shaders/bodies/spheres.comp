// A sphere around everything that a body can reach within a clock step.
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 1, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 2, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 3, scalar) writeonly restrict buffer Spheres { vec4 v[]; } spheres;
layout(push_constant, scalar) uniform ParamsBlock { BodyPairParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.bodies) return;
  BodyState body = now.v[i];
  float radius = kinds.v[records.v[i].kind].radius;
  spheres.v[i] = vec4(body.position, radius + params.p.step * length(body.velocity) + 0.02);
}
