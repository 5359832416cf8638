// A camera-facing quad around a mote: a particle of 0.5 to 2 mm that drifts with the water, lit by the remaining
// sunlight. Motes have world positions in a cube around the eye that wraps.
#include "water/underwater.glsl"
#include "water/volume.glsl"
#include "lib/noise.glsl"
#include "lib/sky.glsl"

layout(location = 0) out vec2 corner;
layout(location = 1) out flat vec3 light;
layout(location = 2) out flat float depth;  // reversed

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  corner = corners[gl_VertexIndex];
  light = vec3(0.0);
  depth = 0.0;
  gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  vec3 eye = camera.c.eye.xyz, chance = hash_unit(ivec3(gl_InstanceIndex, 1, 77));
  vec3 own = hash_unit(ivec3(gl_InstanceIndex, 2, 77));
  float time = camera.c.eye.w;
  vec3 drift = vec3(0.011, -0.002, 0.007) * time + 0.02 * sin(6.2831853 * own + time * (0.2 + 0.5 * own.zxy));
  vec3 place = motes_side * (fract(chance + (drift - eye) / motes_side) - 0.5);
  float away = length(place);
  place += eye;
  float level = level_at(place.xz);
  vec4 h = camera.c.view_projection * vec4(place, 1.0);
  if (h.w <= 2.0 * lens_distance(camera.c.sun_direction.w) || place.y > level - 0.005 || eye.y > level_at(eye.xz)) return;

  float pixel = h.w * camera.c.viewport.w * 2.0 / abs(camera.c.projection[1][1]);  // meters
  float radius = mix(5e-4, 2e-3, own.x * own.x), drawn = max(radius, 0.9 * pixel);
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  gl_Position = camera.c.view_projection * vec4(place + drawn * (right * corner.x + up * corner.y), 1.0);
  depth = h.z / h.w;

  WaterOptics optics = params.p.box.optics;
  Volume v = volume_in(camera.c, optics, 1.0, level);
  float under = level - place.y, index = v.index;
  float enters = params.p.water < waters ? levels.w.of[params.p.water].sunlit : 0.97;
  // Irradiance across the sun's rays in water, and the sky's; over n², as all light in water is kept.
  vec3 sun = camera.c.sun_radiance.rgb * sunlight_share(place, level) * exp(-v.sigma * (v.down * under)) *
             (enters * max(camera.c.sun_direction.y, 0.0) / camera.c.bent_direction.y);
  vec3 sky_light = 0.25 * sky_irradiance(camera.c.sky_sh, vec3(0.0, 1.0, 0.0)) * exp(-v.sigma * (1.2 * under));
  float ahead = max(dot(normalize(place - eye), camera.c.bent_direction.xyz), 0.0);
  float phase = 0.8 + 4.0 * ahead * ahead * ahead;
  float seen = smoothstep(0.1, 0.3, away) * smoothstep(0.5 * motes_side, 0.3 * motes_side, away);
  float part = radius / drawn;
  // They are of what the water's own scattering comes from, and have its color.
  vec3 albedo = 0.7 * optics.scatter.rgb / max(max(optics.scatter.r, max(optics.scatter.g, optics.scatter.b)), 1e-6);
  light = albedo / (3.14159265 * index * index) * (sun * phase + sky_light) * volume_transmit(v, away) * (seen * part * part);
}
