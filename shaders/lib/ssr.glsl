// Rays through the depth buffer of one camera. Reversed depth near/z is linear along a ray on the screen, so positions
// and depths are interpolated together without division.
#ifndef LIB_SSR_GLSL
#define LIB_SSR_GLSL
#include "passes/camera.h"

struct ScreenRay {
  vec3 from, to;      // uv and reversed depth
  bool valid;
};

// The piece of a ray that lies before the camera and on the screen, or on a share of the way to the screen's border.
ScreenRay screen_ray(Camera c, vec3 origin, vec3 direction, float distance, float share) {
  ScreenRay ray;
  ray.valid = false;
  float near = c.sun_direction.w;
  vec4 a = c.view_projection * vec4(origin, 1.0);
  vec4 change = c.view_projection * vec4(direction, 0.0);
  if (a.w <= near) return ray;
  if (a.w + change.w * distance < near * 1.01) distance = (near * 1.01 - a.w) / change.w;
  vec4 b = a + change * distance;
  ray.from = vec3(clip_to_uv(a.xy / a.w), a.z / a.w);
  ray.to = vec3(clip_to_uv(b.xy / b.w), b.z / b.w);
  vec2 delta = ray.to.xy - ray.from.xy;
  float t = 1.0 / share;
  for (int i = 0; i < 2; ++i) {
    if (delta[i] > 0.0) t = min(t, (1.0 - ray.from[i]) / delta[i]);
    if (delta[i] < 0.0) t = min(t, -ray.from[i] / delta[i]);
  }
  ray.to = mix(ray.from, ray.to, max(t * share, 0.0));
  ray.valid = t > 0.0;
  return ray;
}

// First place where the ray goes behind the scene. xyz: uv and scene depth there, w: 1 if found.
// Tolerance: how far (relative to depth) the ray may be behind what it hits.
// One loop finds the crossing, a second one refines it: drivers that run both sides of a branch pay each once.
vec4 screen_march(sampler2D depth_map, Camera c, ScreenRay ray, int steps, float jitter, float tolerance) {
  if (!ray.valid) return vec4(0.0);
  float near = c.sun_direction.w;
  float low = 0.0, high = -1.0, distance_before = view_distance(near, ray.from.z);
  for (int i = 0; i < steps; ++i) {
    float t = (float(i) + jitter) / float(steps);
    vec3 p = mix(ray.from, ray.to, t);
    float scene = textureLod(depth_map, p.xy, 0.0).r;
    float distance_here = view_distance(near, p.z);
    // A step may fall as far behind what it hits as it goes into depth.
    float slack = abs(distance_here - distance_before) + tolerance * distance_here;
    if (scene > p.z && distance_here - view_distance(near, scene) < slack) {
      high = t;
      break;
    }
    low = t;
    distance_before = distance_here;
  }
  if (high < 0.0) return vec4(0.0);
  for (int j = 0; j < 5; ++j) {
    float middle = 0.5 * (low + high);
    vec3 q = mix(ray.from, ray.to, middle);
    if (textureLod(depth_map, q.xy, 0.0).r > q.z) high = middle;
    else low = middle;
  }
  vec3 p = mix(ray.from, ray.to, high);
  float scene = textureLod(depth_map, p.xy, 0.0).r;
  float behind = view_distance(near, p.z) - view_distance(near, scene);
  return vec4(p.xy, scene, behind <= tolerance * view_distance(near, scene) ? 1.0 : 0.0);
}

// The same for rays that go on behind a surface, at any distance behind what they meet. With `masked`, the picture shows
// what is behind the surface only where `surface_depth` is over 0. No ray goes further than half the way to the first
// place where it does not (nor, with a share of 0.5, to the screen's border): what is hidden cannot be shown, and this
// way the picture is squeezed softly where a stop at the edge would smear its last pixels. w: 1 if the true receiver was
// found.
vec4 screen_pierce(sampler2D depth_map, sampler2D surface_depth, bool masked, ScreenRay ray, int steps) {
  if (!ray.valid) return vec4(ray.from.xy, textureLod(depth_map, ray.from.xy, 0.0).r, 0.0);
  float met = -1.0, hidden = -1.0, before = 0.0;
  for (int i = 0; i < steps; ++i) {
    float t = (float(i) + 0.999) / float(steps);
    vec3 p = mix(ray.from, ray.to, t);
    float scene = textureLod(depth_map, p.xy, 0.0).r;
    if (masked && textureLod(surface_depth, p.xy, 0.0).r <= 0.0) {
      hidden = t;
      break;
    }
    if (scene > p.z && met < 0.0) met = t;
    if (met < 0.0) before = t;
  }
  float step_size = 1.0 / float(steps);
  float seen = max(hidden - step_size, 0.0);
  float high = max(met, 0.0), low = before;
  for (int j = 0; j < 5; ++j) {
    float middle = 0.5 * (low + high);
    vec3 q = mix(ray.from, ray.to, middle);
    if (textureLod(depth_map, q.xy, 0.0).r > q.z) high = middle;
    else low = middle;
    float edge = 0.5 * (seen + hidden);
    if (textureLod(surface_depth, mix(ray.from.xy, ray.to.xy, edge), 0.0).r <= 0.0) hidden = edge;
    else seen = edge;
  }
  bool found = met >= 0.0;
  float t = found ? high : 1.0;
  if (hidden >= 0.0 && 0.5 * seen < t) {
    t = 0.5 * seen;
    found = false;
  }
  vec2 at = mix(ray.from.xy, ray.to.xy, t);
  float scene = textureLod(depth_map, at, 0.0).r;
  return vec4(at, scene, found && scene > 0.0 ? 1.0 : 0.0);
}

#endif
