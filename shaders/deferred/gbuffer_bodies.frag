#pragma variants MAPPED? SUBMERGED?
#include "passes/deferred/gbuffer.h"
#include "lib/bodies.glsl"
#include "deferred/gbuffer.glsl"
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec3 world;
layout(location = 4) in flat vec4 rotation;
layout(location = 5) in flat int instance;

// Varies hue and brightness per body around the material's color.
vec3 varied(vec3 color, float amount) {
  vec3 random = hash_unit(ivec2(instance, 17), 5);
  float angle = 6.2831853 * amount * (random.x - 0.5);
  vec3 axis = vec3(0.57735027);
  vec3 turned = color * cos(angle) + cross(axis, color) * sin(angle) + axis * dot(axis, color) * (1.0 - cos(angle));
  return clamp(turned * (1.0 + 0.6 * amount * (random.y - 0.5)), 0.0, 1.0);
}

void main() {
  GBufferParams p = params.p;
  p.seed += instance;
  if (p.variety > 0.0) p.color.rgb = varied(p.color.rgb, p.variety);
  write_pixel(p, local_position, local_normal, uv, body_axes(rotation), world);
}
