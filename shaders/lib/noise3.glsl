// 3D value noise with its gradient, for patterns without stretching.
#ifndef SHADERS_LIB_NOISE3_GLSL
#define SHADERS_LIB_NOISE3_GLSL
#include "lib/noise.glsl"

// x: value in [0, 1]; yzw: its gradient. Quintic interpolation.
vec4 value_noise3(vec3 p, int seed) {
  vec3 cell = floor(p), f = p - cell;
  vec3 w = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  vec3 d = 30.0 * f * f * (f * (f - 2.0) + 1.0);
  ivec3 i = ivec3(cell) + ivec3(0, 131 * seed, 0);
  float n[8];
  for (int k = 0; k < 8; ++k) n[k] = hash_unit(i + ivec3(k & 1, (k >> 1) & 1, k >> 2)).x;
  vec4 near = vec4(n[0], n[2], n[4], n[6]), along = vec4(n[1], n[3], n[5], n[7]) - near;  // pairs along x
  vec4 x = near + along * w.x;
  vec2 y = mix(x.xz, x.yw, w.y);
  vec2 rise = mix(along.xz, along.yw, w.y);
  return vec4(mix(y.x, y.y, w.z), mix(rise.x, rise.y, w.z) * d.x, mix(x.y - x.x, x.w - x.z, w.z) * d.y,
              (y.y - y.x) * d.z);
}

// Octaves fade to their mean as they get smaller than the footprint `width`; the gradient is that of the sum.
vec4 fractal_noise3(vec3 p, float width, int octaves, int seed) {
  vec4 sum = vec4(0.0);
  float weight = 0.5, total = 0.0, scale = 1.0;
  for (int i = 0; i < octaves; ++i) {
    float fade = clamp(2.0 - 3.0 * width * scale, 0.0, 1.0);
    vec4 n = vec4(0.5, 0.0, 0.0, 0.0);
    if (fade > 0.0) {
      n = value_noise3(p * scale + 17.3 * float(i), seed + i);
      n = vec4(mix(0.5, n.x, fade), n.yzw * (fade * scale));
    }
    sum += weight * n;
    total += weight;
    weight *= 0.5;
    scale *= 2.07;
  }
  return sum / total;
}

#endif
