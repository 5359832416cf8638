// Share of a smoothing kernel in a half space. `q`: distance of its center from the plane over the support, from 0 to
// 1. Below the plane the share is 1 minus the value at the mirrored position.
#ifndef PASSES_SOLIDS_SPH_BOUNDARY_H
#define PASSES_SOLIDS_SPH_BOUNDARY_H
#include "engine/core/shared.h"
#include "passes/solids/sph_kernels.h"
SHARED_BEGIN(undine::solids)

// Cubic spline: integral of W beyond q, and minus its derivative by q.
SHARED float sph_cubic_beyond_shape(float q) {
  float u = 1.0f - q;
  if (q >= 0.5f) return 16.0f * sph_cube(u) * u * u * (0.1f - u / 15.0f);
  float q2 = q * q;
  return 0.5f - 16.0f * q * (0.0875f - q2 * (1.0f / 6.0f - q2 * (0.3f - 0.2f * q)));
}
SHARED float sph_cubic_beyond_slope_shape(float q) {
  float u = 1.0f - q;
  if (q >= 0.5f) return 16.0f * sph_cube(u) * u * (0.5f - 0.4f * u);
  float q2 = q * q;
  return 16.0f * (0.0875f - q2 * (0.5f - q2 * (1.5f - 1.2f * q)));
}
SHARED float sph_beyond(float q) {
  float x = min(abs(q), 1.0f), part = sph_cubic_beyond_shape(x);
  return q < 0.0f ? 1.0f - part : part;
}

// The density that a wall adds at a distance of q supports, and minus its derivative: that of the layer of particles
// which a mirror would show behind it, twice as far off, spread evenly. What is steepest goes on to the wall, and
// behind it.
const float sph_layer_steep = 0.29f;
SHARED float sph_layer(float q) {
  float x = min(max(2.0f * q, sph_layer_steep), 1.0f);
  float rest = max(sph_layer_steep - 2.0f * q, 0.0f);
  float steep = 16.0f * sph_layer_steep * sph_cubic_shape(sph_layer_steep);
  return sph_cubic_beyond_slope_shape(x) + steep * rest;
}
SHARED float sph_layer_slope(float q) {
  float x = min(max(2.0f * q, sph_layer_steep), 1.0f);
  return 32.0f * x * sph_cubic_shape(x);
}

// The radial function, but for a factor, whose integral over a half space q supports away is sph_layer(q): the share of
// the layer that what lies q supports off adds.
SHARED float sph_layer_share(float q) {
  float x = 2.0f * q;
  if (x < sph_layer_steep || x >= 1.0f) return 0.0f;
  return max(6.0f * sph_cubic_slope_shape(x) - sph_cubic_shape(x) / x, 0.0f);
}

SHARED_END
#endif
