#include "lib/sky.glsl"
#include "passes/deferred/camera.h"
#include "passes/picture/particle_spheres_params.h"

layout(binding = 4, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { SpheresParams p; } params;

layout(location = 0) in vec3 world;
layout(location = 1) in flat vec3 middle;
layout(location = 2) in flat vec3 tint;
layout(location = 0) out vec4 color;

void main() {
  vec3 eye = camera.c.eye.xyz;
  vec3 along = normalize(world - eye);
  float nearest = dot(middle - eye, along);
  vec3 off = eye + along * nearest - middle;
  float half2 = params.p.radius * params.p.radius - dot(off, off);
  if (half2 <= 0.0) discard;
  vec3 at = eye + along * (nearest - sqrt(half2));
  vec4 h = camera.c.view_projection * vec4(at, 1.0);
  gl_FragDepth = h.z / h.w;
  vec3 n = (at - middle) / params.p.radius;
  vec3 light = 0.6 * camera.c.sun_radiance.rgb * max(dot(n, camera.c.sun_direction.xyz), 0.0) +
               sky_irradiance(camera.c.sky_sh, n);
  color = vec4(tint * light / 3.14159265, 1.0);
}
