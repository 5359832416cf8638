// Attenuation of sunlight by clouds. Include after declaring `camera`.
#ifndef SHADERS_LIB_CLOUDS_GLSL
#define SHADERS_LIB_CLOUDS_GLSL
#include "passes/deferred/camera.h"

layout(binding = 25) uniform sampler2D clouds;
layout(constant_id = 32) const bool has_clouds = false;

// Share of the sun's light that clouds let through to a place.
float sun_through_clouds(vec3 world) {
  if (!has_clouds) return 1.0;
  return textureLod(clouds, (world.xz + camera.c.cloud_sheet.xy) * camera.c.cloud_sheet.z, 0.0).r;
}

#endif
