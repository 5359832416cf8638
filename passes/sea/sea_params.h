// Parameters of the sea's kernels. A patch is a periodic square of N x N texels; all patches share one set of buffers,
// patch after patch. In spectra, rows count wave numbers along x and columns those along z.
#ifndef PASSES_SEA_SEA_PARAMS_H
#define PASSES_SEA_SEA_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::sea)

const int most_patches = 4;
const int patch_levels = 5;
const int most_with_memory = 2;  // patches
const int packed_fields = 4;     // complex transforms per patch, of two real fields each

// Amplitude of the component of wave vector k: its elevation is Re(a exp(i (k x - omega t))).
struct SeaComponent {
  vec2 amplitude;  // m
  uvec2 turns;     // frequency: turns per tick of 2^-30 s, in units of 2^-64; low and high word
};

struct SeaTransformParams {
  uvec2 ticks;       // time in 2^-30 s; low and high word
  vec4 wave_number;  // per patch: 2 pi / length, 1/m
  ivec4 reach;       // per patch: wave numbers beyond, in its own, have no waves
  int texels;        // per side of a patch
  int rates;         // 1: of their change in time, 1/s
  float choppiness;  // horizontal over theoretical displacement
  float depth;       // m; 0: infinitely deep
  int memory;        // so many of the first patches have a memory of their folds
  float decay;       // of folds since the last transform; 1: no time has passed
};

struct SeaHalveParams {
  int texels;
  int level;  // that is written
};

// The surface on a grid of world space.
struct SeaSurfaceParams {
  uvec2 cells;
  vec2 cell;      // m
  vec4 corner_x;  // per patch: texture coordinates of the grid's corner
  vec4 corner_z;
  vec4 per_meter;  // per patch: 1 / length
  int patches, texels;
};

SHARED_END
#endif
