// Optical formulas shared by C++ and GLSL, so that tests evaluate the code of the shaders. Fresnel and Snell:
// unpolarized light at a smooth boundary of two dielectrics. GGX: [Walter et al. 2007] with height-correlated masking
// [Heitz 2014]. Tone curves: Khronos PBR Neutral, AgX. Transfer function: IEC 61966-2-1.
#ifndef PASSES_DEFERRED_OPTICS_H
#define PASSES_DEFERRED_OPTICS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// Reflectance, 0..1. cos_incident: 0..1, on the side the light comes from. eta: index there over index beyond.
// 1 beyond the critical angle (total internal reflection).
SHARED float fresnel_dielectric(float cos_incident, float eta) {
  float cos_i = clamp(cos_incident, 0.0f, 1.0f);
  float sin2_t = eta * eta * (1.0f - cos_i * cos_i);
  if (sin2_t >= 1.0f) return 1.0f;
  float cos_t = sqrt(1.0f - sin2_t);
  float s = (eta * cos_i - cos_t) / (eta * cos_i + cos_t);
  float p = (cos_i - eta * cos_t) / (cos_i + eta * cos_t);
  return 0.5f * (s * s + p * p);
}

// Schlick's approximation with reflectance f0 at normal incidence.
SHARED float fresnel_schlick(float cos_incident, float f0) {
  float m = clamp(1.0f - cos_incident, 0.0f, 1.0f);
  float m2 = m * m;
  return f0 + (1.0f - f0) * (m2 * m2 * m);
}

// Unit direction of travel beyond a boundary with unit normal n against unit direction d (dot(n, d) < 0).
// eta as above. The zero vector beyond the critical angle.
SHARED vec3 snell_refract(vec3 d, vec3 n, float eta) {
  float cos_i = -dot(n, d);
  float sin2_t = eta * eta * (1.0f - cos_i * cos_i);
  if (sin2_t > 1.0f) return vec3(0.0f);
  return eta * d + (eta * cos_i - sqrt(1.0f - sin2_t)) * n;
}

// Density of microfacet normals, 1/sr. alpha2: (roughness squared) squared.
SHARED float ggx_density(float n_dot_h, float alpha2) {
  float d = n_dot_h * n_dot_h * (alpha2 - 1.0f) + 1.0f;
  return alpha2 / (3.14159265359f * d * d);
}

// Masking and shadowing over 4 cos_o cos_i, so that a lobe is density * visibility * fresnel.
SHARED float ggx_visibility(float n_dot_v, float n_dot_l, float alpha2) {
  float v = n_dot_l * sqrt(n_dot_v * n_dot_v * (1.0f - alpha2) + alpha2);
  float l = n_dot_v * sqrt(n_dot_l * n_dot_l * (1.0f - alpha2) + alpha2);
  return 0.5f / max(v + l, 1e-7f);
}

// Khronos PBR Neutral: linear Rec. 709 in and out; shades up to 0.8 keep their color, highlights roll off to white.
SHARED vec3 tone_curve(vec3 color) {
  const float start = 0.8f - 0.04f;
  const float desaturation = 0.15f;
  float low = min(color.x, min(color.y, color.z));
  float offset = low < 0.08f ? low - 6.25f * low * low : 0.04f;
  vec3 c = color - offset;
  float peak = max(c.x, max(c.y, c.z));
  if (peak < start) return c;
  float d = 1.0f - start;
  float rolled = 1.0f - d * d / (peak + d - start);
  c = c * (rolled / peak);
  float g = 1.0f - 1.0f / (desaturation * (peak - rolled) + 1.0f);
  return mix(c, vec3(1.0f), g);
}

#ifdef __cplusplus
using glm::log2;
using glm::pow;
#endif
// AgX [Sobotka 2022], its sigmoid as a polynomial [Wrensch 2023]: linear Rec. 709 in and out; colors wash out towards
// white as film's do, from 2^-12.47 to 2^4.03 about middle grey.
SHARED vec3 agx_curve(vec3 color) {
  vec3 c = mat3(0.842479062f, 0.0423282423f, 0.0423756549f, 0.0784336f, 0.878468636f, 0.0784336f, 0.0792237451f,
                0.0791661275f, 0.879142974f) *
           max(color, vec3(0.0f));
  const float least = -12.47393f, most = 4.026069f;
  vec3 x = (clamp(log2(max(c, vec3(1e-10f))), vec3(least), vec3(most)) - vec3(least)) / (most - least);
  vec3 x2 = x * x, x4 = x2 * x2;
  vec3 s =
      15.5f * x4 * x2 - 40.14f * x4 * x + 31.96f * x4 - 6.868f * x2 * x + 0.4298f * x2 + 0.1191f * x - vec3(0.00232f);
  s = mat3(1.19687900f, -0.0528968518f, -0.0529716355f, -0.0980208811f, 1.15190313f, -0.0980434501f, -0.0990297441f,
           -0.0989611768f, 1.15107367f) *
      s;
  return pow(max(s, vec3(0.0f)), vec3(2.2f));
}

// Linear 0..1 to the sRGB signal 0..1.
SHARED float srgb_encode(float linear) {
  float c = clamp(linear, 0.0f, 1.0f);
  return c <= 0.0031308f ? 12.92f * c : 1.055f * pow(c, 1.0f / 2.4f) - 0.055f;
}

SHARED float srgb_decode(float encoded) {
  float c = clamp(encoded, 0.0f, 1.0f);
  return c <= 0.04045f ? c / 12.92f : pow((c + 0.055f) / 1.055f, 2.4f);
}

// Part of the light scattered towards the eye on a path of `length` through water with extinction sigma, where daylight
// has already lost exp(-sigma * down * depth) at a point `depth` under the surface. The path starts at depth0 and sinks
// by `slope` per meter; the result is 1 for an endless level path at the surface.
SHARED float inscatter(float sigma, float down, float depth0, float slope, float length) {
  float rate = sigma * max(1.0f + down * slope, 0.05f);
  return exp(-sigma * down * max(depth0, 0.0f)) * sigma / max(rate, 1e-6f) * (1.0f - exp(-rate * length));
}

SHARED_END
#endif
