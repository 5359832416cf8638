// Samples a SurfaceField, and adds small waves below grid resolution.
#ifndef SHADERS_LIB_WATER_GLSL
#define SHADERS_LIB_WATER_GLSL
#include "passes/water/water_params.h"
#include "lib/noise.glsl"

// Code in w of the water's target, before the side's sign: 1 + the surface's index, and a share that foam covers.
float water_code(float code, float foam) { return code + 0.48 * clamp(foam, 0.0, 1.0); }
uint water_index(float w) { return uint(abs(w) - 0.99); }
float water_foam(float w) { return clamp((fract(abs(w) + 0.004) - 0.004) / 0.48, 0.0, 1.0); }

// Texture coordinates kept half a cell inside where the field does not wrap. Bind the image with linear_repeat.
vec2 field_uv(FieldParams field, vec2 uv) {
  vec2 half_cell = 0.5 / vec2(field.cells.xy);
  return mix(clamp(uv, half_cell, 1.0 - half_cell), uv, field.size.zw);
}

vec4 field_sample(sampler2D surface, FieldParams field, vec2 uv) {
  return textureLod(surface, field_uv(field, uv), 0.0);
}

// Bilinear fetches and what each counts.
struct FieldTaps {
  vec2 at[4];
  vec4 share;
};

vec4 field_taps_sample(sampler2D surface, FieldParams field, FieldTaps taps) {
  vec4 sum = taps.share[0] * field_sample(surface, field, taps.at[0]);
  for (int i = 1; i < 4; ++i) sum += taps.share[i] * field_sample(surface, field, taps.at[i]);
  return sum;
}

// Cubic B-spline of the texels around, by four of them [Sigg and Hadwiger 2005].
FieldTaps field_smooth_taps(FieldParams field, vec2 uv) {
  vec2 cells = vec2(field.cells.xy);
  vec2 p = uv * cells - 0.5;
  vec2 f = fract(p);
  vec2 base = p - f + 0.5;
  vec2 f2 = f * f, f3 = f2 * f;
  vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0;
  vec2 w1 = (3.0 * f3 - 6.0 * f2 + 4.0) / 6.0;
  vec2 w3 = f3 / 6.0;
  vec2 w2 = 1.0 - w0 - w1 - w3;
  vec2 g0 = w0 + w1, g1 = w2 + w3;
  vec2 a = (base - 1.0 + w1 / g0) / cells;
  vec2 b = (base + 1.0 + w3 / g1) / cells;
  return FieldTaps(vec2[](a, vec2(b.x, a.y), vec2(a.x, b.y), b), vec4(g0.y * g0.x, g0.y * g1.x, g1.y * g0.x, g1.y * g1.x));
}

vec4 field_smooth(sampler2D surface, FieldParams field, vec2 uv) {
  return field_taps_sample(surface, field, field_smooth_taps(field, uv));
}

// Speed of an overfall over that of its last column, which is critical or faster: the nappe is under no
// pressure, and as deep as its momentum makes it (columns/overflow.glsl). out_speed: that of the column over the border.
float falls_faster(float depth, float out_speed, float gravity) {
  float head = gravity * depth;
  return head > 0.0 ? 1.0 + 0.5 * head / max(out_speed * out_speed, head) : 1.0;
}

vec3 field_position(FieldParams field, vec2 uv, float elevation) {
  vec2 xz = (uv - 0.5) * field.size.xy;
  return field.origin.xyz + vec3(xz.x, elevation, xz.y);
}

// Slope of capillary-gravity ripples at a place and time. Waves are faded out that change too fast over the pixel, whose
// sides are `across` and `down` on the ground (meters): at a grazing angle those along the view before those across it.
// z: what these take of the slope's variance along `view` (a unit vector), twice: the sum over both axes of waves from all
// sides.
vec3 ripple_slope(vec2 xz, float time, vec2 across, vec2 down, vec2 view, float strength) {
  const int waves = 9;
  vec2 slope = vec2(0.0);
  float lost = 0.0;
  vec2 warp = vec2(value_noise(xz * 0.9 + 0.05 * time, 11), value_noise(xz * 0.9 - 0.04 * time, 12)) * 0.9;
  float patches = 0.35 + 1.1 * value_noise(xz * 0.45 + vec2(0.11, -0.07) * time, 13);
  float wavelength = 0.95, share = 1.0;
  for (int i = 0; i < waves; ++i) {
    float angle = 2.399963 * float(i) + 0.7;
    vec2 direction = vec2(cos(angle), sin(angle));
    float k = 6.2831853 / wavelength;
    float amplitude = strength * 0.02 * share * patches;
    float footprint = length(vec2(dot(direction, across), dot(direction, down)));
    float fade = clamp(2.0 - 4.0 * footprint / wavelength, 0.0, 1.0);
    if (fade > 0.0) {
      float omega = sqrt(9.81 * k + 7.3e-5 * k * k * k);
      float phase = k * dot(direction, xz + warp * (0.5 + wavelength)) - omega * time + 4.1 * float(i);
      slope += direction * (amplitude * fade * cos(phase));
    }
    float along = dot(direction, view);
    lost += along * along * amplitude * amplitude * (1.0 - fade * fade);
    wavelength *= 0.77;
    share *= 0.87;
  }
  return vec3(slope, lost);
}

#endif
