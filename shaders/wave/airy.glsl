// The domain and the array of waves with exact dispersion (passes/wave/wave_airy_params.h).
#include "passes/wave/wave_airy_params.h"
layout(push_constant, scalar) uniform ParamsBlock { AiryParams p; } params;

bool in_grid(ivec2 cell) {
  ivec2 own = cell - params.p.offset;
  return all(greaterThanEqual(own, ivec2(0))) && all(lessThan(own, params.p.cells));
}

// -L h of a cell of the domain: the real part of the array there.
float force_at(samplerBuffer array, ivec2 cell) {
  vec4 two = texelFetch(array, (cell.y * params.p.extent.x + cell.x) >> 1);
  return (cell.x & 1) == 0 ? two.x : two.z;
}
