// Optical depth and light of a soft point, faded at nearer geometry.
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 3) uniform sampler2D scene_depth;

layout(location = 0) in vec2 corner;
layout(location = 1) in flat vec4 light;
layout(location = 2) in flat vec2 depth;
layout(location = 0) out vec4 target;

void main() {
  float inside = max(1.0 - dot(corner, corner), 0.0);
  float scene = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
  float before = scene > 0.0 ? view_distance(camera.c.sun_direction.w, scene) - depth.x : 1e4;
  float optical = light.a * inside * inside * clamp(before / depth.y + 0.5, 0.0, 1.0);
  target = vec4(light.rgb * optical, optical);
}
