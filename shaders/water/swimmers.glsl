// Fish between surface and ground in a separate depth layer, so that rays passing behind a fish continue to the
// ground. The layer has front faces only; a ray hits one if it is behind by less than the fish's thickness.
#ifndef SHADERS_WATER_SWIMMERS_GLSL
#define SHADERS_WATER_SWIMMERS_GLSL
layout(binding = 13) uniform sampler2D swimmers_lit;  // w: share of the texel
layout(binding = 14) uniform sampler2D swimmers_depth;
layout(constant_id = 3) const float swimmers_thick = 0.1;  // meters

// ray: from `from`, of which the share `end` lies before
// the ground. light, path: of the ground, in the swimmers' camera.
void meet_swimmers(Volume v, Camera c, ScreenRay ray, float end, vec3 from, inout vec3 light, inout float path) {
  if (!ray.valid) return;
  const int steps = 20;
  float near = c.sun_direction.w, low = 0.0, high = -1.0, before = view_distance(near, ray.from.z);
  for (int i = 0; i < steps; ++i) {
    float t = end * (float(i) + 0.999) / float(steps);
    vec3 p = mix(ray.from, ray.to, t);
    float scene = textureLod(swimmers_depth, p.xy, 0.0).r, here = view_distance(near, p.z);
    if (scene > p.z && here - view_distance(near, scene) < abs(here - before) + swimmers_thick) {
      high = t;
      break;
    }
    low = t;
    before = here;
  }
  if (high < 0.0) return;
  for (int j = 0; j < 5; ++j) {
    float middle = 0.5 * (low + high);
    vec3 q = mix(ray.from, ray.to, middle);
    if (textureLod(swimmers_depth, q.xy, 0.0).r > q.z) high = middle;
    else low = middle;
  }
  vec3 p = mix(ray.from, ray.to, high);
  float front = textureLod(swimmers_depth, p.xy, 0.0).r;
  // A ray that comes out from behind a back is not met by it.
  if (view_distance(near, p.z) - view_distance(near, front) > 0.2 * swimmers_thick) return;
  vec3 met = world_at(c.inverse_view_projection, p.xy, p.z);
  vec4 color = textureLod(swimmers_lit, p.xy, 0.0);
  light = color.rgb + (1.0 - color.a) * light;
  path = mix(path, distance(met, from), color.a);
}
#endif
