// Dispatch over the particles that there are.
#include "passes/coupling/exchange_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 1) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 1, scalar) writeonly restrict buffer Arguments { uvec3 v; } arguments;

void main() {
  arguments.v = uvec3(max((control.c.count + exchange_group - 1u) / exchange_group, 1u), 1u, 1u);
}
