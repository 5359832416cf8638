// Bins of particles: bins of a row along x are contiguous, so neighbors in a row are one range of sorted particles.
#ifndef SHADERS_MESHING_PARTICLE_BINS_GLSL
#define SHADERS_MESHING_PARTICLE_BINS_GLSL
#include "passes/meshing/particle_surface_params.h"
layout(push_constant, scalar) uniform ParamsBlock { ParticleParams p; } params;

ivec3 bin_at(vec3 x) { return ivec3(floor((x - params.p.low) * params.p.bins_per_meter)); }
ivec3 bin_within(ivec3 bin) { return clamp(bin, ivec3(0), params.p.bins - 1); }
// A bin in a float's bits, none of which are a denormal number's: devices may take those for 0.
float bin_bits(uint bin) { return uintBitsToFloat(0x00800000u + bin); }
uint bin_of(float bits) { return floatBitsToUint(bits) - 0x00800000u; }
// A particle's word, by which neighbors are found.
vec3 in_reaches(vec3 x) { return (x - params.p.low) / params.p.reach; }
uint bin_index(ivec3 bin) { return uint(bin.x + params.p.bins.x * (bin.y + params.p.bins.y * bin.z)); }

// The fluid goes on behind a wall as its mirror image. Image 1 to 7 of a place, one bit per axis that is mirrored; false
// if no wall is within reach there. `near`: near_walls(x), one bit per axis whose nearer wall is.
bool wall_image(vec3 x, int image, int near, out vec3 mirrored) {
  mirrored = x;
  if ((image & ~near) != 0) return false;
  vec3 to_low = x - params.p.low, to_high = params.p.high - x;
  bvec3 axes = bvec3((image & 1) != 0, (image & 2) != 0, (image & 4) != 0);
  mirrored += mix(vec3(0.0), mix(2.0 * to_high, -2.0 * to_low, lessThan(to_low, to_high)), axes);
  return true;
}
int near_walls(vec3 x) {
  bvec3 near = lessThan(min(x - params.p.low, params.p.high - x), vec3(params.p.reach));
  return (near.x ? 1 : 0) | (near.y ? 2 : 0) | (near.z ? 4 : 0);
}

#endif
