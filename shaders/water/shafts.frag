// Light shafts: in-scattered sunlight relative to still water without shadows, the integral along the view ray of
// in-scattering times (share of sunlight - 1), zero in evenly lit water. Half resolution; w: length of the ray in
// water, meters. Steps start at sixteen offsets in each block of 4 x 4 texels, which water/shafts_add.frag averages.
#include "water/underwater.glsl"
#include "water/volume.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 target;

const int steps = 16;

// 0, 1/16 .. 15/16, each once in 4 x 4, neighbors far apart.
float ordered(ivec2 texel) {
  int x = texel.x & 3, y = texel.y & 3, d = x ^ y;
  return float((y & 1) << 1 | (d & 1) << 3 | (y & 2) >> 1 | (d & 2) << 1) / 16.0;
}

void main() {
  vec3 eye = camera.c.eye.xyz, along = view_ray(camera.c.inverse_view_projection, uv);
  float depth = max(textureLod(scene_depth, uv, 0.0).r, textureLod(water_depth, uv, 0.0).r);
  float path = depth > 0.0 ? distance(world_at(camera.c.inverse_view_projection, uv, depth), eye) : 60.0;
  vec3 lens = lens_at(camera.c.inverse_view_projection, uv);
  vec3 face;
  if (params.p.box.high.w > 0.5) path = min(path, box_exit(params.p.box, eye, along, face));
  bool in_water = lens.y < level_at(lens.xz) && camera.c.sun_direction.y > 0.0;
  target = vec4(0.0, 0.0, 0.0, in_water ? path : 0.0);
  if (!in_water) return;

  WaterOptics optics = params.p.box.optics;
  Volume v = volume_in(camera.c, optics, 1.0, level_at(eye.xz));
  v.glow = optics.scatter.rgb * camera.c.sun_radiance.rgb * (optics.scatter.w / 3.14159265);
  // Steps that matter alike: equal shares of the green light.
  float rate = max(v.sigma.g * max(1.0 - v.down * along.y, 0.05), 1e-3), all = 1.0 - exp(-rate * path);
  float offset = fract(ordered(ivec2(gl_FragCoord.xy)) + 1.0 / 32.0 + camera.c.jitter.z);
  vec3 sum = vec3(0.0), before = vec3(0.0);
  float from = 0.0;
  for (int i = 1; i <= steps; ++i) {
    float to = -log(1.0 - all * min(float(i) / float(steps), 0.99999)) / rate;
    vec3 upto = volume_scatter(v, eye, along, to), place = eye + along * mix(from, to, offset);
    sum += (upto - before) * (sunlight_share(place, level_at(place.xz)) - 1.0);
    before = upto;
    from = to;
  }
  target.rgb = sum;
}
