// The sky's light: an equirectangular map of radiance, order-2 irradiance, and the sun's disc.
#ifndef SHADERS_LIB_SKY_GLSL
#define SHADERS_LIB_SKY_GLSL
#include "lib/angle.glsl"

// u runs around y from -z over +x; v from the zenith (0) to the nadir (1).
vec2 sky_uv(vec3 direction) {
  float u = angle_of(direction.x, -direction.z) * (0.5 / 3.14159265358979) + 0.5;
  return vec2(u, acos(clamp(direction.y, -1.0, 1.0)) / 3.14159265358979);
}

// Radiance of the sky without the sun's disc. Bind `sky` with Sampler::linear_repeat.
vec3 sky_radiance(sampler2D sky, vec3 direction) { return textureLod(sky, sky_uv(direction), 0.0).rgb; }

// Irradiance of the sky on a surface with normal n; `sh` is Camera::sky_sh [Ramamoorthi and Hanrahan 2001].
// The constants of the basis and of the cosine lobe are folded into the coefficients.
vec3 sky_irradiance(vec4 sh[9], vec3 n) {
  vec3 e = sh[0].rgb + sh[1].rgb * n.y + sh[2].rgb * n.z + sh[3].rgb * n.x + sh[4].rgb * (n.x * n.y) +
           sh[5].rgb * (n.y * n.z) + sh[6].rgb * (3.0 * n.z * n.z - 1.0) + sh[7].rgb * (n.x * n.z) +
           sh[8].rgb * (n.x * n.x - n.y * n.y);
  return max(e, vec3(0.0));
}

// The disc and its glare for the background. The true disc's radiance would only clip, so the disc is drawn a little
// larger and dimmer. tangent: of its angular radius.
vec3 sun_disc(vec3 direction, vec3 sun, vec3 sun_irradiance, float tangent) {
  float chord = length(direction - sun), wide = max(tangent / 0.004625, 0.1);
  float disc = 1.0 - smoothstep(0.0085 * wide, 0.011 * wide, chord);
  return sun_irradiance * (60.0 / (wide * wide) * disc + 0.35 * exp(-chord * 30.0));
}

#endif
