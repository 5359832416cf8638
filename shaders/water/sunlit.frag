// Visible share of the sun at the water's surface. SUN_ON_WATER: for grids, from a map.
#pragma variants SUN_ON_WATER?
#include "passes/deferred/camera.h"
#include "lib/optics.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D water_normal;
layout(binding = 2) uniform sampler2D water_depth;
#ifdef SUN_ON_WATER
#include "lib/clouds.glsl"
#include "lib/water.glsl"
#include "passes/deferred/water_levels.h"
layout(binding = 3, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(constant_id = 10) const int waters = 0;
#include "lib/sun_on_water.glsl"
#else
#include "lib/sun.glsl"
layout(constant_id = 0) const bool mesh = false;  // else a grid: as level water, so that waves do not shade themselves
#endif

layout(location = 0) in vec2 uv;
layout(location = 0) out float sunlit;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  vec3 world = world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r);
#ifdef SUN_ON_WATER
  sunlit = sun_on_water_at(min(int(water_index(water.w)), waters - 1), world) * sun_through_clouds(world);
#else
  vec3 normal = vec3(0.0, 1.0, 0.0);
  if (mesh) normal = water.w < 0.0 ? -octahedral_decode(water.xy) : octahedral_decode(water.xy);
  sunlit = sun_reaching(world, normal);
#endif
}
