// Intersection of the view ray with a droplet: an ellipsoid, elongated along its motion.
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 2) uniform sampler2D scene_depth;

layout(location = 0) in vec3 world;
layout(location = 1) in flat vec4 drop_place;   // w: radius
layout(location = 2) in flat vec4 drop_motion;  // w: stretch

// Transform that makes it a ball.
vec3 squeezed(vec3 v) { return v + drop_motion.xyz * (dot(drop_motion.xyz, v) * (1.0 / drop_motion.w - 1.0)); }

// Distances from the eye to the front and the back; false: the ray goes past.
bool drop_hit(out vec3 along, out float front, out float back) {
  vec3 eye = camera.c.eye.xyz;
  along = normalize(world - eye);
  vec3 way = squeezed(along), from = squeezed(eye - drop_place.xyz);
  float way2 = dot(way, way), nearest = -dot(from, way) / way2;
  vec3 off = from + way * nearest;
  float half2 = drop_place.w * drop_place.w - dot(off, off);
  float reach = sqrt(max(half2, 0.0) / way2);
  front = nearest - reach;
  back = nearest + reach;
  return half2 > 0.0 && front > 0.0;
}

vec3 drop_normal(vec3 at) { return normalize(squeezed(squeezed(at - drop_place.xyz))); }

float depth_of(vec3 at) {
  vec4 h = camera.c.view_projection * vec4(at, 1.0);
  return h.z / h.w;
}
