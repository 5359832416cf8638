// Copies the distance field of a moving mesh from an image to its range in the buffer of all meshes, after a header
// with their offsets.
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0) uniform sampler3D distance_;
layout(binding = 1) writeonly restrict buffer Fields { float v[]; } fields;
layout(push_constant, scalar) uniform ParamsBlock { BodyFieldParams p; } params;

void main() {
  ivec3 at = ivec3(gl_GlobalInvocationID);
  if (any(greaterThanEqual(at, params.p.samples))) return;
  int i = (at.z * params.p.samples.y + at.y) * params.p.samples.x + at.x;
  fields.v[int(params.p.first) + i] = texelFetch(distance_, at, 0).x;
  if (i >= body_field_words) return;
  float words[body_field_words] = float[](params.p.low.x, params.p.low.y, params.p.low.z, params.p.cell.x,
                                          params.p.cell.y, params.p.cell.z, float(params.p.samples.x),
                                          float(params.p.samples.y), float(params.p.samples.z), float(params.p.first));
  fields.v[int(params.p.number) * body_field_words + i] = words[i];
}
