// Hashes and value noise from integer arithmetic: the same bits on every device.
#ifndef SHADERS_LIB_NOISE_GLSL
#define SHADERS_LIB_NOISE_GLSL

#include "passes/grid/hash.h"

vec3 hash_unit(ivec3 v) { return vec3(hash3(uvec3(v)) >> 8u) * (1.0 / 16777216.0); }
vec3 hash_unit(ivec2 v, int seed) { return hash_unit(ivec3(v, seed)); }

// Value noise in [0, 1] with quintic interpolation; `seed` picks another field.
float value_noise(vec2 p, int seed) {
  vec2 cell = floor(p);
  vec2 f = p - cell;
  vec2 w = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  ivec2 i = ivec2(cell);
  float a = hash_unit(i, seed).x;
  float b = hash_unit(i + ivec2(1, 0), seed).x;
  float c = hash_unit(i + ivec2(0, 1), seed).x;
  float d = hash_unit(i + ivec2(1, 1), seed).x;
  return mix(mix(a, b, w.x), mix(c, d, w.x), w.y);
}

// Octaves whose wavelength falls under the footprint `width` fade to their mean, so that the sum never shimmers.
float fractal_noise(vec2 p, float width, int octaves, int seed) {
  float sum = 0.0, weight = 0.5, total = 0.0;
  for (int i = 0; i < octaves; ++i) {
    float fade = clamp(2.0 - 3.0 * width, 0.0, 1.0);
    if (fade > 0.0) sum += weight * mix(0.5, value_noise(p, seed + i), fade);
    else sum += weight * 0.5;
    total += weight;
    weight *= 0.5;
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + 17.3;
    width *= 2.0;
  }
  return sum / total;
}

// Interleaved gradient noise [Jimenez 2014]: a rotation per pixel that a 4x4 blur averages well.
float gradient_noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

#endif
