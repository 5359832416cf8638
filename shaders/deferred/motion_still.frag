// Motion vectors of static geometry by the camera's motion.
#include "passes/deferred/camera.h"
#include "passes/deferred/motion_params.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform MotionBlock { MotionParams m; } motion;
layout(binding = 2) uniform sampler2D depth;
layout(binding = 3) uniform sampler2D opaque;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// Surfaces that no motion is known of change as they like.
const float unknown = 0.7;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float d = texelFetch(depth, pixel, 0).r;
  vec2 now = uv + motion.m.offset;
  vec4 before = motion.m.reproject * vec4(uv_to_clip(now), d, 1.0);
  bool water = d > texelFetch(opaque, pixel, 0).r;
  float distance = before.z > 0.0 ? camera.c.sun_direction.w * before.w / before.z : 6e4;
  vec2 way = before.w > 0.0 ? now - motion_uv(before) : vec2(4.0);
  color = vec4(way, min(distance, 6e4), water ? unknown : 0.0);
}
