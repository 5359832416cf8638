// Foam coverage of a pixel's water.
#include "passes/deferred/camera.h"
#include "lib/sky.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D water_normal;
layout(binding = 2) uniform sampler2D water_depth;
#include "water/foam.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out float cover;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  bool water = texelFetch(water_depth, pixel, 0).r > 0.0;
  cover = water ? foam_at(pixel, water_foam(texelFetch(water_normal, pixel, 0).w)) : 0.0;
}
