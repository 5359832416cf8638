// Radius in meters of the least disc over which the map of sun on the waters is averaged; scale: 1 / a water's size.
#ifndef SHADERS_LIB_SUN_DISC_GLSL
#define SHADERS_LIB_SUN_DISC_GLSL
#include "passes/deferred/sun_share.h"

float sun_disc_radius(sampler2D share, vec2 scale) {
  return least_sun_disc * sun_tile_wider / (scale.x * float(textureSize(share, 0).x));
}

#endif
