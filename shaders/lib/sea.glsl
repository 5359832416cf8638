// Reading the patches of a spectral sea (SpectralWaves of engine/scene/ports.h).
#ifndef SHADERS_LIB_SEA_GLSL
#define SHADERS_LIB_SEA_GLSL

// Cubic B-spline of the coefficients around, by four bilinear fetches [Sigg and Hadwiger 2005].
vec4 spline(sampler2DArray waves, vec2 uv, int layer) {
  vec2 texels = vec2(textureSize(waves, 0).xy);
  vec2 p = uv * texels - 0.5, f = fract(p), base = p - f + 0.5, f2 = f * f, f3 = f2 * f;
  vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0, w1 = (3.0 * f3 - 6.0 * f2 + 4.0) / 6.0, w3 = f3 / 6.0;
  vec2 w2 = 1.0 - w0 - w1 - w3, low = w0 + w1, high = w2 + w3;
  vec2 a = (base - 1.0 + w1 / low) / texels, b = (base + 1.0 + w3 / high) / texels;
  return low.y * (low.x * textureLod(waves, vec3(a, layer), 0.0) + high.x * textureLod(waves, vec3(b.x, a.y, layer), 0.0)) +
         high.y * (low.x * textureLod(waves, vec3(a.x, b.y, layer), 0.0) + high.x * textureLod(waves, vec3(b, layer), 0.0));
}

// Slopes dh/dx, dh/dz of the displaced surface. slopes: dh/dx, dh/dz, dDx/dx, dDz/dz by its places at rest; shear: dDx/dz.
vec2 displaced_slope(vec4 slopes, float shear) {
  vec2 stretch = 1.0 + slopes.zw;
  float jacobian = max(stretch.x * stretch.y - shear * shear, 0.1);
  return vec2(stretch.y * slopes.x - shear * slopes.y, stretch.x * slopes.y - shear * slopes.x) / jacobian;
}

#endif
