// Smoothing kernels of the particle solver. `h` is the support radius: kernels are zero from there on. W has the unit
// 1/m^3 and integrates to 1.
//   poly6, spiky, viscosity   [Mueller, Charypar & Gross 2003]
//   cubic                     cubic spline with support h
#ifndef PASSES_SOLIDS_SPH_KERNELS_H
#define PASSES_SOLIDS_SPH_KERNELS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::solids)

const float sph_pi = 3.14159265358979f;

SHARED float sph_cube(float x) { return x * x * x; }

SHARED float sph_poly6(float r2, float h) {
  return 315.0f / (64.0f * sph_pi) * sph_cube(max(1.0f - r2 / (h * h), 0.0f)) / sph_cube(h);
}

SHARED float sph_spiky(float r, float h) { return 15.0f / sph_pi * sph_cube(max(1.0f - r / h, 0.0f)) / sph_cube(h); }
SHARED float sph_spiky_slope(float r, float h) {  // dW/dr
  float u = max(1.0f - r / h, 0.0f);
  return -45.0f / sph_pi * u * u / (sph_cube(h) * h);
}

SHARED float sph_viscosity_laplacian(float r, float h) {
  return 45.0f / sph_pi * max(1.0f - r / h, 0.0f) / (sph_cube(h) * h * h);
}

// Shapes without their scale, for q = r / h up to 1.
SHARED float sph_cubic_shape(float q) { return 2.0f * sph_cube(1.0f - q) - 8.0f * sph_cube(max(0.5f - q, 0.0f)); }
SHARED float sph_cubic_slope_shape(float q) {
  float u = 1.0f - q, w = max(1.0f - 2.0f * q, 0.0f);
  return u * u - w * w;
}
SHARED float sph_cubic_slope_scale(float h) { return -48.0f / (sph_pi * sph_cube(h) * h); }

SHARED float sph_cubic(float r, float h) { return 8.0f / sph_pi * sph_cubic_shape(min(r / h, 1.0f)) / sph_cube(h); }
SHARED float sph_cubic_slope(float r, float h) {  // dW/dr
  return sph_cubic_slope_scale(h) * sph_cubic_slope_shape(min(r / h, 1.0f));
}

// The cubic spline whose slope stays at its steepest from a third of the support inwards, where its own fades: what
// resists compression must not give way to what lies in one place with a neighbor or with its image in a wall.
const float sph_steepest = 1.0f / 3.0f;
SHARED float sph_firm_slope_shape(float q) { return sph_cubic_slope_shape(max(q, sph_steepest)); }
SHARED float sph_firm_shape(float q) {
  return sph_cubic_shape(max(q, sph_steepest)) +
         6.0f * sph_cubic_slope_shape(sph_steepest) * max(sph_steepest - q, 0.0f);
}

// Pull of neighbors, and push of close ones, for surface tension [Akinci et al. 2013]: without the push
// they would gather in one place.
SHARED float sph_cohesion_shape(float q) {
  float both = sph_cube((1.0f - q) * q);
  return q > 0.5f ? both : 2.0f * both - 1.0f / 64.0f;
}

SHARED_END
#endif
