// Poses a fish's mesh: the spine undulates, the paired fins paddle.
#ifndef SHADERS_DEFERRED_FISH_POSE_GLSL
#define SHADERS_DEFERRED_FISH_POSE_GLSL
#include "passes/agents/fish_params.h"

void fish_pose(FishState s, vec3 local, vec3 flat_normal, vec2 uv, out vec3 world, out vec3 normal) {
  float strength = 0.45 + 0.7 * clamp(0.6 * s.speed / s.size, 0.0, 1.0) + 0.25 * s.fright;
  float t = 0.5 - local.x;
  const float e = 0.01;
  float rise = (fish_swing(t + e, s.phase, strength, s.bend) - fish_swing(t - e, s.phase, strength, s.bend)) / (2.0 * e);
  vec2 along = normalize(vec2(1.0, -rise)), side = vec2(-along.y, along.x);
  // Fins at the side move about their roots, half as often as the tail beats, and lie close when it flees.
  if (uv.y > 2.5) {
    local.y += uv.x * (0.035 * sin(0.5 * s.phase + (local.z > 0.0 ? 0.0 : 2.1)) + 0.02);
    local.z *= 1.0 - 0.35 * uv.x * s.fright;
  }
  vec2 xz = vec2(local.x, fish_swing(t, s.phase, strength, s.bend)) + side * local.z;
  vec3 ahead = vec3(cos(s.yaw) * cos(s.pitch), sin(s.pitch), sin(s.yaw) * cos(s.pitch));
  vec3 right = vec3(-sin(s.yaw), 0.0, cos(s.yaw));
  mat3 axes = mat3(ahead, cross(right, ahead), right);
  world = s.position + s.size * (axes * vec3(xz.x, local.y, xz.y));
  vec2 n = along * flat_normal.x + side * flat_normal.z;
  normal = axes * vec3(n.x, flat_normal.y, n.y);
}
#endif
