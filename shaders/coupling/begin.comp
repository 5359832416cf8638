// Arguments of an indirect dispatch over all particles.
#include "passes/coupling/coupling_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 1) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 1, scalar) writeonly restrict buffer Arguments { uvec3 v; } arguments;

void main() {
  arguments.v = uvec3(max((control.c.count + coupling_group - 1u) / coupling_group, 1u), 1u, 1u);
}
