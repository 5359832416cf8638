// Reads the map of deferred/sun_on_water.frag: the visible share of the sun at the rest level of each water, a tile per
// water, stacked vertically. Include after lib/levels.glsl and after declaring `camera`.
#ifndef SHADERS_LIB_SUN_ON_WATER_GLSL
#define SHADERS_LIB_SUN_ON_WATER_GLSL
#include "passes/deferred/sun_share.h"
#include "lib/sun_disc.glsl"

#ifdef SUN_ON_WATER
layout(binding = 13) uniform sampler2D sun_on_water;

// In a water's tile: where the ray to a place meets the rest level.
vec2 sun_tile_at(int water, vec3 world) {
  LevelTile t = levels.w.of[water];
  vec3 sun = camera.c.sun_direction.xyz;
  vec2 xz = world.xz - sun.xz * ((world.y - t.rest) / max(sun.y, 0.02));
  return 0.5 + ((xz - t.place.xy) * t.place.zw - 0.5) / sun_tile_wider;
}

// From a map with so many tiles.
float sun_tile_read(sampler2D map, int tile, int tiles, vec2 at) {
  vec2 half_texel = vec2(0.5, 0.5 * float(tiles)) / vec2(textureSize(map, 0));
  at = clamp(at, half_texel, 1.0 - half_texel);
  return textureLod(map, vec2(at.x, (at.y + float(tile)) / float(tiles)), 0.0).r;
}

float sun_on_water_at(int water, vec3 world) {
  return sun_tile_read(sun_on_water, water, waters, sun_tile_at(water, world));
}
#endif

#endif
