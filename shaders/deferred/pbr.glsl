// Microfacet reflection: GGX with height-correlated Smith shadowing [Walter 2007, Heitz 2014], Burley's diffuse
// [Burley 2012], Schlick's Fresnel. alpha = roughness^2.
#ifndef SHADERS_DEFERRED_PBR_GLSL
#define SHADERS_DEFERRED_PBR_GLSL

const float pi = 3.14159265358979;

float ggx_distribution(float nh, float alpha) {
  float a2 = alpha * alpha;
  float d = nh * nh * (a2 - 1.0) + 1.0;
  return a2 / (pi * d * d);
}

// Visibility: shadowing over 4 nl nv.
float smith_visibility(float nl, float nv, float alpha) {
  float a2 = alpha * alpha;
  float v = nl * sqrt(nv * nv * (1.0 - a2) + a2);
  float l = nv * sqrt(nl * nl * (1.0 - a2) + a2);
  return 0.5 / max(v + l, 1e-6);
}

float pow5(float x) { return x * x * x * x * x; }

vec3 schlick_fresnel(vec3 f0, float vh) { return f0 + (1.0 - f0) * pow5(clamp(1.0 - vh, 0.0, 1.0)); }

// Burley's diffuse without the albedo; tends to 1/pi.
float burley_diffuse(float nl, float nv, float vh, float roughness) {
  float grazing = 0.5 + 2.0 * roughness * vh * vh;
  return (1.0 + (grazing - 1.0) * pow5(1.0 - nl)) * (1.0 + (grazing - 1.0) * pow5(1.0 - nv)) / pi;
}

// Radiance towards v per unit of irradiance on a surface that faces l; n, v, l are unit vectors.
vec3 reflect_light(vec3 n, vec3 v, vec3 l, vec3 albedo, float roughness, vec3 f0) {
  float nl = dot(n, l);
  if (nl <= 0.0) return vec3(0.0);
  vec3 h = normalize(v + l);
  float nv = max(dot(n, v), 1e-3);
  float nh = clamp(dot(n, h), 0.0, 1.0);
  float vh = clamp(dot(v, h), 0.0, 1.0);
  float alpha = max(roughness * roughness, 2e-3);
  vec3 fresnel = schlick_fresnel(f0, vh);
  vec3 specular = fresnel * ggx_distribution(nh, alpha) * smith_visibility(nl, nv, alpha);
  return (specular + (1.0 - fresnel) * albedo * burley_diffuse(nl, nv, vh, roughness)) * nl;
}

// Share of a uniform environment's light that the specular lobe reflects: scale and bias of f0.
// Fit to the split-sum table of GGX [Karis 2013].
vec2 environment_brdf(float nv, float roughness) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  return vec2(-1.04, 1.04) * a + r.zw;
}

#endif
