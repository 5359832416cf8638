// Sky at pixels without geometry.
#include "passes/deferred/camera.h"
#include "lib/sky.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D sky;
#include "lib/sun.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 radiance;

void main() {
  vec2 at = gl_FragCoord.xy * camera.c.viewport.zw;
  vec3 eye = camera.c.eye.xyz, sun = camera.c.sun_direction.xyz;
  vec3 ray = view_ray(camera.c.inverse_view_projection, at);
  vec3 background = sky_radiance(sky, ray);
  if (sun.y > -0.02)
    background += sun_disc(ray, sun, camera.c.sun_radiance.rgb * sun_through_clouds(eye), camera.c.cloud_sheet.w) *
                  smoothstep(-0.01, 0.01, ray.y);
  radiance = vec4(background, 1.0);
}
