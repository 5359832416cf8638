// Common inputs of the kernels of fish.
#ifndef SHADERS_AGENTS_FISH_GLSL
#define SHADERS_AGENTS_FISH_GLSL
#include "lib/angle.glsl"
#include "lib/noise.glsl"
#include "agents/pond.glsl"
#include "passes/agents/fish_params.h"

// Lowest and highest place of the body's middle that keeps all of it in the water.
vec2 fish_room(Pond here, float size) {
  return vec2(here.ground + (fish_half_height + 0.05) * size, here.level - (fish_half_height + 0.02) * size);
}
bool fish_fits(Pond here, float size) {
  vec2 room = fish_room(here, size);
  return here.coverage > 0.99 && room.x < room.y;
}
float fish_height(Pond here, float size, float y) {
  vec2 room = fish_room(here, size);
  return room.x < room.y ? clamp(y, room.x, room.y) : 0.5 * (here.ground + here.level);
}
#endif
