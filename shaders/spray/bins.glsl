// Particles of water in bins at least as wide as their support radius; bins of a row along x are contiguous, so neighbors in a row are
// one range of sorted particles.
#include "passes/spray/spray_params.h"
layout(binding = 0, scalar) uniform ParamsBlock { SprayParams p; } params;

ivec3 bin_at(vec3 x) {
  return clamp(ivec3(floor((x - params.p.low) * params.p.bins_per_meter)), ivec3(0), params.p.bins - 1);
}
int bin_index(ivec3 bin) { return bin.x + params.p.bins.x * (bin.y + params.p.bins.y * bin.z); }
int bin_count() { return params.p.bins.x * params.p.bins.y * params.p.bins.z; }
