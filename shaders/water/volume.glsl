// Transmittance and in-scattering along a path in water.
#ifndef SHADERS_WATER_VOLUME_GLSL
#define SHADERS_WATER_VOLUME_GLSL
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "passes/deferred/camera.h"
#include "passes/water/water_params.h"

struct Volume {
  vec3 sigma;         // extinction, 1/m
  vec3 glow;          // radiance over n² of endlessly deep water that is lit as at the surface
  float level;        // height where light enters over the beginning of a path
  float down;         // meters of light's path per meter of depth
  float index;        // of refraction
};

// sunlit: share of the sun's light that reaches the surface. The albedo of deep water is that which it has to an eye in air
// but for Fresnel's transmission of what comes out, under an even sky: transmission of the sky, n² and what is mirrored back
// down are in it. Of the sun's light as much more or less goes in as Fresnel says.
Volume volume_in(Camera c, WaterOptics w, float sunlit, float level) {
  vec3 sun = c.sun_direction.xyz;
  vec3 light = c.sun_radiance.rgb * (w.scatter.w * sunlit) + sky_irradiance(c.sky_sh, vec3(0.0, 1.0, 0.0));
  float index = w.extinction.w;
  return Volume(w.extinction.rgb, w.scatter.rgb * light / 3.14159265, level,
                1.0 / sqrt(1.0 - (1.0 - sun.y * sun.y) / (index * index)), index);
}

vec3 volume_transmit(Volume v, float distance) { return exp(-v.sigma * distance); }

// Radiance towards `from` of the water on a path.
vec3 volume_scatter(Volume v, vec3 from, vec3 direction, float distance) {
  float depth = max(v.level - from.y, 0.0);
  return v.glow * vec3(inscatter(v.sigma.r, v.down, depth, -direction.y, distance),
                       inscatter(v.sigma.g, v.down, depth, -direction.y, distance),
                       inscatter(v.sigma.b, v.down, depth, -direction.y, distance));
}

// Distance to where a ray that starts inside leaves a box; face: outward normal there.
float box_exit(WaterBox box, vec3 from, vec3 direction, out vec3 face) {
  vec3 inverse = 1.0 / (direction + vec3(lessThan(abs(direction), vec3(1e-6))) * 2e-6);
  vec3 far = max((box.low.xyz - from) * inverse, (box.high.xyz - from) * inverse);
  float t = min(far.x, min(far.y, far.z));
  face = sign(direction) * vec3(t == far.x, t != far.x && t == far.y, t != far.x && t != far.y);
  return max(t, 0.0);
}

#endif
