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

// First place where the ray goes behind the scene. xyz: uv and scene depth there, w: 1 if found. Else xyz is of the last
// sample that was not hidden by something before the ray's start (the start itself if all were).
// nearest: scene samples over this reversed depth lie before the ray's start and are looked past.
// Tolerance: how far (relative to depth) the ray may be behind what it hits; under 0: any distance.
// One loop finds the crossing, a second one refines it: drivers that run both sides of a branch pay each once.
vec4 screen_march(sampler2D depth_map, Camera c, ScreenRay ray, int steps, float jitter, float nearest, float tolerance) {
  if (!ray.valid) return vec4(ray.from.xy, 0.0, 0.0);
  float near = c.sun_direction.w;
  float low = 0.0, high = -1.0, seen = 0.0, distance_before = view_distance(near, ray.from.z);
  for (int i = 0; i < steps; ++i) {
    float t = (float(i) + jitter) / float(steps);
    vec3 p = mix(ray.from, ray.to, t);
    float scene = textureLod(depth_map, p.xy, 0.0).r;
    float distance_here = view_distance(near, p.z);
    // A step may fall as far behind what it hits as it goes into depth.
    float slack = abs(distance_here - distance_before) + tolerance * distance_here;
    bool behind = scene > p.z && scene < nearest;
    if (behind && (tolerance < 0.0 || distance_here - view_distance(near, scene) < slack)) {
      high = t;
      break;
    }
    if (scene < nearest) seen = t;
    low = t;
    distance_before = distance_here;
  }
  if (high < 0.0) {
    vec2 last = mix(ray.from.xy, ray.to.xy, seen);
    return vec4(last, textureLod(depth_map, last, 0.0).r, 0.0);
  }
  for (int j = 0; j < 5; ++j) {
    float middle = 0.5 * (low + high);
    vec3 q = mix(ray.from, ray.to, middle);
    float scene = textureLod(depth_map, q.xy, 0.0).r;
    if (scene > q.z && scene < nearest) high = middle;
    else low = middle;
  }
  vec3 p = mix(ray.from, ray.to, high);
  float scene = textureLod(depth_map, p.xy, 0.0).r;
  float found = scene > 0.0 ? 1.0 : 0.0;
  if (tolerance >= 0.0 && view_distance(near, p.z) - view_distance(near, scene) > tolerance * view_distance(near, scene)) found = 0.0;
  return vec4(p.xy, scene, found);
}

#endif
