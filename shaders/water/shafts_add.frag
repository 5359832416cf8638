// Averages a block of shafts as wide as the offset pattern, over texels whose rays have about this pixel's length.
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D scene_depth;
layout(binding = 2) uniform sampler2D water_depth;
layout(binding = 3) uniform sampler2D shafts;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  // The lens is over the water here.
  if (texelFetch(shafts, ivec2(gl_FragCoord.xy) / 2, 0).w <= 0.0) discard;
  vec3 eye = camera.c.eye.xyz;
  float depth = max(textureLod(scene_depth, uv, 0.0).r, textureLod(water_depth, uv, 0.0).r);
  float path = depth > 0.0 ? distance(world_at(camera.c.inverse_view_projection, uv, depth), eye) : 60.0;
  ivec2 size = textureSize(shafts, 0);
  vec2 at = 0.5 * gl_FragCoord.xy - 0.5;
  ivec2 middle = ivec2(floor(at));
  vec2 part = at - vec2(middle);
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (int y = -2; y <= 2; ++y) {
    for (int x = -2; x <= 2; ++x) {
      vec4 there = texelFetch(shafts, clamp(middle + ivec2(x, y), ivec2(0), size - 1), 0);
      float wx = x == -2 ? 1.0 - part.x : x == 2 ? part.x : 1.0, wy = y == -2 ? 1.0 - part.y : y == 2 ? part.y : 1.0;
      float w = wx * wy * (1e-4 + exp(-8.0 * abs(there.w - path) / (0.2 + path)));
      sum += w * there.rgb;
      weights += w;
    }
  }
  color = vec4(sum / weights, 0.0);
}
