// Statistics of bodies with two-way coupling to waves (BodyFloatFigures).
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Floats { BodyFloat v[]; } floats;
layout(binding = 1, scalar) writeonly restrict buffer Told { BodyFloatFigures v[]; } told;
layout(push_constant, scalar) uniform ParamsBlock { BodyTellParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.bodies) return;
  BodyFloat f = floats.v[i];
  told.v[i] = BodyFloatFigures(f.slope, f.volume, f.moment, f.volume_before);
}
