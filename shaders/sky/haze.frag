// Aerial perspective: in-scattered light of the air, and the attenuated light behind it.
#include "lib/sky.glsl"
#include "passes/deferred/camera.h"
#include "passes/sky/haze.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { HazeParams p; } params;
layout(binding = 1) uniform sampler2D sky;
layout(binding = 2) uniform sampler2D depth;
#ifdef PIXEL_KERNEL  // else the vertex shader decides
#include "passes/deferred/water_levels.h"
layout(binding = 3, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 4) uniform sampler2D level_map;
#include "lib/levels.glsl"
#endif
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  float d = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r;
  vec3 eye = camera.c.eye.xyz;
#ifdef PIXEL_KERNEL
  float level;
  if (water_over(eye, vec3(0.0), vec3(0.0, 1.0, 0.0), level) >= 0) discard;
#endif
  vec3 way = world_at(camera.c.inverse_view_projection, uv, d) - eye;
  float path = length(way);
  vec3 along = way / path;
  // Towards the ground the air is as bright as over the horizon there.
  vec3 beyond = sky_radiance(sky, normalize(vec3(along.x, max(along.y, 0.02), along.z)));
  color = vec4(beyond, 1.0 - exp(-params.p.extinction * path));
}
