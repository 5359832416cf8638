// Parameters of waves with exact dispersion. The domain is the grid with a margin beyond absorbing edges; the array
// that is transformed is the domain, doubled by its mirror image along axes with walls or fixed edges.
#ifndef PASSES_WAVE_WAVE_AIRY_PARAMS_H
#define PASSES_WAVE_WAVE_AIRY_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::wave)

struct AiryParams {
  ivec2 cells;         // of the grid
  ivec2 domain;        // cells of the domain
  ivec2 offset;        // of the grid in it
  ivec2 extent;        // of the array
  ivec2 mirror;        // of the mirror image: 1 walls, -1 fixed edges, 0 none
  float inertia;       // share of the last rise that goes on
  float force;         // 1, or 1/2 in the first step from rest
  float margin;        // half a step times the damping at the margin's end
  float half_damping;  // half a step times the damping of the grid
};

struct AirySumParams {
  float inverse_dt;  // 1/s; 0 at rest
};

SHARED_END
#endif
