// Share of the sun's light that reaches the water's surface.
#include "passes/deferred/camera.h"
#include "lib/optics.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D water_normal;
layout(binding = 2) uniform sampler2D water_depth;
#include "lib/sun.glsl"
layout(constant_id = 0) const bool mesh = false;  // else a grid: as level water, so that waves do not shade themselves

layout(location = 0) in vec2 uv;
layout(location = 0) out float sunlit;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  vec3 normal = vec3(0.0, 1.0, 0.0);
  if (mesh) normal = water.w < 0.0 ? -octahedral_decode(water.xy) : octahedral_decode(water.xy);
  sunlit = sun_reaching(world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r), normal);
}
