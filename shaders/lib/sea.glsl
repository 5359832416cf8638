// Reading the patches of a spectral sea (SpectralWaves of engine/scene/ports.h).
#ifndef SHADERS_LIB_SEA_GLSL
#define SHADERS_LIB_SEA_GLSL

// Corner of a level in the image; texels: per side of level 0.
ivec2 level_corner(int texels, int level) { return level == 0 ? ivec2(0) : ivec2(texels - (texels >> (level - 1)), texels); }

vec4 level_texel(sampler2DArray waves, ivec2 corner, int size, ivec2 at, int layer) {
  return texelFetch(waves, ivec3(corner + (at & (size - 1)), layer), 0);
}

// Linear interpolation between the texels of a level.
vec4 linear_waves(sampler2DArray waves, int level, vec2 uv, int layer) {
  int texels = textureSize(waves, 0).x, size = texels >> level;
  ivec2 corner = level_corner(texels, level);
  vec2 p = uv * float(size) - 0.5, f = fract(p);
  ivec2 i = ivec2(floor(p));
  return mix(mix(level_texel(waves, corner, size, i, layer), level_texel(waves, corner, size, i + ivec2(1, 0), layer), f.x),
             mix(level_texel(waves, corner, size, i + ivec2(0, 1), layer),
                 level_texel(waves, corner, size, i + ivec2(1, 1), layer), f.x), f.y);
}

vec4 spline_weights(float f) {
  float f2 = f * f, f3 = f2 * f, g = 1.0 - f;
  return vec4(g * g * g, 3.0 * f3 - 6.0 * f2 + 4.0, -3.0 * f3 + 3.0 * f2 + 3.0 * f + 1.0, f3) / 6.0;
}

// Cubic B-spline of the coefficients of level 0.
vec4 spline_waves(sampler2DArray waves, vec2 uv, int layer) {
  int size = textureSize(waves, 0).x;
  vec2 p = uv * float(size) - 0.5;
  ivec2 i = ivec2(floor(p)) - 1;
  vec4 x = spline_weights(fract(p.x)), z = spline_weights(fract(p.y)), sum = vec4(0.0);
  for (int b = 0; b < 4; ++b)
    for (int a = 0; a < 4; ++a) sum += x[a] * z[b] * level_texel(waves, ivec2(0), size, i + ivec2(a, b), layer);
  return sum;
}

// Slopes dh/dx, dh/dz of the displaced surface. slopes: dh/dx, dh/dz, dDx/dx, dDz/dz by its places at rest; shear: dDx/dz.
vec2 displaced_slope(vec4 slopes, float shear) {
  vec2 stretch = 1.0 + slopes.zw;
  float jacobian = max(stretch.x * stretch.y - shear * shear, 0.1);
  return vec2(stretch.y * slopes.x - shear * slopes.y, stretch.x * slopes.y - shear * slopes.x) / jacobian;
}

#endif
