// Particles that sinks have taken lie behind all cells, and end there.
#include "passes/sph/sph_params.h"
layout(local_size_x = 1) in;
layout(binding = 0, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 1) uniform usamplerBuffer starts;
layout(push_constant, scalar) uniform ParamsBlock { SphGridParams p; } params;

void main() {
  if (control.c.for_tiles.x == 0u) return;
  uint left = texelFetch(starts, params.p.cells.x * params.p.cells.y * params.p.cells.z).x;
  control.c.removed += control.c.count - left;
  control.c.count = left;
  control.c.for_particles = uvec3((left + sph_group - 1u) / sph_group, 1u, 1u);
}
