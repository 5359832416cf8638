// Initial surface of the next clock step: adds the displacement of bodies since the surface was measured.
#include "passes/bodies/bodies_params.h"
layout(local_size_x = 16, local_size_y = 4) in;
layout(constant_id = 0) const bool has_now = false;
layout(constant_id = 1) const bool has_before = false;
layout(constant_id = 2) const bool clears = false;  // cells of `before`, for the next step
layout(binding = 0) uniform sampler2D surface;
layout(binding = 1) readonly buffer Now { int v[]; } now;
layout(binding = 2) restrict buffer Before { int v[]; } before;
layout(binding = 3, r32f) uniform writeonly image2D kept;
layout(push_constant, scalar) uniform ParamsBlock { BodyKeepParams p; } params;

void main() {
  uvec2 cell = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(cell, params.p.cells))) return;
  float level = texelFetch(surface, ivec2(cell), 0).x;
  uint last = params.p.cells.x * params.p.cells.y;
  uint at = cell.y * params.p.cells.x + cell.x;
  if (has_now && has_before) level += params.p.quantum * float(now.v[at] - before.v[at]) +
                             params.p.level_quantum * float(now.v[last] - before.v[last]);
  if (has_before && clears) before.v[at] = 0;
  imageStore(kept, ivec2(cell), vec4(level));
}
