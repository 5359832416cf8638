// Reading the patches of a spectral sea (SpectralWaves of engine/scene/ports.h).
#ifndef SHADERS_LIB_SEA_GLSL
#define SHADERS_LIB_SEA_GLSL

// First texel of a level in its layer; texels: per side of level 0.
int level_start(int texels, int level) {
  int size = texels >> level;
  return 4 * (texels * texels - size * size) / 3;
}

int layer_start(int texels, int layer) { return layer * level_start(texels, 5); }

// Linear interpolation between the texels of a level.
vec4 linear_waves(samplerBuffer waves, int texels, int level, vec2 uv, int layer) {
  int size = texels >> level, last = size - 1;
  vec2 p = uv * float(size) - 0.5, low = floor(p), f = p - low;
  ivec2 i = ivec2(low), a = i & last, b = (i + 1) & last;
  int start = layer_start(texels, layer) + level_start(texels, level);
  int row = start + a.y * size, next = start + b.y * size;
  return mix(mix(texelFetch(waves, row + a.x), texelFetch(waves, row + b.x), f.x),
             mix(texelFetch(waves, next + a.x), texelFetch(waves, next + b.x), f.x), f.y);
}

vec4 spline_weights(float f) {
  float f2 = f * f, f3 = f2 * f, g = 1.0 - f;
  return vec4(g * g * g, 3.0 * f3 - 6.0 * f2 + 4.0, -3.0 * f3 + 3.0 * f2 + 3.0 * f + 1.0, f3) / 6.0;
}

// Cubic B-spline of the coefficients of level 0.
vec4 spline_waves(samplerBuffer waves, int texels, vec2 uv, int layer) {
  vec2 p = uv * float(texels) - 0.5, low = floor(p), f = p - low;
  ivec2 i = ivec2(low) - 1;
  int last = texels - 1, start = layer_start(texels, layer);
  ivec4 column = (i.x + ivec4(0, 1, 2, 3)) & last;
  vec4 x = spline_weights(f.x), z = spline_weights(f.y), sum = vec4(0.0);
  UNROLL for (int b = 0; b < 4; ++b) {
    int row = start + ((i.y + b) & last) * texels;
    sum += z[b] * (x[0] * texelFetch(waves, row + column[0]) + x[1] * texelFetch(waves, row + column[1]) +
                   x[2] * texelFetch(waves, row + column[2]) + x[3] * texelFetch(waves, row + column[3]));
  }
  return sum;
}

// Slopes dh/dx, dh/dz of the displaced surface. slopes: dh/dx, dh/dz, dDx/dx, dDz/dz by its places at rest; shear: dDx/dz.
vec2 displaced_slope(vec4 slopes, float shear) {
  vec2 stretch = 1.0 + slopes.zw;
  float jacobian = max(stretch.x * stretch.y - shear * shear, 0.1);
  return vec2(stretch.y * slopes.x - shear * slopes.y, stretch.x * slopes.y - shear * slopes.x) / jacobian;
}

// Displacement along x and z, up to 32 m, in steps of 1/64 m: a whole number below 2^24.
float pack_displacement(vec2 d) {
  vec2 steps = floor(clamp(64.0 * d + 2048.0, vec2(0.0), vec2(4095.0)) + 0.5);
  return steps.x + 4096.0 * steps.y;
}

vec2 unpack_displacement(float packed_steps) {
  float z = floor(packed_steps / 4096.0);
  return (vec2(packed_steps - 4096.0 * z, z) - 2048.0) / 64.0;
}

#endif
