// Samples the noise volume of passes/deferred/ground_noise.h.
#ifndef SHADERS_DEFERRED_GROUND_NOISE_GLSL
#define SHADERS_DEFERRED_GROUND_NOISE_GLSL
#include "passes/deferred/ground_noise.h"

// Three octaves, the first with a wavelength of 1. x: value in [0, 1]; yzw: gradient. What is smaller than the
// footprint `width` fades to the mean.
vec4 ground_noise(sampler3D volume, vec3 p, float width) {
  float per_wave = float(ground_noise_texels) / float(ground_noise_waves);
  float lod = log2(max(width * per_wave, 1.0));
  // Between mips for a part of the way only: where a whole group of pixels has a whole number, drivers read one level.
  lod = floor(lod) + clamp(2.5 * fract(lod) - 1.5, 0.0, 1.0);
  vec4 n = textureLod(volume, p / float(ground_noise_waves), lod);
  return vec4(n.x, (n.yzw - 0.5) * ground_noise_range);
}

#endif
