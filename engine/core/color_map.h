// Color maps of scalar values, for C++ and GLSL: t in [0, 1] to sRGB-encoded color. viridis, magma, inferno (van der
// Walt and Smith, 2015) and turbo (Mikhailov, 2019) are least-squares polynomials in 2t - 1. They approximate the 256
// published samples that Matplotlib 3.6 lists; a channel is off by at most 0.025. diverging (blue, white, red) is a
// pair of quadratic curves of this project.
#ifndef ENGINE_CORE_COLOR_MAP_H
#define ENGINE_CORE_COLOR_MAP_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine)

const uint color_map_viridis = 0u;
const uint color_map_magma = 1u;
const uint color_map_inferno = 2u;
const uint color_map_turbo = 3u;
const uint color_map_diverging = 4u;
const uint color_map_grey = 5u;
const uint color_map_count = 6u;

SHARED vec3 color_viridis(float u) {
  vec3 c = vec3(-0.03596f, 0.04411f, 0.59600f);
  c = c * u + vec3(-0.40064f, 0.01176f, 0.42081f);
  c = c * u + vec3(-0.20733f, -0.13321f, -0.77989f);
  c = c * u + vec3(0.82057f, -0.03405f, -0.44507f);
  c = c * u + vec3(0.75163f, -0.02294f, -0.12222f);
  c = c * u + vec3(-0.06654f, 0.47281f, -0.07661f);
  return c * u + vec3(0.12184f, 0.56636f, 0.54275f);
}

SHARED vec3 color_magma(float u) {
  vec3 c = vec3(-0.30974f, 0.22441f, -0.54259f);
  c = c * u + vec3(0.28729f, -0.26776f, -0.09097f);
  c = c * u + vec3(0.67663f, -0.51949f, 0.52087f);
  c = c * u + vec3(-0.28708f, 0.22681f, 0.16633f);
  c = c * u + vec3(-0.68844f, 0.43171f, 0.68606f);
  c = c * u + vec3(-0.21919f, 0.31392f, -0.17166f);
  c = c * u + vec3(0.81446f, 0.35863f, -0.29614f);
  return c * u + vec3(0.71825f, 0.21133f, 0.46531f);
}

SHARED vec3 color_inferno(float u) {
  vec3 c = vec3(0.19701f, 0.19906f, -1.41924f);
  c = c * u + vec3(0.41114f, -0.31256f, -0.68411f);
  c = c * u + vec3(-0.19937f, -0.45982f, 2.47134f);
  c = c * u + vec3(-0.46452f, 0.31061f, 1.43023f);
  c = c * u + vec3(-0.21003f, 0.33538f, -0.30757f);
  c = c * u + vec3(-0.18655f, 0.27352f, -0.77839f);
  c = c * u + vec3(0.70596f, 0.42625f, -0.42865f);
  return c * u + vec3(0.72971f, 0.22118f, 0.34656f);
}

SHARED vec3 color_turbo(float u) {
  vec3 c = vec3(1.73233f, 0.16378f, -0.56441f);
  c = c * u + vec3(4.75760f, -0.80800f, -3.62109f);
  c = c * u + vec3(-6.08547f, -0.56612f, 0.08505f);
  c = c * u + vec3(-10.02990f, 1.24922f, 8.55851f);
  c = c * u + vec3(8.26916f, 0.67186f, 1.82835f);
  c = c * u + vec3(6.34229f, 0.18634f, -7.67841f);
  c = c * u + vec3(-5.55213f, -0.03751f, -0.75405f);
  c = c * u + vec3(-1.34319f, -1.57429f, 2.58324f);
  c = c * u + vec3(1.78095f, -0.26007f, -0.70571f);
  return c * u + vec3(0.63140f, 0.98533f, 0.25821f);
}

SHARED vec3 color_diverging(float u) {
  vec3 white = vec3(0.96f, 0.96f, 0.95f);
  vec3 middle = u < 0.0f ? vec3(0.38f, 0.66f, 0.88f) : vec3(0.96f, 0.54f, 0.38f);
  vec3 end = u < 0.0f ? vec3(0.03f, 0.17f, 0.42f) : vec3(0.45f, 0.02f, 0.10f);
  float a = abs(u);
  return (1.0f - a) * (1.0f - a) * white + 2.0f * a * (1.0f - a) * middle + a * a * end;
}

// Clamps t. An unknown map gives gray.
SHARED vec3 color_map(uint map, float t) {
  float u = 2.0f * clamp(t, 0.0f, 1.0f) - 1.0f;
  vec3 c = vec3(0.53f + 0.45f * u);
  if (map == color_map_viridis) c = color_viridis(u);
  if (map == color_map_magma) c = color_magma(u);
  if (map == color_map_inferno) c = color_inferno(u);
  if (map == color_map_turbo) c = color_turbo(u);
  if (map == color_map_diverging) c = color_diverging(u);
  return clamp(c, vec3(0.0f), vec3(1.0f));
}

// Color of values that are not finite.
SHARED vec3 color_of_nothing() { return vec3(1.0f, 0.0f, 1.0f); }

SHARED_END
#endif
