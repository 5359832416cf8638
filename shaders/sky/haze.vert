// Full-screen triangle; empty for an eye under water.
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 3, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 4) uniform sampler2D level_map;
#include "lib/levels.glsl"

layout(location = 0) out vec2 uv;

void main() {
  uv = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
  float level;
  bool in_water = water_over(camera.c.eye.xyz, vec3(0.0), vec3(0.0, 1.0, 0.0), level) >= 0;
  gl_Position = in_water ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(uv_to_clip(uv), 0.0, 1.0);
}
