// Poses a leaf's mesh on the surface.
#ifndef SHADERS_DEFERRED_LEAF_POSE_GLSL
#define SHADERS_DEFERRED_LEAF_POSE_GLSL
#include "lib/noise.glsl"
#include "passes/agents/leaves_params.h"

void leaf_pose(LeafState s, int instance, int shape, vec3 local, vec3 flat_normal, out vec3 world, out vec3 normal) {
  vec3 own = hash_unit(ivec2(instance, 51), 3);
  float curl = shape == leaf_shape_pad ? 1.0 : 0.3 + 1.1 * own.x;
  local.y *= curl;
  flat_normal = normalize(vec3(flat_normal.x, flat_normal.y / curl, flat_normal.z));
  vec3 up = normalize(vec3(-s.tilt.x, 1.0, -s.tilt.y));
  vec3 along = vec3(cos(s.yaw), 0.0, sin(s.yaw));
  vec3 side = normalize(cross(along, up));
  mat3 axes = mat3(cross(up, side), up, side);
  // Water wets its underside: high enough that no ripple between its corners covers it; each at a height of its own.
  float lift = (shape == leaf_shape_pad ? 0.02 : 0.045) * s.size + 0.001 + 0.002 * own.y;
  world = s.position + up * lift + s.size * (axes * local);
  normal = axes * flat_normal;
}
#endif
