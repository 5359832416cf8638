// Light of the lamps on an opaque surface.
#include "passes/deferred/camera.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D albedo;
layout(binding = 2) uniform sampler2D normal;
layout(binding = 3) uniform sampler2D depth;
layout(binding = 4, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 5) uniform sampler2D level_map;
#include "deferred/lamp_surface.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 radiance;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float d = texelFetch(depth, pixel, 0).r;
  radiance = vec4(0.0);
  if (d <= 0.0) return;
  vec3 world = world_at(camera.c.inverse_view_projection, uv, d);
  vec4 packed = texelFetch(normal, pixel, 0);
  radiance.rgb = min(lamps_on_surface(world, normalize(packed.xyz), normalize(camera.c.eye.xyz - world),
                                      texelFetch(albedo, pixel, 0).rgb, abs(packed.w), packed.w < 0.0), vec3(60000.0));
}
